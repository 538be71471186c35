// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.rdmamonitor.litmus.language.Instruction;
import org.rdmamonitor.litmus.language.Instruction.Await;
import org.rdmamonitor.litmus.language.Instruction.CompareAndSwap;
import org.rdmamonitor.litmus.language.Instruction.Load;
import org.rdmamonitor.litmus.language.Instruction.Poll;
import org.rdmamonitor.litmus.language.Instruction.Request;
import org.rdmamonitor.litmus.language.Instruction.Store;
import org.rdmamonitor.litmus.language.Source;
import org.rdmamonitor.litmus.model.Event.EventKind;
import org.rdmamonitor.litmus.model.Plan.Entry;

/** All events of a plan, by where they happen. A number is -1 where there is no event. */
final class Events {
  private final Plan plan;
  private final boolean isRxe;
  private final List<Event> all = new ArrayList<>();

  /** By thread and instruction. */
  final int[][] instruction;

  /** By thread and entry of its store buffer: drain or submit. */
  final int[][] buffer;

  /** By queue pair and operation: the local read of a put. */
  final int[][] localRead;

  /** By queue pair and operation: what is done at the remote node. */
  final int[][] remote;

  /** By queue pair and operation. */
  final int[][] retire;

  /** By queue pair and operation. */
  final int[][] commitRemote;

  /** By queue pair and operation. */
  final int[][] commitLocal;

  Events(Plan plan, ModelOptions options) {
    this.plan = plan;
    isRxe = options.isRxe();
    int threads = plan.buffers.size();
    instruction = new int[threads][];
    buffer = new int[threads][];
    for (int thread = 0; thread < threads; thread++) {
      addThread(thread);
    }
    int pairs = plan.queuePairs.size();
    localRead = new int[pairs][];
    remote = new int[pairs][];
    retire = new int[pairs][];
    commitRemote = new int[pairs][];
    commitLocal = new int[pairs][];
    plan.queuePairs.forEach(this::addQueuePair);
  }

  int count() {
    return all.size();
  }

  Event get(int id) {
    return all.get(id);
  }

  List<Event> all() {
    return all;
  }

  private void addThread(int thread) {
    List<Instruction> code = plan.code(thread);
    instruction[thread] = new int[code.size()];
    for (int i = 0; i < code.size(); i++) {
      Instruction step = code.get(i);
      int reads =
          switch (step) {
            case Load load -> plan.locationNumber(load.location());
            case Await await -> plan.locationNumber(await.location());
            case CompareAndSwap swap -> plan.locationNumber(swap.location());
            case Instruction.InlinePut put -> plan.locationNumber(source(put));
            default -> -1;
          };
      EventKind kind = kind(step);
      int writes =
          switch (step) {
            case CompareAndSwap swap -> plan.locationNumber(swap.location());
            case Store store when kind == EventKind.AUXILIARY_STORE ->
                plan.locationNumber(store.location());
            default -> -1;
          };
      instruction[thread][i] = add(kind, thread, i, -1, -1, reads, writes);
    }
    List<Entry> entries = plan.buffers.get(thread);
    buffer[thread] = new int[entries.size()];
    for (int i = 0; i < entries.size(); i++) {
      Entry entry = entries.get(i);
      EventKind kind = entry.isStore() ? EventKind.DRAIN : EventKind.SUBMIT;
      int writes =
          code.get(entry.instruction()) instanceof Store store
              ? plan.locationNumber(store.location())
              : -1;
      buffer[thread][i] =
          add(kind, thread, entry.instruction(), entry.queuePair(), entry.operation(), -1, writes);
    }
  }

  private EventKind kind(Instruction step) {
    return switch (step) {
      case Store store when plan.isAuxiliary(store.location()) -> EventKind.AUXILIARY_STORE;
      case Store _, Request _ -> EventKind.POST;
      case Load _ -> EventKind.LOAD;
      case Await _ -> EventKind.AWAIT;
      case CompareAndSwap _ -> EventKind.SWAP;
      case Instruction.Fence _ -> EventKind.FENCE;
      case Poll _ -> EventKind.POLL;
    };
  }

  private static String source(Instruction.InlinePut put) {
    return put.source() instanceof Source.Memory memory ? memory.location() : "";
  }

  private void addQueuePair(QueuePair pair) {
    int q = pair.index;
    for (int[][] table : List.of(localRead, remote, retire, commitRemote, commitLocal)) {
      table[q] = new int[pair.operations.size()];
      Arrays.fill(table[q], -1);
    }
    for (Operation operation : pair.operations) {
      int o = operation.index();
      int local = operation.local();
      int far = operation.remote();
      switch (operation.kind()) {
        case PUT -> {
          localRead[q][o] = add(EventKind.LOCAL_READ, pair, operation, local, -1);
          addWrite(pair, operation);
        }
        case INLINE_PUT -> addWrite(pair, operation);
        case GET -> {
          remote[q][o] = add(EventKind.REMOTE_READ, pair, operation, far, -1);
          commitLocal[q][o] = add(EventKind.COMMIT_LOCAL, pair, operation, -1, local);
        }
        case ATOMIC -> {
          remote[q][o] = add(EventKind.ATOMIC, pair, operation, far, -1);
          commitRemote[q][o] = add(EventKind.COMMIT_REMOTE, pair, operation, -1, far);
          commitLocal[q][o] = add(EventKind.COMMIT_LOCAL, pair, operation, -1, local);
        }
        case FENCE -> {
          // A fence does nothing but leave the pipe.
        }
      }
      retire[q][o] = add(EventKind.RETIRE, pair, operation, -1, -1);
    }
  }

  private void addWrite(QueuePair pair, Operation operation) {
    int q = pair.index;
    int target = operation.remote();
    remote[q][operation.index()] =
        add(EventKind.REMOTE_WRITE, pair, operation, -1, isRxe ? target : -1);
    if (!isRxe) {
      commitRemote[q][operation.index()] =
          add(EventKind.COMMIT_REMOTE, pair, operation, -1, target);
    }
  }

  private int add(EventKind kind, QueuePair pair, Operation operation, int reads, int writes) {
    return add(
        kind, pair.thread, operation.instruction(), pair.index, operation.index(), reads, writes);
  }

  private int add(
      EventKind kind, int thread, int step, int queuePair, int operation, int reads, int writes) {
    all.add(new Event(all.size(), kind, thread, step, queuePair, operation, reads, writes));
    return all.size() - 1;
  }
}
