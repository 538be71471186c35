// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota;

import java.util.ArrayList;
import java.util.List;

/**
 * Leases that processes hold as credits: granted ahead while there is room, and recalled as soon as
 * somebody would be refused for lack of them. For one thread at a time; meanwhile processes take
 * credits and give them back.
 */
final class Lending {
  private final Ledger ledger;

  Lending(Ledger ledger) {
    this.ledger = ledger;
  }

  /** From now on the process has a page for credits. */
  void attach(Account account, String cgroup, Credits place, QuotaLimits limits, long now) {
    if (account.credits().filter(place::equals).isPresent()) {
      follow(account, cgroup, limits, now);
      return;
    }
    account.attach(place);
    account.creditsIn(cgroup);
    place.shut(false);
    arrange(account, limits, now);
  }

  /**
   * The process has moved to another cgroup: its credits are no longer leases of the former one.
   */
  void follow(Account account, String cgroup, QuotaLimits limits, long now) {
    if (account.credits().isPresent() && !account.creditsIn().equals(cgroup)) {
      recallAll(account, now);
      account.creditsIn(cgroup);
      arrange(account, limits, now);
    }
  }

  /**
   * If calls are limited, or more is in use than a limit allows, the process has to ask for each
   * object.
   */
  private void arrange(Account account, QuotaLimits limits, long now) {
    Amounts held = account.granted().plus(account.uncovered());
    String cgroup = account.creditsIn();
    account.use(
        !limits.isLimited(cgroup, Resource.CALLS)
            && !ledger.totals().isExceeded(limits, cgroup, held));
    if (!account.usesCredits()) {
      recallAll(account, now);
    }
  }

  /** Limits have changed, or more is in use than they allow. */
  void changed(QuotaLimits limits, boolean isAllRecalled, long now) {
    List<Account> holders =
        ledger.accounts().stream().filter(account -> account.credits().isPresent()).toList();
    if (isAllRecalled) {
      holders.forEach(account -> recallAll(account, now));
    }
    holders.forEach(account -> arrange(account, limits, now));
  }

  /**
   * What may be granted beyond what was asked for; nothing if the process has no page for credits.
   */
  Amounts ahead(Account account, String cgroup, Amounts wanted, QuotaLimits limits) {
    if (!account.usesCredits()) {
      return Amounts.NONE;
    }
    Amounts held = account.granted().plus(account.uncovered());
    Totals totals = ledger.totals();
    Amounts room = totals.room(limits, cgroup, held);
    int sharers = (int) ledger.accounts().stream().filter(one -> one.credits().isPresent()).count();
    return account.pace().next(wanted, account.idle(), room.minus(wanted), sharers);
  }

  /**
   * Puts what was granted ahead into the page, where the process can take it; it is in the ledger
   * already.
   */
  void lend(Account account, Amounts ahead, long now) {
    boolean isLent = account.credits().map(place -> place.add(ahead)).orElse(false);
    if (!isLent) {
      ledger.release(account, account.creditsIn(), ahead, now);
    }
  }

  /**
   * Takes back unused credits, if that ends a shortage. Returns whether it did; if not, there was
   * one moment at which everything that the limit allows was really in use.
   */
  boolean recall(Shortage shortage, long now) {
    List<Account> holders =
        ledger.accounts().stream()
            .filter(account -> account.credits().isPresent())
            .filter(shortage.concerns())
            .toList();
    if (!shortage.canEnd() || holders.isEmpty()) {
      return false;
    }
    if (idle(holders, shortage) >= shortage.missing() && take(holders, shortage, now)) {
      return true;
    }
    // While the credits were added up, one process may have given back after it was looked at, and
    // another taken before: shut all and look again.
    holders.forEach(account -> shut(account, true));
    try {
      return idle(holders, shortage) >= shortage.missing() && take(holders, shortage, now);
    } finally {
      holders.forEach(account -> shut(account, false));
    }
  }

  private static void shut(Account account, boolean isShut) {
    account.credits().ifPresent(place -> place.shut(isShut));
  }

  /** How much of the resource that is short is held as unused credits. */
  long idle(Shortage shortage) {
    return idle(ledger.accounts().stream().filter(shortage.concerns()).toList(), shortage);
  }

  private static long idle(List<Account> holders, Shortage shortage) {
    long sum = 0;
    for (Account account : holders) {
      long idle = account.idle(shortage.resource());
      sum = idle > Long.MAX_VALUE - sum ? Long.MAX_VALUE : sum + idle;
    }
    return sum;
  }

  private boolean take(List<Account> holders, Shortage shortage, long now) {
    long missing = shortage.missing();
    boolean hasTaken = false;
    for (Account account : holders) {
      if (missing > 0) {
        long taken = take(account, shortage.of(missing), now).of(shortage.resource());
        if (taken > 0) {
          account.pace().slowDown(shortage.resource());
          hasTaken = true;
        }
        missing -= taken;
      }
    }
    return hasTaken;
  }

  private Amounts take(Account account, Amounts most, long now) {
    Amounts taken = account.credits().map(place -> place.take(most)).orElse(Amounts.NONE);
    return taken.isNone() ? Amounts.NONE : ledger.release(account, account.creditsIn(), taken, now);
  }

  private void recallAll(Account account, long now) {
    take(account, account.credits().map(Credits::idle).orElse(Amounts.NONE), now);
  }

  /** Reads what processes did without asking since the last call. */
  interface Told {
    void of(Account account, Credits.Flow flow);
  }

  /** Enters what processes did without asking, and takes back what they do not need. */
  void tend(Told told, QuotaLimits limits, long now) {
    for (Account account : new ArrayList<>(ledger.accounts())) {
      account.credits().ifPresent(place -> tend(account, place, told, now));
      if (account.credits().isPresent() && !account.usesCredits()) {
        arrange(account, limits, now);
      }
    }
  }

  private void tend(Account account, Credits place, Told told, long now) {
    enter(account, place, told, now);
    Amounts idle = place.idle();
    // It has no more credits than leases, whatever it wrote into the page.
    Amounts surplus = idle.minus(account.granted());
    if (!surplus.isNone()) {
      place.take(surplus);
    }
    Amounts useless = useless(idle.min(account.granted()));
    if (!useless.isNone()) {
      take(account, useless, now);
    }
  }

  /** Enters what a process did without asking. */
  private static void enter(Account account, Credits place, Told told, long now) {
    Credits.Flow flow = place.flow();
    if (!flow.isNone()) {
      account.moved(flow, now);
      told.of(account, flow);
    }
  }

  private static Amounts useless(Amounts idle) {
    Amounts useless = Amounts.NONE;
    for (Resource kind : Resource.OBJECTS) {
      long count = idle.of(kind);
      if (count > Credits.MOST) {
        long surplus = count - Credits.MOST;
        useless = useless.plus(Amounts.objects(kind, surplus, idle.sizeOf(kind) / count * surplus));
      }
    }
    return useless;
  }

  /** What processes do not use, by cgroup. */
  Totals idle() {
    Totals idle = new Totals();
    ledger.accounts().forEach(account -> account.idleByCgroup().forEach(idle::add));
    return idle;
  }
}
