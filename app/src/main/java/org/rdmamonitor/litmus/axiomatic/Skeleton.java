// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.axiomatic;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.rdmamonitor.litmus.axiomatic.Access.Read;
import org.rdmamonitor.litmus.axiomatic.Access.Write;
import org.rdmamonitor.litmus.axiomatic.Point.Kind;
import org.rdmamonitor.litmus.language.Comparison;
import org.rdmamonitor.litmus.language.Expression;
import org.rdmamonitor.litmus.language.Instruction;
import org.rdmamonitor.litmus.language.Instruction.Await;
import org.rdmamonitor.litmus.language.Instruction.CompareAndSwap;
import org.rdmamonitor.litmus.language.Instruction.FetchAndAdd;
import org.rdmamonitor.litmus.language.Instruction.Get;
import org.rdmamonitor.litmus.language.Instruction.InlinePut;
import org.rdmamonitor.litmus.language.Instruction.Load;
import org.rdmamonitor.litmus.language.Instruction.Poll;
import org.rdmamonitor.litmus.language.Instruction.Put;
import org.rdmamonitor.litmus.language.Instruction.RemoteAccess;
import org.rdmamonitor.litmus.language.Instruction.RemoteCompareAndSwap;
import org.rdmamonitor.litmus.language.Instruction.RemoteFence;
import org.rdmamonitor.litmus.language.Instruction.Request;
import org.rdmamonitor.litmus.language.Instruction.Store;
import org.rdmamonitor.litmus.language.LitmusTest;
import org.rdmamonitor.litmus.language.Operand;
import org.rdmamonitor.litmus.language.Source;
import org.rdmamonitor.litmus.language.ThreadCode;

/**
 * What all executions of a shape have in common: their points, reads and writes, and the edges and
 * choices that do not depend on who reads what.
 */
final class Skeleton {
  /** A thread that waits for ever: the comparison that must not hold at the end. */
  record Wait(String location, Comparison comparison, Value value) {}

  final LitmusTest test;
  final Shape shape;
  final List<Point> points = new ArrayList<>();
  final List<Edge> edges = new ArrayList<>();
  final List<Choice> choices = new ArrayList<>();
  final List<Read> reads = new ArrayList<>();
  final List<Write> writes = new ArrayList<>();
  final List<Demand> demands = new ArrayList<>();
  final List<Wait> waits = new ArrayList<>();
  final List<PostedOperations> queuePairs = new ArrayList<>();

  /** By register: what it holds at the end. */
  private final Map<Operand.Register, Value> registers = new HashMap<>();

  Skeleton(LitmusTest test, Shape shape) {
    this.test = test;
    this.shape = shape;
    test.threads().forEach(thread -> new ThreadPoints(thread).add());
  }

  /** What a register holds at the end. */
  Value register(Operand.Register register) {
    return registers.getOrDefault(register, Value.of(0));
  }

  void order(int from, int to, Relation relation) {
    if (from >= 0 && to >= 0) {
      edges.add(new Edge(from, to, relation));
    }
  }

  /**
   * The points of one thread, in the order in which the thread and its store buffer go through
   * them.
   */
  private final class ThreadPoints {
    private final ThreadCode code;
    private final Map<String, PostedOperations> pairs = new TreeMap<>();
    private final Map<String, Integer> polls = new HashMap<>();
    private int row;
    private int lastStep = -1;
    private int lastLeave = -1;

    ThreadPoints(ThreadCode code) {
      this.code = code;
    }

    void add() {
      int end = shape.ends().get(code.index());
      for (row = 0; row < end; row++) {
        add(code.instructions().get(row));
      }
      if (end < code.instructions().size() && code.instructions().get(end) instanceof Await await) {
        waits.add(new Wait(await.location(), await.comparison(), value(await.value())));
      }
      queuePairs.addAll(pairs.values());
    }

    private int point(Kind kind, String place) {
      Instruction instruction = code.instructions().get(row);
      points.add(new Point(points.size(), kind, code.index(), row + 1, instruction, place));
      return points.size() - 1;
    }

    private int step(String place) {
      int step = point(Kind.STEP, place);
      order(lastStep, step, Relation.PROGRAM_ORDER);
      lastStep = step;
      return step;
    }

    private int leave(int step, String place) {
      int leave = point(Kind.LEAVE, place);
      order(step, leave, Relation.STORE_BUFFER);
      order(lastLeave, leave, Relation.STORE_BUFFER);
      lastLeave = leave;
      return leave;
    }

    private void add(Instruction instruction) {
      switch (instruction) {
        case Store(String location, Expression value) -> {
          int step = step(location);
          if (isAuxiliary(location)) {
            writes.add(new Write(location, step, -1, step, value(value)));
          } else {
            int leave = leave(step, location);
            writes.add(new Write(location, leave, code.index(), step, value(value)));
          }
        }
        case Load(String register, String location) -> load(register, location);
        case CompareAndSwap swap -> swap(swap);
        case Instruction.Fence _ -> order(lastLeave, step(""), Relation.STORE_BUFFER);
        case Await(String location, Comparison comparison, Expression value) -> {
          Value right = value(value);
          demands.add(new Demand(buffered(location), comparison, right, true));
        }
        case Poll(String node) -> poll(node);
        case Request request -> post(request);
      }
    }

    /** A read of memory; gives the value that is read. */
    private Value read(String location, int point, int thread) {
      reads.add(new Read(reads.size(), location, point, thread));
      return new Value(reads.size() - 1, 0);
    }

