// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.model;

import java.util.ArrayList;
import java.util.List;
import org.rdmamonitor.litmus.language.Instruction.FetchAndAdd;
import org.rdmamonitor.litmus.language.Instruction.Get;
import org.rdmamonitor.litmus.language.Instruction.InlinePut;
import org.rdmamonitor.litmus.language.Instruction.Put;
import org.rdmamonitor.litmus.language.Instruction.RemoteAccess;
import org.rdmamonitor.litmus.language.Instruction.RemoteCompareAndSwap;
import org.rdmamonitor.litmus.language.Instruction.RemoteFence;
import org.rdmamonitor.litmus.language.Instruction.Request;
import org.rdmamonitor.litmus.language.Source;
import org.rdmamonitor.litmus.model.Operation.Before;
import org.rdmamonitor.litmus.model.Operation.OperationKind;

/** All requests that a thread posts to a node, in order. */
final class QueuePair {
  /** One long of a state has a bit for each get, and a few bits to spare. */
  private static final int MOST_GETS = 60;

  final int index;
  final int thread;
  final String node;
  final List<Operation> operations = new ArrayList<>();
  private int reads;
  private int writes;
  private int gets;
  private int data;
  private int fences;
  private int lastRead;

  QueuePair(int index, int thread, String node) {
    this.index = index;
    this.thread = thread;
    this.node = node;
  }

  /** Adds a request; its locations are named by the plan's numbers. */
  Operation add(Plan plan, Request request, int instruction, int entry) {
    OperationKind kind = kind(request);
    boolean isWrite =
        kind == OperationKind.PUT
            || kind == OperationKind.INLINE_PUT
            || kind == OperationKind.ATOMIC;
    boolean isData = kind == OperationKind.GET || kind == OperationKind.ATOMIC;
    Operation operation =
        new Operation(
            kind,
            request,
            instruction,
            entry,
            operations.size(),
            plan.locationNumber(local(request)),
            plan.locationNumber(remote(request)),
            kind == OperationKind.PUT ? reads++ : -1,
            isWrite ? writes++ : -1,
            kind == OperationKind.GET ? gets++ : -1,
            isData ? data++ : -1,
            kind == OperationKind.FENCE ? fences++ : -1,
            before(kind, isWrite));
    operations.add(operation);
    if (gets > MOST_GETS) {
      throw new LitmusLimitException(
          "%s: P%d has more than %d gets from %s; take some away, or check it with --axiomatic"
              .formatted(plan.test.name(), thread, MOST_GETS, node));
    }
    lastRead = isData ? operations.size() : lastRead;
    return operation;
  }

  int reads() {
    return reads;
  }

  int writes() {
    return writes;
  }

  int gets() {
    return gets;
  }

  int data() {
    return data;
  }

  int fences() {
    return fences;
  }

  /** The operations whose completions polls take, in order. */
  List<Operation> completions() {
    return operations.stream().filter(Operation::completes).toList();
  }

  private Before before(OperationKind kind, boolean isWrite) {
    long earlierGets = (1L << (kind == OperationKind.GET ? gets - 1 : gets)) - 1;
    return new Before(
        isWrite ? writes - 1 : writes,
        kind == OperationKind.FENCE ? fences - 1 : fences,
        earlierGets,
        lastRead);
  }

  private static OperationKind kind(Request request) {
    return switch (request) {
      case Put _ -> OperationKind.PUT;
      case InlinePut _ -> OperationKind.INLINE_PUT;
      case Get _ -> OperationKind.GET;
      case FetchAndAdd _, RemoteCompareAndSwap _ -> OperationKind.ATOMIC;
      case RemoteFence _ -> OperationKind.FENCE;
    };
  }

  private static String local(Request request) {
    return switch (request) {
      case Put put -> put.source() instanceof Source.Memory memory ? memory.location() : "";
      case InlinePut put -> put.source() instanceof Source.Memory memory ? memory.location() : "";
      case Get get -> get.location();
      case FetchAndAdd add -> add.location();
      case RemoteCompareAndSwap swap -> swap.location();
      case RemoteFence _ -> "";
    };
  }

  private static String remote(Request request) {
    return request instanceof RemoteAccess access ? access.remote() : "";
  }
}
