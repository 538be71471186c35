// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Who holds what, and what may be granted. A decision and its entry are one atomic step: however
 * many processes ask for the last object at once, one gets it. Safe for any number of threads.
 *
 * <p>A process may have a page for {@link Credits}. What it has there is granted and counts against
 * the limits; but it is recalled before anybody is refused for it, and is not shown as in use.
 */
public final class Books {
  private final long inFlight;
  private final Ledger ledger;
  private final Lending lending;
  private final Calls calls = new Calls();
  private final Set<ProcessKey> active = new TreeSet<>();
  private QuotaLimits limits;
  private long granted;
  private long refused;

  /**
   * Empty books.
   *
   * @param inFlight how long after a grant its object may still not exist; below ten minutes
   */
  public Books(QuotaLimits limits, LeaseStore store, Duration inFlight) {
    this.limits = limits;
    this.ledger = new Ledger(store);
    this.lending = new Lending(ledger);
    this.inFlight = inFlight.toNanos();
  }

  /**
   * Grants everything that is asked for, or nothing.
   *
   * @param now {@link System#nanoTime}
   */
  public synchronized RequestVerdict request(Tenant tenant, Amounts wanted, long now) {
    Optional<RequestVerdict.Refused> refusal = refusal(tenant, wanted, now);
    if (refusal.isPresent()) {
      refused++;
      return refusal.get();
    }
    granted++;
    calls.add(tenant.cgroup(), now);
    enter(ledger.of(tenant), tenant.cgroup(), wanted, now);
    return RequestVerdict.GRANTED;
  }

  private void enter(Account account, String cgroup, Amounts wanted, long now) {
    Amounts ahead = lending.ahead(account, cgroup, wanted, limits);
    ledger.grant(account, cgroup, wanted.plus(ahead), now);
    if (!ahead.isNone()) {
      lending.lend(account, ahead, now);
    }
  }

  /** Whether it would be granted now. */
  public synchronized RequestVerdict check(Tenant tenant, Amounts wanted, long now) {
    Optional<RequestVerdict.Refused> refusal = refusal(tenant, wanted, now);
    return refusal.isPresent() ? refusal.get() : RequestVerdict.GRANTED;
  }

  private Optional<RequestVerdict.Refused> refusal(Tenant tenant, Amounts wanted, long now) {
    ledger
        .find(tenant.process())
        .ifPresent(account -> lending.follow(account, tenant.cgroup(), limits, now));
    Optional<Shortage> shortage = shortage(tenant, wanted);
    while (shortage.isPresent() && lending.recall(shortage.get(), now)) {
      shortage = shortage(tenant, wanted);
    }
    return shortage
        .map(one -> one.refused(lending.idle(one)))
        .or(() -> calls.refusal(limits, tenant.cgroup(), now));
  }

  private Optional<Shortage> shortage(Tenant tenant, Amounts wanted) {
    ProcessKey process = tenant.process();
    return Totals.shortage(limits, process, held(process), wanted)
        .or(() -> ledger.totals().shortage(limits, tenant.cgroup(), wanted));
  }

  /** What the process holds, including what it does not use. */
  private Amounts held(ProcessKey process) {
    return ledger
        .find(process)
        .map(account -> account.granted().plus(account.uncovered()))
        .orElse(Amounts.NONE);
  }

  /** Enters a lease that an earlier collector granted, whatever the limits are now. */
  public synchronized void adopt(Lease lease, String comm, long now) {
    Tenant tenant = new Tenant(lease.process(), lease.uid(), comm, lease.cgroup());
    ledger.grant(ledger.of(tenant), lease.cgroup(), lease.amounts(), now);
  }

  /** From now on the process has a page for credits, which may contain some already. */
  public synchronized void attach(Tenant tenant, Credits place, long now) {
    lending.attach(ledger.of(tenant), tenant.cgroup(), place, limits, now);
  }

  /** Notes that leases of the process may be credits in a page that can no longer be read. */
  public synchronized void hideCredits(ProcessKey process) {
    ledger.find(process).ifPresent(Account::hideCredits);
  }

  /**
   * Reads what processes did with their credits; to be called several times a second.
   *
   * @return those that did anything since the last call
   */
  public synchronized Set<ProcessKey> tend(long now) {
    look(now);
    Set<ProcessKey> result = Set.copyOf(active);
    active.clear();
    return result;
  }

  private void look(long now) {
    lending.tend(
        (account, flow) -> {
          active.add(account.process());
          granted += flow.creations();
          calls.add(account.creditsIn(), flow.calls(), now);
        },
        limits,
        now);
  }

  /** A process is in this cgroup now. */
  public synchronized void moved(ProcessKey process, String cgroup, long now) {
    ledger.find(process).ifPresent(account -> lending.follow(account, cgroup, limits, now));
  }

