// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

import java.util.ArrayList;
import java.util.List;
import org.rdmamonitor.litmus.language.Expression;
import org.rdmamonitor.litmus.language.Instruction;
import org.rdmamonitor.litmus.language.Source;
import org.rdmamonitor.litmus.language.ThreadCode;
import org.rdmamonitor.litmus.run.Planner.LaneDraft;
import org.rdmamonitor.litmus.run.RequestPlan.Operation;

/** Translates a thread's instructions into steps. */
final class ThreadPlanner {
  private final ThreadCode code;
  private final Planner planner;
  private final int node;
  private final List<Integer> lanes = new ArrayList<>();
  private final List<ProgramStep> steps = new ArrayList<>();
  private final List<String> registers = new ArrayList<>();

  ThreadPlanner(ThreadCode code, Planner planner) {
    this.code = code;
    this.planner = planner;
    this.node = planner.node(code.node());
  }

  void add(Instruction instruction) {
    switch (instruction) {
      case Instruction.Store store ->
          steps.add(new ProgramStep.Store(planner.cell(store.location()), value(store.value())));
      case Instruction.Load load ->
          steps.add(new ProgramStep.Load(register(load.register()), planner.cell(load.location())));
      case Instruction.CompareAndSwap cas ->
          steps.add(
              new ProgramStep.CompareAndSwap(
                  register(cas.register()),
                  planner.cell(cas.location()),
                  value(cas.expected()),
                  value(cas.desired())));
      case Instruction.Fence _ -> steps.add(new ProgramStep.Fence());
      case Instruction.Await await ->
          steps.add(
              new ProgramStep.Await(
                  planner.cell(await.location()), await.comparison(), value(await.value())));
      case Instruction.Poll _ -> poll(instruction);
      case Instruction.RemoteFence _ -> lane(instruction).fence();
      case Instruction.Put put ->
          post(put, Operation.WRITE, false, source(put.source()), put.remote(), 0, 0);
      case Instruction.InlinePut put ->
          post(put, Operation.WRITE, true, inline(put.source()), put.remote(), 0, 0);
      case Instruction.Get get ->
          post(get, Operation.READ, false, planner.cell(get.location()), get.remote(), 0, 0);
      case Instruction.FetchAndAdd add ->
          post(
              add,
              Operation.FETCH_AND_ADD,
              false,
              planner.cell(add.location()),
              add.remote(),
              add.addend(),
              0);
      case Instruction.RemoteCompareAndSwap cas ->
          post(
              cas,
              Operation.COMPARE_AND_SWAP,
              false,
              planner.cell(cas.location()),
              cas.remote(),
              cas.expected(),
              cas.desired());
    }
  }

  ThreadPlan finish() {
    return new ThreadPlan("P" + code.index(), node, lanes, steps, registers);
  }

  private void poll(Instruction instruction) {
    LaneDraft lane = lane(instruction);
    steps.add(
        new ProgramStep.Poll(lanes.indexOf(index(instruction)), lane.nextPoll(), lane.posted()));
  }

  private void post(
      Instruction instruction,
      Operation operation,
      boolean inline,
      Cell local,
      String remote,
      long compareOrAdd,
      long swap) {
    LaneDraft lane = lane(instruction);
    int request =
        lane.add(
            new RequestPlan(
                operation,
                inline,
                lane.takeFence(),
                local,
                planner.cell(remote),
                compareOrAdd,
                swap));
    steps.add(new ProgramStep.Post(lanes.indexOf(index(instruction)), request));
  }

  private Cell source(Source source) {
    return switch (source) {
      case Source.Memory(String location) -> planner.cell(location);
      case Source.Value(Expression value) -> planner.draft(node).constant(value.constant());
    };
  }

  /** Where an inline put takes its data from when the processor posts it. */
  private Cell inline(Source source) {
    return switch (source) {
      case Source.Memory(String location) -> planner.cell(location);
      case Source.Value(Expression value) -> {
        Cell stage = planner.draft(node).stage();
        steps.add(new ProgramStep.Stage(stage, value(value)));
        yield stage;
      }
    };
  }

  private LaneDraft lane(Instruction instruction) {
    return planner.lane(index(instruction));
  }

  private Integer index(Instruction instruction) {
    int index = planner.lane(code.index(), node, planner.remoteOf(instruction));
    if (!lanes.contains(index)) {
      lanes.add(index);
    }
    return index;
  }

  private ProgramStep.Value value(Expression expression) {
    return new ProgramStep.Value(
        expression.register().map(this::register).orElse(-1), expression.constant());
  }

  private int register(String name) {
    if (!registers.contains(name)) {
      registers.add(name);
    }
    return registers.indexOf(name);
  }
}
