// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.recorded;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.quota.Amounts;
import org.rdmamonitor.quota.Books;
import org.rdmamonitor.quota.Lease;
import org.rdmamonitor.quota.LeaseStore;
import org.rdmamonitor.quota.QuotaLimits;
import org.rdmamonitor.quota.RequestVerdict;
import org.rdmamonitor.quota.Resource;
import org.rdmamonitor.quota.Tenant;

/**
 * What limits would have refused, decided by the collector's own books. Objects that existed at
 * first count; a creation that would have been refused does not, and neither does its destruction.
 * A program that is refused behaves differently from the recorded one, so this tells what would
 * have happened first. Not safe for use by several threads.
 */
public final class DryRun implements Traffic.Listener {
  private final Books books;
  private final QuotaLimits limits;
  private final Traffic traffic = new Traffic(this);
  private final SortedMap<RefusedTenant, Refusal> refusals = new TreeMap<>();
  private long asked;

  /** A tenant and what it was refused for. */
  private record RefusedTenant(String cgroup, Resource resource)
      implements Comparable<RefusedTenant> {
    @Override
    public int compareTo(RefusedTenant other) {
      int byCgroup = cgroup.compareTo(other.cgroup);
      return byCgroup != 0 ? byCgroup : resource.compareTo(other.resource);
    }
  }

  /**
   * What one tenant would have been refused for lack of one resource.
   *
   * @param cgroup the tenant
   * @param resource there was not enough of
   * @param count of refused creations
   * @param first when the first of them was
   * @param comm the program that would have been refused first
   * @param why in the words of the collector
   */
  public record Refusal(
      String cgroup, Resource resource, long count, Instant first, String comm, String why) {}

  /**
   * The result.
   *
   * @param asked creations
   * @param refusals by tenant and resource
   */
  public record Result(
      Traffic.Extent extent, QuotaLimits limits, long asked, List<Refusal> refusals) {
    public Result {
      refusals = List.copyOf(refusals);
    }

    /** All refused creations. */
    public long refused() {
      return refusals.stream().mapToLong(Refusal::count).sum();
    }
  }

  public DryRun(QuotaLimits limits) {
    this.limits = limits;
    this.books = new Books(limits, LeaseStore.NOWHERE, Duration.ZERO);
  }

  /** Takes in the next sample of a source. */
  public void add(Sample sample) {
    traffic.add(sample);
  }

  @Override
  public void found(Tenant tenant, Amounts amounts) {
    Lease lease = new Lease(tenant.process(), tenant.uid(), tenant.cgroup(), amounts);
    books.adopt(lease, tenant.comm(), 0);
  }

  @Override
  public boolean created(Tenant tenant, Amounts amounts, Instant time) {
    asked++;
    RequestVerdict verdict = books.request(tenant, amounts, Traffic.nanos(time));
    if (verdict instanceof RequestVerdict.Refused refused) {
      refusals.merge(
          new RefusedTenant(tenant.cgroup(), refused.resource()),
          new Refusal(
              tenant.cgroup(), refused.resource(), 1, time, tenant.comm(), refused.sentence()),
          DryRun::plus);
      return false;
    }
    return true;
  }

  private static Refusal plus(Refusal earlier, Refusal later) {
    return new Refusal(
        earlier.cgroup,
        earlier.resource,
        earlier.count + later.count,
        earlier.first,
        earlier.comm,
        earlier.why);
  }

  @Override
  public void destroyed(Tenant tenant, Amounts amounts, Instant time) {
    books.release(tenant.process(), tenant.cgroup(), amounts, Traffic.nanos(time));
  }

  /**
   * What would have been refused so far.
   *
   * @throws IllegalStateException if no sample was added yet
   */
  public Result result() {
    return new Result(
        traffic.extent().orElseThrow(() -> new IllegalStateException("no sample yet")),
        limits,
        asked,
        List.copyOf(refusals.values()));
  }
}
