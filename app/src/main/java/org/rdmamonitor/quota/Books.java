// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Who holds what, and what may be granted. A decision and its entry are one step: however many ask
 * for the last one at once, one gets it. Safe for any number of threads.
 */
public final class Books {
  private final LeaseStore store;
  private final long inFlight;
  private final Map<ProcessKey, Account> accounts = new TreeMap<>();
  private final Totals totals = new Totals();
  private final Calls calls = new Calls();
  private Limits limits;
  private long granted;
  private long refused;

  /**
   * Empty books.
   *
   * @param inFlight for how long after a grant its object may not have been made yet; below ten
   *     minutes
   */
  public Books(Limits limits, LeaseStore store, Duration inFlight) {
    this.limits = limits;
    this.store = store;
    this.inFlight = inFlight.toNanos();
  }

  /**
   * Grants all that is asked for, or nothing.
   *
   * @param now {@link System#nanoTime}
   */
  public synchronized Verdict request(Tenant tenant, Amounts wanted, long now) {
    Optional<Verdict.Refused> refusal = refusal(tenant, wanted, now);
    if (refusal.isPresent()) {
      refused++;
      return refusal.get();
    }
    granted++;
    calls.add(tenant.cgroup(), now);
    enter(account(tenant), tenant.cgroup(), wanted, now);
    return Verdict.GRANTED;
  }

  /** Whether it would be granted now. */
  public synchronized Verdict check(Tenant tenant, Amounts wanted, long now) {
    Optional<Verdict.Refused> refusal = refusal(tenant, wanted, now);
    return refusal.isPresent() ? refusal.get() : Verdict.GRANTED;
  }

  private Optional<Verdict.Refused> refusal(Tenant tenant, Amounts wanted, long now) {
    return Totals.refusal(limits, of(tenant.process()), wanted)
        .or(() -> totals.refusal(limits, tenant.cgroup(), wanted))
        .or(() -> calls.refusal(limits, tenant.cgroup(), now));
  }

  /** Enters a lease that an earlier collector granted, whatever the limits are now. */
  public synchronized void adopt(Lease lease, String comm, long now) {
    Tenant tenant = new Tenant(lease.process(), lease.uid(), comm, lease.cgroup());
    enter(account(tenant), lease.cgroup(), lease.amounts(), now);
  }

  private Account account(Tenant tenant) {
    return accounts.computeIfAbsent(
        tenant.process(),
        process -> new Account(process, tenant.uid(), tenant.comm(), tenant.cgroup()));
  }

  private void enter(Account account, String cgroup, Amounts amounts, long now) {
    Lease lease = account.grant(cgroup, amounts, now);
    totals.add(cgroup, amounts);
    store.holds(lease);
  }

  /**
   * Takes back what a process has no use for any more, but never more than it holds.
   *
   * @param cgroup the one that it is in now
   * @return what was taken back
   */
  public synchronized Amounts release(
      ProcessKey process, String cgroup, Amounts amounts, long now) {
    calls.add(cgroup, now);
    Account account = accounts.get(process);
    if (account == null) {
      return Amounts.NONE;
    }
    return strike(account, account.release(cgroup, amounts, now));
  }

  private Amounts strike(Account account, Map<String, Amounts> parts) {
    Amounts sum = Amounts.NONE;
    for (Map.Entry<String, Amounts> part : parts.entrySet()) {
      totals.subtract(part.getKey(), part.getValue());
      store.holds(account.lease(part.getKey()));
      sum = sum.plus(part.getValue());
    }
    return sum;
  }

  /** A process has ended, and its objects with it. */
  public synchronized Amounts end(ProcessKey process) {
    Account account = accounts.remove(process);
    if (account == null) {
      return Amounts.NONE;
    }
    totals.subtract(account.cgroup(), account.uncovered());
    for (Lease lease : account.leases()) {
      totals.subtract(lease.cgroup(), lease.amounts());
      store.holds(new Lease(lease.process(), lease.uid(), lease.cgroup(), Amounts.NONE));
    }
    return account.granted();
  }

  /**
   * What a reading of the kernel's objects changed.
   *
   * @param dropped leases whose objects are not there
   * @param bypassing processes with more limited objects than before that no lease covers
   */
  public record Outcome(Amounts dropped, List<Usage.OfProcess> bypassing) {}

  /** Corrects the leases by what the kernel counts. */
  public synchronized Outcome reconcile(KernelReading reading) {
    Map<ProcessKey, KernelReading.Owner> owners = reading.owners();
    owners.values().forEach(owner -> account(owner.tenant()));
    Amounts dropped = Amounts.NONE;
    List<Usage.OfProcess> bypassing = new ArrayList<>();
    for (Account account : accounts.values()) {
      Amounts before = account.uncovered();
      Optional<KernelReading.Owner> owner = Optional.ofNullable(owners.get(account.process()));
      dropped = dropped.plus(correct(account, reading, owner));
      if (limits.haveAny(account.cgroup(), account.uncovered().minus(before))) {
        bypassing.add(account.usage());
      }
    }
    accounts.values().removeIf(Account::isEmpty);
    return new Outcome(dropped, bypassing);
  }

  /** Gives what was dropped. */
  private Amounts correct(
      Account account, KernelReading reading, Optional<KernelReading.Owner> owner) {
    Amounts counted = owner.map(reading.objects()::get).orElse(Amounts.NONE);
    Correction correction = account.correction(counted, reading.begun(), inFlight);
    Amounts excess = account.granted().minus(correction.granted());
    Amounts dropped = strike(account, account.drop(excess));
    totals.subtract(account.cgroup(), account.uncovered());
    account.uncovered(
        owner.map(KernelReading.Owner::cgroup).orElse(account.cgroup()), correction.uncovered());
    totals.add(account.cgroup(), account.uncovered());
    return dropped;
  }

  public synchronized Limits limits() {
    return limits;
  }

  /** What is held already stays, even if it is more. */
  public synchronized Limits set(Collection<Limit> changes) {
    limits = limits.with(changes);
    return limits;
  }

  /** What a process holds, the objects that no lease covers among it. */
  public synchronized Amounts of(ProcessKey process) {
    Account account = accounts.get(process);
    return account == null ? Amounts.NONE : account.granted().plus(account.uncovered());
  }

  /** All leases. */
  public synchronized List<Lease> leases() {
    return accounts.values().stream().flatMap(account -> account.leases().stream()).toList();
  }

  /**
   * All that there is to tell.
   *
   * @param now {@link System#nanoTime}
   */
  public synchronized Usage usage(long now) {
    List<Usage.OfProcess> processes = accounts.values().stream().map(Account::usage).toList();
    return new Usage(
        limits,
        totals.all(),
        calls.before("/", now),
        processes.stream().map(Usage.OfProcess::uncovered).reduce(Amounts.NONE, Amounts::plus),
        cgroups().stream()
            .map(path ->
                new Usage.OfCgroup(
                    path, totals.own(path), totals.tree(path), calls.before(path, now)))
            .toList(),
        processes,
        granted,
        refused);
  }

  /** Those in use, and those that have limits of their own. */
  private Set<String> cgroups() {
    Set<String> paths = new TreeSet<>(totals.cgroups());
    limits.all().stream()
        .map(limit -> limit.key().scope())
        .filter(scope -> scope.startsWith("/"))
        .forEach(paths::add);
    return paths;
  }

  /** The sum alone. */
  public synchronized Amounts total() {
    return totals.all();
  }
}
