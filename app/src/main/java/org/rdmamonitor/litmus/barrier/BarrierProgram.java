// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.barrier;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.rdmamonitor.litmus.language.Comparison;
import org.rdmamonitor.litmus.language.Condition;
import org.rdmamonitor.litmus.language.Expression;
import org.rdmamonitor.litmus.language.Instruction;
import org.rdmamonitor.litmus.language.LitmusTest;
import org.rdmamonitor.litmus.language.Location;
import org.rdmamonitor.litmus.language.Quantifier;
import org.rdmamonitor.litmus.language.Source;
import org.rdmamonitor.litmus.language.ThreadCode;

/**
 * A program with barriers, as it is written step by step. Member {@code m}, from 1, is the thread
 * {@code m - 1} on node {@code nm}. Its row is {@code rm}, the copy of it at member {@code p} is
 * {@code rm.p}, and what its fences get goes to {@code gm}.
 */
final class BarrierProgram {
  private final int members;
  private final BarrierVariant variant;
  private final Comparison comparison;
  private final List<Location> locations = new ArrayList<>();
  private final List<List<Instruction>> code = new ArrayList<>();
  private final int[] rounds;

  /** By member and other member: requests posted whose completions were not polled. */
  private final int[][] outstanding;

  /**
   * Nothing but the rows.
   *
   * @param members from 2
   * @param comparison of a copy with the number of the round, from 1
   */
  BarrierProgram(int members, BarrierVariant variant, Comparison comparison) {
    this.members = members;
    this.variant = variant;
    this.comparison = comparison;
    rounds = new int[members + 1];
    outstanding = new int[members + 1][members + 1];
    for (int member = 1; member <= members; member++) {
      code.add(new ArrayList<>());
      at(member, row(member));
      for (int peer : peers(member)) {
        at(peer, copy(member, peer));
      }
      if (variant == BarrierVariant.GFENCE) {
        at(member, "g" + member);
      }
    }
  }

  int members() {
    return members;
  }

  /** Places a location, whose value is 0, on a member's node. */
  void at(int member, String location) {
    locations.add(new Location(location, node(member), 0));
  }

  /** Adds a location that only observers see. */
  void auxiliary(String location) {
    locations.add(new Location(location, Location.AUXILIARY, 0));
  }

  void store(int member, String location, long value) {
    add(member, new Instruction.Store(location, Expression.of(value)));
  }

  void load(int member, String register, String location) {
    add(member, new Instruction.Load(register, location));
  }

  void put(int member, int peer, String remote, Source source) {
    add(member, new Instruction.Put(remote, source));
    outstanding[member][peer]++;
  }

  void get(int member, int peer, String location, String remote) {
    add(member, new Instruction.Get(location, remote));
    outstanding[member][peer]++;
  }

  /** Lets a member go through so many barriers. */
  void barriers(int member, int times) {
    for (int i = 0; i < times; i++) {
      barrier(member);
    }
  }

  /** Lets a member go through a barrier. */
  void barrier(int member) {
    int round = ++rounds[member];
    if (variant == BarrierVariant.GFENCE) {
      peers(member).forEach(peer -> get(member, peer, "g" + member, row(peer)));
      poll(member);
    }
    store(member, row(member), round);
    peers(member).forEach(peer -> broadcast(member, peer));
    if (variant == BarrierVariant.POLLMID) {
      poll(member);
    }
    for (int peer : peers(member)) {
      add(member, new Instruction.Await(copy(peer, member), comparison, Expression.of(round)));
    }
    if (variant == BarrierVariant.POLLEND) {
      poll(member);
    }
  }

  /** The program, and what is asked of it. */
  LitmusTest test(
      String name,
      String comment,
      Map<String, String> information,
      Quantifier quantifier,
      Condition condition) {
    List<ThreadCode> threads =
        IntStream.range(0, members)
            .mapToObj(thread -> new ThreadCode(thread, node(thread + 1), code.get(thread)))
            .toList();
    return new LitmusTest(
        name, comment, information, locations, threads, List.of(), quantifier, condition);
  }

  private void broadcast(int member, int peer) {
    Source row = new Source.Memory(row(member));
    boolean isInline = variant == BarrierVariant.INLINE || variant == BarrierVariant.GFENCE;
    if (isInline) {
      add(member, new Instruction.InlinePut(copy(member, peer), row));
      outstanding[member][peer]++;
    } else {
      put(member, peer, copy(member, peer), row);
    }
  }

  /** Polls all that is outstanding. */
  private void poll(int member) {
    for (int peer : peers(member)) {
      for (; outstanding[member][peer] > 0; outstanding[member][peer]--) {
        add(member, new Instruction.Poll(node(peer)));
      }
    }
  }

  private void add(int member, Instruction instruction) {
    code.get(member - 1).add(instruction);
  }

  private List<Integer> peers(int member) {
    return IntStream.rangeClosed(1, members).filter(peer -> peer != member).boxed().toList();
  }

  private static String row(int member) {
    return "r" + member;
  }

  private static String copy(int owner, int holder) {
    return "r" + owner + "." + holder;
  }

  static String node(int member) {
    return "n" + member;
  }
}
