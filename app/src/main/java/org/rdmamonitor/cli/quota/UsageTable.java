// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.quota;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.rdmamonitor.quota.Amounts;
import org.rdmamonitor.quota.Limit;
import org.rdmamonitor.quota.LimitKey;
import org.rdmamonitor.quota.QuotaLimits;
import org.rdmamonitor.quota.Resource;
import org.rdmamonitor.quota.Usage;
import org.rdmamonitor.text.Columns;
import org.rdmamonitor.text.Printable;
import org.rdmamonitor.units.Bytes;

/** Who holds what, as text: the host and cgroups with their limits, then processes. */
final class UsageTable {
  private UsageTable() {}

  /** Those who hold most of a resource first. */
  static String of(Usage usage, Resource sort) {
    StringBuilder text = new StringBuilder();
    String numbers = "r".repeat(Resource.values().length);
    text.append(Columns.of(scopes(usage, sort), "l" + numbers));
    if (!usage.processes().isEmpty()) {
      text.append('\n').append(Columns.of(processes(usage, sort), "llll" + numbers));
    }
    text.append("%nRequests: %d granted, %d refused%n".formatted(usage.granted(), usage.refused()));
    return text.toString();
  }

  private static List<List<String>> scopes(Usage usage, Resource sort) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(titles(List.of("USED/LIMIT"), "CALLS/S"));
    rows.add(host(usage));
    usage.cgroups().stream()
        .sorted(Comparator.comparingLong(cgroup -> -cgroup.own().of(sort)))
        .forEach(cgroup -> rows.add(cgroup(cgroup, usage.limits())));
    addScope(rows, usage.limits(), LimitKey.EACH_CGROUP, "each other cgroup");
    addScope(rows, usage.limits(), LimitKey.EACH_PROCESS, "each process");
    return rows;
  }

  /** With what is held between the first columns and the last. */
  private static List<String> titles(List<String> first, String last) {
    List<String> titles = new ArrayList<>(first);
    Resource.HELD.forEach(resource -> titles.add(resource.brief().toUpperCase(Locale.ROOT)));
    titles.add(last);
    return titles;
  }

  /** A row of limits without use, if there are any. */
  private static void addScope(
      List<List<String>> rows, QuotaLimits limits, String scope, String title) {
    if (limits.all().stream().noneMatch(limit -> limit.key().scope().equals(scope))) {
      return;
    }
    List<String> row = new ArrayList<>(List.of(title));
    for (Resource resource : Resource.values()) {
      long limit = limits.of(new LimitKey(scope, resource)).orElse(Limit.UNLIMITED);
      row.add(limit == Limit.UNLIMITED ? "" : "/" + amount(limit, resource));
    }
    rows.add(row);
  }

  /** With what is below it, but for the resources of which each cgroup has so much by itself. */
  private static List<String> cgroup(Usage.OfCgroup cgroup, QuotaLimits limits) {
    List<String> row = new ArrayList<>(List.of(Printable.of(cgroup.path())));
    for (Resource resource : Resource.HELD) {
      Optional<Long> tree = limits.of(new LimitKey(cgroup.path(), resource));
      Optional<Long> each = limits.of(new LimitKey(LimitKey.EACH_CGROUP, resource));
      row.add(
          tree.isEmpty() && each.isPresent()
              ? cell(cgroup.own().of(resource), each.get(), resource)
              : cell(cgroup.tree().of(resource), tree.orElse(Limit.UNLIMITED), resource));
    }
    row.add(
        cell(
            cgroup.calls(),
            limits.of(new LimitKey(cgroup.path(), Resource.CALLS)).orElse(Limit.UNLIMITED),
            Resource.CALLS));
    return row;
  }

  private static List<String> host(Usage usage) {
    List<String> row = new ArrayList<>(List.of("host"));
    for (Resource resource : Resource.HELD) {
      row.add(cell(usage.total().of(resource), usage.limits().ofHost(resource), resource));
    }
    row.add(cell(usage.calls(), usage.limits().ofHost(Resource.CALLS), Resource.CALLS));
    return row;
  }

  private static String cell(long used, long limit, Resource resource) {
    return limit == Limit.UNLIMITED
        ? amount(used, resource)
        : amount(used, resource) + "/" + amount(limit, resource);
  }

  private static List<List<String>> processes(Usage usage, Resource sort) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(titles(List.of("PID", "USER", "NAME", "CGROUP"), "NOT GRANTED"));
    usage.processes().stream()
        .sorted(
            Comparator.comparingLong(
                process -> -process.granted().plus(process.uncovered()).of(sort)))
        .forEach(process -> rows.add(process(process)));
    return rows;
  }

  private static List<String> process(Usage.OfProcess process) {
    List<String> row = new ArrayList<>();
    row.add(Integer.toString(process.process().pid()));
    row.add(Integer.toString(process.uid()));
    row.add(Printable.of(process.comm()));
    row.add(Printable.of(process.cgroup()));
    Amounts all = process.granted().plus(process.uncovered());
    List<String> excess = new ArrayList<>();
    for (Resource resource : Resource.HELD) {
      row.add(amount(all.of(resource), resource));
      if (process.uncovered().of(resource) > 0 && resource == resource.kind()) {
        excess.add(
            "%d %s"
                .formatted(
                    process.uncovered().of(resource), resource.key().toUpperCase(Locale.ROOT)));
      }
    }
    row.add(excess.isEmpty() ? "-" : String.join(", ", excess));
    return row;
  }

  private static String amount(long amount, Resource resource) {
    return resource.isBytes() ? Bytes.compact(amount) : Long.toString(amount);
  }
}