    /** A read by the processor, which sees the thread's store buffer. */
    private Value buffered(String location) {
      return read(location, step(location), isAuxiliary(location) ? -1 : code.index());
    }

    private void load(String register, String location) {
      registers.put(new Operand.Register(code.index(), register), buffered(location));
    }

    private void swap(CompareAndSwap swap) {
      Value expected = value(swap.expected());
      Value desired = value(swap.desired());
      int step = step(swap.location());
      order(lastLeave, step, Relation.STORE_BUFFER);
      Value old = read(swap.location(), step, -1);
      boolean swaps = shape.swaps(code.index(), row);
      demands.add(new Demand(old, Comparison.EQUAL, expected, swaps));
      if (swaps) {
        writes.add(new Write(swap.location(), step, -1, step, desired));
      }
      registers.put(new Operand.Register(code.index(), swap.register()), old);
    }

    /**
     * A poll comes after the end of the operation whose completion it takes, and after data that
     * was on its way to memory ahead of that.
     */
    private void poll(String node) {
      int step = step(node);
      List<OperationPoints> completing = pair(node).completing();
      OperationPoints polled = completing.get(polls.merge(node, 1, Integer::sum) - 1);
      order(polled.finish(), step, Relation.POLLS_FROM);
      for (OperationPoints earlier : completing) {
        order(earlier.local(), step, Relation.POLLS_FROM);
        if (earlier.equals(polled)) {
          return;
        }
      }
    }

    private PostedOperations pair(String node) {
      return pairs.computeIfAbsent(node, _ -> new PostedOperations(code.index(), node));
    }

    private void post(Request request) {
      String far = request instanceof RemoteAccess access ? access.remote() : "";
      String node = test.node(request);
      int step = step(far);
      Value carried =
          request instanceof InlinePut put
              ? switch (put.source()) {
                case Source.Memory(String location) -> read(location, step, code.index());
                case Source.Value(Expression value) -> value(value);
              }
              : Value.of(0);
      int sent = leave(step, far);
      pair(node)
          .operations()
          .add(
              switch (request) {
                case Put put -> put(put, sent);
                case InlinePut put -> write(put, sent, -1, carried);
                case Get get -> get(get, sent);
                case FetchAndAdd add -> {
                  int atomic = point(Kind.ATOMIC, far);
                  Value old = read(far, atomic, -1);
                  Value sum = new Value(old.read(), add.addend());
                  yield atomic(add, sent, atomic, old, add.location(), Optional.of(sum));
                }
                case RemoteCompareAndSwap swap -> {
                  int atomic = point(Kind.ATOMIC, far);
                  Value old = read(far, atomic, -1);
                  boolean swaps = shape.swaps(code.index(), row);
                  demands.add(new Demand(old, Comparison.EQUAL, Value.of(swap.expected()), swaps));
                  Optional<Value> written =
                      swaps ? Optional.of(Value.of(swap.desired())) : Optional.empty();
                  yield atomic(swap, sent, atomic, old, swap.location(), written);
                }
                case RemoteFence fence ->
                    new OperationPoints(
                        request, sent, -1, -1, -1, point(Kind.FINISH, fence.node()), -1);
              });
    }

    private OperationPoints put(Put put, int sent) {
      return switch (put.source()) {
        case Source.Memory(String location) -> {
          int source = point(Kind.SOURCE, location);
          yield write(put, sent, source, read(location, source, -1));
        }
        case Source.Value(Expression value) ->
            write(put, sent, point(Kind.SOURCE, value.toString()), Value.of(value.constant()));
      };
    }

    private OperationPoints write(RemoteAccess put, int sent, int source, Value carried) {
      String far = put.remote();
      int remote = point(Kind.ACCEPT, far);
      int memory = point(Kind.REMOTE_WRITE, far);
      writes.add(new Write(far, memory, -1, memory, carried));
      return new OperationPoints(put, sent, source, remote, memory, point(Kind.FINISH, ""), -1);
    }

    private OperationPoints get(Get get, int sent) {
      int remote = point(Kind.REMOTE_READ, get.remote());
      Value brought = read(get.remote(), remote, -1);
      int finish = point(Kind.FINISH, get.location());
      int local = point(Kind.LOCAL_WRITE, get.location());
      writes.add(new Write(get.location(), local, -1, local, brought));
      return new OperationPoints(get, sent, -1, remote, -1, finish, local);
    }

    private OperationPoints atomic(
        RemoteAccess request,
        int sent,
        int atomic,
        Value old,
        String near,
        Optional<Value> written) {
      String far = request.remote();
      int memory = -1;
      if (written.isPresent()) {
        memory = point(Kind.REMOTE_WRITE, far);
        writes.add(new Write(far, memory, -1, memory, written.get()));
      }
      int finish = point(Kind.FINISH, near);
      int local = point(Kind.LOCAL_WRITE, near);
      writes.add(new Write(near, local, -1, local, old));
      return new OperationPoints(request, sent, -1, atomic, memory, finish, local);
    }

    /** The value of an expression at this instruction. */
    private Value value(Expression expression) {
      Value held =
          expression
              .register()
              .map(name -> register(new Operand.Register(code.index(), name)))
              .orElse(Value.of(0));
      return new Value(held.read(), held.constant() + expression.constant());
    }

    private boolean isAuxiliary(String location) {
      return test.location(location).orElseThrow().isAuxiliary();
    }
  }
}