  /**
   * Takes back what a process no longer needs, but never more than it holds.
   *
   * @param cgroup the one that it is in now
   * @return what was taken back
   */
  public synchronized Amounts release(
      ProcessKey process, String cgroup, Amounts amounts, long now) {
    calls.add(cgroup, now);
    return ledger
        .find(process)
        .map(account -> ledger.release(account, cgroup, amounts, now))
        .orElse(Amounts.NONE);
  }

  /**
   * A process has ended, and its objects with it; its page for credits is no longer looked at.
   *
   * @return what it used
   */
  public synchronized Amounts end(ProcessKey process) {
    return ledger.end(process);
  }

  /**
   * What a reading of the kernel's objects changed.
   *
   * @param dropped leases whose objects do not exist
   * @param bypassing processes that have more limited objects without a lease than before
   */
  public record ReconcileResult(Amounts dropped, List<Usage.OfProcess> bypassing) {}

  /** Corrects the leases according to the kernel's count. */
  public synchronized ReconcileResult reconcile(KernelReading reading, long now) {
    Map<ProcessKey, KernelReading.Owner> owners = reading.owners();
    owners.values().forEach(owner -> ledger.of(owner.tenant()));
    Map<ProcessKey, Amounts> used = new HashMap<>();
    ledger.accounts().forEach(account -> used.put(account.process(), account.used()));
    look(now);
    Amounts dropped = Amounts.NONE;
    List<Usage.OfProcess> bypassing = new ArrayList<>();
    for (Account account : ledger.accounts()) {
      Amounts before = account.uncovered();
      Optional<KernelReading.Owner> owner = Optional.ofNullable(owners.get(account.process()));
      Amounts of = used.getOrDefault(account.process(), Amounts.NONE);
      dropped = dropped.plus(correct(account, of, reading, owner));
      if (limits.haveAny(account.cgroup(), unannounced(account.uncovered().minus(before)))) {
        bypassing.add(account.usage());
      }
    }
    ledger.tidy();
    lending.changed(limits, false, now);
    return new ReconcileResult(dropped, bypassing);
  }

  /** Leaves out the entries that drivers add to those that were asked for. */
  private static Amounts unannounced(Amounts uncovered) {
    Amounts result = uncovered;
    for (Resource entries : Resource.ENTRIES) {
      if (uncovered.of(entries.kind()) == 0) {
        result = result.minus(Amounts.of(entries, uncovered.of(entries)));
      }
    }
    return result;
  }

  /** Corrects one process; returns what was dropped. */
  private Amounts correct(
      Account account, Amounts used, KernelReading reading, Optional<KernelReading.Owner> owner) {
    Amounts counted = owner.map(reading.objects()::get).orElse(Amounts.NONE);
    Correction correction = account.correction(used, counted, reading.begun(), inFlight);
    Amounts dropped = ledger.drop(account, used.minus(correction.granted()));
    ledger.uncovered(
        account,
        owner.map(KernelReading.Owner::cgroup).orElse(account.cgroup()),
        correction.uncovered());
    return dropped;
  }

  public synchronized QuotaLimits limits() {
    return limits;
  }

  /** Changes a limit. What is in use stays, even if it is more than the limit. */
  public synchronized QuotaLimits set(Collection<Limit> changes, long now) {
    limits = limits.with(changes);
    lending.changed(limits, true, now);
    return limits;
  }

  /** What a process uses, including objects that no lease covers. */
  public synchronized Amounts of(ProcessKey process) {
    return ledger
        .find(process)
        .map(account -> account.used().plus(account.uncovered()))
        .orElse(Amounts.NONE);
  }

  /** All leases, used or not. */
  public synchronized List<Lease> leases() {
    return ledger.leases();
  }

  /**
   * The usage, for reports.
   *
   * @param now {@link System#nanoTime}
   */
  public synchronized Usage usage(long now) {
    look(now);
    Totals totals = ledger.totals().without(lending.idle());
    List<Usage.OfProcess> processes =
        ledger.accounts().stream().map(Account::usage).filter(Usage.OfProcess::holdsAny).toList();
    return new Usage(
        limits,
        totals.all(),
        calls.before("/", now),
        processes.stream().map(Usage.OfProcess::uncovered).reduce(Amounts.NONE, Amounts::plus),
        cgroups(totals).stream()
            .map(path ->
                new Usage.OfCgroup(
                    path, totals.own(path), totals.tree(path), calls.before(path, now)))
            .toList(),
        processes,
        granted,
        refused);
  }

  /** The cgroups in use, and those that have limits of their own. */
  private Set<String> cgroups(Totals totals) {
    Set<String> paths = new TreeSet<>(totals.cgroups());
    limits.all().stream()
        .map(limit -> limit.key().scope())
        .filter(scope -> scope.startsWith("/"))
        .forEach(paths::add);
    return paths;
  }

  /** Only the sum. */
  public synchronized Amounts total() {
    return ledger.totals().all().minus(lending.idle().all());
  }
}
