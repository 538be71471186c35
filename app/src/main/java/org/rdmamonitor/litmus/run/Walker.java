// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

import java.lang.invoke.VarHandle;
import java.util.List;

/** A thread of a test, in one run. Once the run is over, any thread may read its results. */
final class Walker {
  /** Threads begin an iteration up to 2 to the power of this many spin-wait pauses apart. */
  private static final int DELAY_BITS = 11;

  /** The same with several hosts, whose threads begin as far apart as an RDMA WRITE takes. */
  private static final int DELAY_BITS_OF_HOSTS = 14;

  private final Batch batch;
  private final int thread;
  private final Randomness randomness;
  private final ThreadPlan plan;
  private final List<ProgramStep> steps;
  private final Testbed.Memory memory;
  private final Lanes lanes;
  private final Patience patience;
  private final long[] registers;
  private final int[] hungAt;
  private int slot;
  private int done;

  Walker(Batch batch, int thread, Randomness randomness) {
    this.batch = batch;
    this.thread = thread;
    this.randomness = randomness;
    this.plan = batch.plan().threads().get(thread);
    this.steps = plan.steps();
    this.memory = batch.testbed().memory(plan.node());
    this.lanes = new Lanes(batch, plan, randomness);
    this.patience = new Patience(batch, thread, lanes);
    int instances = 1;
    for (int i = 0; i < batch.size(); i++) {
      instances = Math.max(instances, batch.slot(i) + 1);
    }
    this.registers = new long[instances * plan.registers().size()];
    this.hungAt = new int[instances];
  }

  /** Does all iterations, and waits until everything is in memory. */
  void walk() {
    boolean isAlone = batch.plan().threads().size() == 1;
    while (done < batch.size()) {
      if (randomness.coin()) {
        lanes.settle(patience);
      }
      lanes.makeRoom(patience);
      if (!batch.meeting().meet(patience::meanwhile)) {
        break;
      }
      begin();
      if (!isAlone) {
        delay();
      }
      execute();
      done++;
    }
    lanes.flush(patience);
    patience.end();
  }

  /** How many iterations were done. */
  int done() {
    return done;
  }

  /** What a register holds at the end of an iteration. */
  long register(int slot, int register) {
    return registers[slot * plan.registers().size() + register];
  }

  /** The step at which an iteration gave up waiting; negative if it came to its end. */
  int hungAt(int slot) {
    return hungAt[slot] - 1;
  }

  /** Whether that step would still wait, now that nothing happens any more. */
  boolean isStuck(int slot) {
    ProgramStep step = steps.get(hungAt(slot));
    if (step instanceof ProgramStep.Poll poll) {
      return poll.number() > poll.posted();
    }
    return step instanceof ProgramStep.Await await && !holds(await, slot);
  }

  private void begin() {
    batch.idleFlags().busy(thread, done);
    slot = batch.slot(done);
    lanes.begin(slot);
    patience.begin(done);
  }

  private void delay() {
    int bits = batch.coordination().count() == 0 ? DELAY_BITS : DELAY_BITS_OF_HOSTS;
    int pauses = randomness.coin() ? 0 : randomness.below(1 << randomness.below(bits + 1));
    for (int i = 0; i < pauses; i++) {
      Thread.onSpinWait();
    }
  }

  private void execute() {
    for (int i = 0; i < steps.size(); i++) {
      if (!execute(steps.get(i))) {
        hungAt[slot] = i + 1;
        return;
      }
    }
  }

  /** Executes a step; false if it waited in vain. */
  private boolean execute(ProgramStep step) {
    switch (step) {
      case ProgramStep.Store(Cell cell, ProgramStep.Value value) ->
          memory.store(word(cell), of(value));
      case ProgramStep.Stage(Cell cell, ProgramStep.Value value) ->
          memory.store(word(cell), of(value));
      case ProgramStep.Load(int register, Cell cell) -> set(register, memory.load(word(cell)));
      case ProgramStep.CompareAndSwap cas ->
          set(
              cas.register(),
              memory.compareAndExchange(word(cas.cell()), of(cas.expected()), of(cas.desired())));
      case ProgramStep.Fence() -> VarHandle.fullFence();
      case ProgramStep.Post(int lane, int request) -> lanes.post(lane, request);
      case ProgramStep.Await await -> {
        return await(await);
      }
      case ProgramStep.Poll(int lane, int number, int _) -> {
        return poll(lane, number);
      }
    }
    return true;
  }

  private boolean await(ProgramStep.Await await) {
    patience.beginWait();
    while (!holds(await, slot)) {
      if (!patience.hasMore()) {
        return false;
      }
    }
    patience.endWait();
    return true;
  }

  private boolean holds(ProgramStep.Await await, int where) {
    long value = memory.load(batch.word(plan.node(), await.cell(), where));
    return await
        .comparison()
        .holds(value, await.value().of(registers, where * plan.registers().size()));
  }

  private boolean poll(int lane, int number) {
    patience.beginWait();
    while (!lanes.hasCompleted(lane, number)) {
      if (!patience.hasMore()) {
        return false;
      }
    }
    patience.endWait();
    return true;
  }

  private int word(Cell cell) {
    return batch.word(plan.node(), cell, slot);
  }

  private long of(ProgramStep.Value value) {
    return value.of(registers, slot * plan.registers().size());
  }

  private void set(int register, long value) {
    registers[slot * plan.registers().size() + register] = value;
  }
}
