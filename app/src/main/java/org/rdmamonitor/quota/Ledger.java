// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The leases, their sums, and their store; the three always agree. For one thread at a time. */
final class Ledger {
  private final LeaseStore store;
  private final Map<ProcessKey, Account> accounts = new TreeMap<>();
  private final Totals totals = new Totals();

  Ledger(LeaseStore store) {
    this.store = store;
  }

  Totals totals() {
    return totals;
  }

  Collection<Account> accounts() {
    return accounts.values();
  }

  Optional<Account> find(ProcessKey process) {
    return Optional.ofNullable(accounts.get(process));
  }

  /** The account of a process, which is opened if there is none. */
  Account of(Tenant tenant) {
    return accounts.computeIfAbsent(
        tenant.process(),
        process -> new Account(process, tenant.uid(), tenant.comm(), tenant.cgroup()));
  }

  void grant(Account account, String cgroup, Amounts amounts, long now) {
    Lease lease = account.grant(cgroup, amounts, now);
    totals.add(cgroup, amounts);
    store.holds(lease);
  }

  /** Takes back at most what is held; returns what was taken back. */
  Amounts release(Account account, String cgroup, Amounts amounts, long now) {
    return strike(account, account.release(cgroup, amounts, now));
  }

  /** Takes back leases for which no object exists. */
  Amounts drop(Account account, Amounts amounts) {
    return strike(account, account.drop(amounts));
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

  /** Sets which objects of a process no lease covers, in the cgroup where it is now. */
  void uncovered(Account account, String cgroup, Amounts amounts) {
    totals.subtract(account.cgroup(), account.uncovered());
    account.uncovered(cgroup, amounts);
    totals.add(account.cgroup(), account.uncovered());
  }

  /** Closes the account of a process that has ended; returns what it used. */
  Amounts end(ProcessKey process) {
    Account account = accounts.remove(process);
    if (account == null) {
      return Amounts.NONE;
    }
    Amounts used = account.used();
    totals.subtract(account.cgroup(), account.uncovered());
    for (Lease lease : account.leases()) {
      totals.subtract(lease.cgroup(), lease.amounts());
      store.holds(new Lease(lease.process(), lease.uid(), lease.cgroup(), Amounts.NONE));
    }
    return used;
  }

  /** Closes the accounts that are empty. */
  void tidy() {
    accounts.values().removeIf(Account::isEmpty);
  }

  List<Lease> leases() {
    return accounts.values().stream().flatMap(account -> account.leases().stream()).toList();
  }
}
