// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota;

import java.util.concurrent.atomic.AtomicReference;

/** Credits without a page, with the end of the process: it takes and gives as the library does. */
final class FakeCredits implements Credits {
  private record Word(boolean isShut, Amounts amounts) {}

  private final AtomicReference<Word> qp = new AtomicReference<>(new Word(false, Amounts.NONE));
  private final AtomicReference<Word> mr = new AtomicReference<>(new Word(false, Amounts.NONE));
  private final AtomicReference<Amounts> taken = new AtomicReference<>(Amounts.NONE);
  private final AtomicReference<Amounts> given = new AtomicReference<>(Amounts.NONE);
  private Amounts takenBefore = Amounts.NONE;
  private Amounts givenBefore = Amounts.NONE;
  volatile boolean isUsed;

  /** Happens just before the collector looks. */
  Runnable beforeLook = () -> {};

  /** Happens just before the collector recalls. */
  Runnable beforeRecall = () -> {};

  private AtomicReference<Word> of(Amounts amounts) {
    return amounts.of(Resource.QP) > 0 ? qp : mr;
  }

  /** As the process: a queue pair or a region. */
  boolean takeOne(Amounts one) {
    Word before = of(one).get();
    taken.updateAndGet(sum -> sum.plus(one));
    while (isUsed && !before.isShut() && before.amounts().min(one).equals(one)) {
      if (of(one).compareAndSet(before, new Word(false, before.amounts().minus(one)))) {
        return true;
      }
      before = of(one).get();
    }
    taken.updateAndGet(sum -> sum.minus(one));
    return false;
  }

  /** As the process. */
  void giveOne(Amounts one) {
    given.updateAndGet(sum -> sum.plus(one));
    of(one).updateAndGet(word -> new Word(word.isShut(), word.amounts().plus(one)));
  }

  /** As a process that writes what it likes. */
  void write(Amounts idle) {
    qp.set(new Word(false, Amounts.of(Resource.QP, idle.of(Resource.QP))));
    mr.set(new Word(false, idle.minus(Amounts.of(Resource.QP, idle.of(Resource.QP)))));
  }

  @Override
  public Amounts idle() {
    beforeLook.run();
    return qp.get().amounts().plus(mr.get().amounts());
  }

  @Override
  public Amounts take(Amounts most) {
    beforeRecall.run();
    return take(qp, most).plus(take(mr, most));
  }

  private static Amounts take(AtomicReference<Word> word, Amounts most) {
    Word before = word.getAndUpdate(old -> new Word(old.isShut(), old.amounts().minus(most)));
    return before.amounts().min(most);
  }

  @Override
  public boolean add(Amounts amounts) {
    of(amounts).updateAndGet(word -> new Word(word.isShut(), word.amounts().plus(amounts)));
    return true;
  }

  @Override
  public void shut(boolean isShut) {
    qp.updateAndGet(word -> new Word(isShut, word.amounts()));
    mr.updateAndGet(word -> new Word(isShut, word.amounts()));
  }

  @Override
  public void use(boolean use) {
    isUsed = use;
  }

  @Override
  public synchronized Flow flow() {
    Amounts takenNow = taken.get();
    Amounts givenNow = given.get();
    Flow flow = new Flow(takenNow.minus(takenBefore), givenNow.minus(givenBefore));
    takenBefore = takenNow;
    givenBefore = givenNow;
    return flow;
  }
}
