// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.journal;

import java.io.Writer;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.rdmamonitor.quota.Amounts;
import org.rdmamonitor.quota.Lease;
import org.rdmamonitor.quota.Limit;
import org.rdmamonitor.quota.QuotaLimits;
import org.rdmamonitor.quota.RequestVerdict;
import org.rdmamonitor.quota.Resource;
import org.rdmamonitor.quota.Tenant;
import org.rdmamonitor.quota.Usage;
import org.rdmamonitor.quota.server.CollectorLog;

/**
 * Writes a line for each thing that happens, at once; for the same thing of one process only every
 * ten seconds. Safe for threads. A line that cannot be written is dropped: clients are served all
 * the same.
 */
public final class Journal implements CollectorLog {
  private final Entries entries;

  /** To a writer that nobody else writes to meanwhile. */
  public Journal(Writer out, Format format, Clock clock) {
    this.entries = new Entries(out, format, clock);
  }

  /** The collector can be reached from now on. */
  public void listening(Path socket, QuotaLimits limits) {
    List<String> words = limits.all().stream().map(Limit::text).toList();
    entries.write(
        "listening",
        "listening at %s; %s"
            .formatted(socket, words.isEmpty() ? "no limits" : String.join(", ", words)),
        Map.of("socket", socket.toString()));
  }

  /** It cannot be reached any more. */
  public void stopped() {
    entries.write("stopped", "stopped; leases are kept", Map.of());
  }

  @Override
  public void refused(Tenant tenant, RequestVerdict.Refused verdict) {
    Map<String, Object> values = of(tenant);
    values.put("resource", verdict.resource().key());
    values.put("used", verdict.used());
    values.put("limit", verdict.limit());
    entries.ration(
        "refused",
        List.of("refused", tenant.process(), verdict.resource()),
        "%s: refused: %s".formatted(name(tenant), verdict.sentence()),
        values);
  }

  @Override
  public void claimed(Tenant tenant, long pid) {
    Map<String, Object> values = of(tenant);
    values.put("claimed", pid);
    entries.write(
        "claimed",
        "%s: says that its pid is %d, which is ignored".formatted(name(tenant), pid),
        values);
  }

  @Override
  public void ended(int pid, String comm, Amounts returned) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("pid", pid);
    values.put("comm", comm);
    put(values, returned);
    entries.write(
        "ended", "%s[%d]: ended; returned %s".formatted(comm, pid, words(returned)), values);
  }

  @Override
  public void adopted(List<Lease> leases, int ended) {
    Amounts sum = leases.stream().map(Lease::amounts).reduce(Amounts.NONE, Amounts::plus);
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("leases", leases.size());
    values.put("ended", ended);
    put(values, sum);
    entries.write(
        "adopted",
        "took over %d leases of an earlier collector (%s); of %d the process has ended"
            .formatted(leases.size(), words(sum), ended),
        values);
  }

  @Override
  public void limited(int uid, Limit limit) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("uid", uid);
    values.put("limit", limit.text());
    entries.write("limit", "user %d set %s".formatted(uid, limit.text()), values);
  }

  @Override
  public void saved(int uid, String file) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("uid", uid);
    values.put("file", file);
    entries.write("saved", "user %d saved the limits to %s".formatted(uid, file), values);
  }

  @Override
  public void bypassing(Usage.OfProcess process) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("rule", "R15");
    values.put("pid", process.process().pid());
    values.put("uid", process.uid());
    values.put("comm", process.comm());
    values.put("cgroup", process.cgroup());
    put(values, process.uncovered());
    entries.write(
        "bypass",
        "R15: %s[%d] in %s has %s that it was not granted"
            .formatted(
                process.comm(),
                process.process().pid(),
                process.cgroup(),
                words(process.uncovered())),
        values);
  }

  @Override
  public void dropped(Amounts amounts) {
    Map<String, Object> values = new LinkedHashMap<>();
    put(values, amounts);
    entries.write("dropped", "took back leases without objects: " + words(amounts), values);
  }

  @Override
  public void disconnected(int pid, int uid, String why) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("pid", pid);
    values.put("uid", uid);
    entries.ration(
        "disconnected",
        List.of("disconnected", uid),
        "process %d of user %d: %s".formatted(pid, uid, why),
        values);
  }

  @Override
  public void trouble(String sentence) {
    entries.ration("trouble", sentence, sentence, new LinkedHashMap<>());
  }

  private static Map<String, Object> of(Tenant tenant) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("pid", tenant.process().pid());
    values.put("uid", tenant.uid());
    values.put("comm", tenant.comm());
    values.put("cgroup", tenant.cgroup());
    return values;
  }

  private static String name(Tenant tenant) {
    return "%s[%d]".formatted(tenant.comm(), tenant.process().pid());
  }

  private static void put(Map<String, Object> values, Amounts amounts) {
    for (Resource resource : Resource.HELD) {
      values.put(resource.key().replace('-', '_'), amounts.of(resource));
    }
  }

  /** {@code 3 queue pairs, 4096 bytes registered}. */
  private static String words(Amounts amounts) {
    List<String> words = new ArrayList<>();
    for (Resource resource : Resource.HELD) {
      if (amounts.of(resource) > 0) {
        words.add(amounts.of(resource) + " " + resource.title());
      }
    }
    return words.isEmpty() ? "nothing" : String.join(", ", words);
  }
}
