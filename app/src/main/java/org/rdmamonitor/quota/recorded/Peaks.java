// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.recorded;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.quota.Amounts;
import org.rdmamonitor.quota.CgroupPath;
import org.rdmamonitor.quota.Resource;
import org.rdmamonitor.quota.Tenant;

/**
 * The most that each cgroup held at a time, and the most control calls that it made in a second,
 * both including everything below it. Not safe for use by several threads.
 */
public final class Peaks implements Traffic.Listener {
  private final Traffic traffic = new Traffic(this);
  private final Map<String, Tally> byCgroup = new HashMap<>();
  private final Set<String> tenants = new HashSet<>();

  /** Resources of which a recording of an earlier version does not tell how much was asked for. */
  private final Set<Resource> untold = EnumSet.noneOf(Resource.class);

  /** Of one cgroup. */
  private static final class Tally {
    private Amounts held = Amounts.NONE;
    private Amounts most = Amounts.NONE;
    private long second;
    private long calls;
    private long mostCalls;

    void hold(Amounts amounts) {
      held = held.plus(amounts);
      most = most.max(held);
    }

    void call(long now) {
      calls = now == second ? calls + 1 : 1;
      second = now;
      mostCalls = Math.max(mostCalls, calls);
    }
  }

  /**
   * The peak of one cgroup.
   *
   * @param cgroup {@code /} is the host
   * @param held the most of each resource, not necessarily at the same time
   * @param calls the most in a second
   */
  public record Peak(String cgroup, Amounts held, long calls) {
    /** Of one resource. */
    public long of(Resource resource) {
      return resource == Resource.CALLS ? calls : held.of(resource);
    }
  }

  /** Takes in the next sample of a source. */
  public void add(Sample sample) {
    traffic.add(sample);
  }

  @Override
  public void found(Tenant tenant, Amounts amounts) {
    upwards(tenant).forEach(tally -> tally.hold(amounts));
  }

  private List<Tally> upwards(Tenant tenant) {
    tenants.add(tenant.cgroup());
    List<Tally> result = new ArrayList<>();
    for (String path : CgroupPath.upwards(tenant.cgroup())) {
      result.add(byCgroup.computeIfAbsent(path, p -> new Tally()));
    }
    return result;
  }

  @Override
  public boolean created(Tenant tenant, Amounts amounts, Instant time) {
    Resource.ENTRIES.stream()
        .filter(entries -> amounts.of(entries.kind()) > 0 && amounts.of(entries) == 0)
        .forEach(untold::add);
    for (Tally tally : upwards(tenant)) {
      tally.hold(amounts);
      tally.call(time.getEpochSecond());
    }
    return true;
  }

  @Override
  public void destroyed(Tenant tenant, Amounts amounts, Instant time) {
    for (Tally tally : upwards(tenant)) {
      tally.held = tally.held.minus(amounts);
      tally.call(time.getEpochSecond());
    }
  }

  /** What was seen so far; empty before the first sample. */
  public Optional<Traffic.Extent> extent() {
    return traffic.extent();
  }

  /** Of the host. */
  public Peak host() {
    return of("/");
  }

  /**
   * The peaks of the cgroups with processes of their own that had objects, by path; without the
   * root, whose limit would be the host's, and those whose names are not known.
   */
  public List<Peak> tenants() {
    return tenants.stream()
        .filter(cgroup -> !cgroup.equals("/") && Traffic.isKnown(cgroup))
        .sorted()
        .map(this::of)
        .toList();
  }

  private Peak of(String cgroup) {
    Tally tally = byCgroup.getOrDefault(cgroup, new Tally());
    Amounts told = tally.most;
    for (Resource entries : untold) {
      told = told.minus(Amounts.of(entries, tally.most.of(entries)));
    }
    return new Peak(cgroup, told, tally.mostCalls);
  }
}
