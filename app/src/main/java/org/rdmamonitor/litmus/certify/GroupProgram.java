// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.certify;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.rdmamonitor.litmus.language.Comparison;
import org.rdmamonitor.litmus.language.Condition;
import org.rdmamonitor.litmus.language.ConditionVerdict;
import org.rdmamonitor.litmus.language.Expression;
import org.rdmamonitor.litmus.language.Instruction;
import org.rdmamonitor.litmus.language.LitmusTest;
import org.rdmamonitor.litmus.language.Location;
import org.rdmamonitor.litmus.language.Operand;
import org.rdmamonitor.litmus.language.Quantifier;
import org.rdmamonitor.litmus.language.Source;
import org.rdmamonitor.litmus.language.ThreadCode;

/**
 * A program of several members, written step by step. Member {@code m}, from 1, is the thread
 * {@code m - 1} on node {@code nm}.
 */
public class GroupProgram {
  private final int members;
  private final List<Location> locations = new ArrayList<>();
  private final List<List<Instruction>> code = new ArrayList<>();
  private final List<String> nodes = new ArrayList<>();

  /**
   * By member and other member: how many requests were posted whose completions have not been
   * polled.
   */
  private final int[][] outstanding;

  /**
   * An empty program.
   *
   * @param members from 2
   */
  protected GroupProgram(int members) {
    this.members = members;
    outstanding = new int[members + 1][members + 1];
    for (int member = 1; member <= members; member++) {
      addThread(member);
    }
  }

  /** How many members there are. */
  public final int members() {
    return members;
  }

  /** Places a location, whose initial value is 0, on a member's node. */
  public final void at(int member, String location) {
    locations.add(new Location(location, node(member), 0));
  }

  /** Adds an auxiliary location, which is on no node. */
  public final void auxiliary(String location) {
    locations.add(new Location(location, Location.AUXILIARY, 0));
  }

  /** Lets a member store a number. */
  public final void store(int member, String location, long value) {
    add(member, new Instruction.Store(location, Expression.of(value)));
  }

  /** Lets a member load a location into a register. */
  public final void load(int member, String register, String location) {
    add(member, new Instruction.Load(register, location));
  }

  /** Lets a member wait until the comparison of a location with a number holds. */
  public final void await(int member, String location, Comparison comparison, long value) {
    add(member, new Instruction.Await(location, comparison, Expression.of(value)));
  }

  /** Lets a member put to a peer. */
  public final void put(int member, int peer, String remote, Source source) {
    request(member, peer, new Instruction.Put(remote, source));
  }

  /** Lets a member put to a peer the value that a local location has at posting. */
  public final void inlinePut(int member, int peer, String remote, String local) {
    request(member, peer, new Instruction.InlinePut(remote, new Source.Memory(local)));
  }

  /** Lets a member get from a peer. */
  public final void get(int member, int peer, String location, String remote) {
    request(member, peer, new Instruction.Get(location, remote));
  }

  /** Lets a member poll the completions of all its requests. */
  protected final void poll(int member) {
    for (int peer : peers(member)) {
      for (; outstanding[member][peer] > 0; outstanding[member][peer]--) {
        add(member, new Instruction.Poll(node(peer)));
      }
    }
  }

  /** The other members, in ascending order. */
  protected final List<Integer> peers(int member) {
    return IntStream.rangeClosed(1, members).filter(peer -> peer != member).boxed().toList();
  }

  /** Adds a thread on a member's node, with queue pairs of its own; returns its index, from 0. */
  protected final int addThread(int member) {
    code.add(new ArrayList<>());
    nodes.add(node(member));
    return code.size() - 1;
  }

  /** The thread that executes a member's next instruction. */
  protected int thread(int member) {
    return member - 1;
  }

  /** The finished program, with the condition of a claim about a variant. */
  public final <V extends Variant> LitmusTest test(
      Claim<V> claim, V variant, int rounds, Condition condition) {
    boolean isAllowed = claim.expected(variant) == ConditionVerdict.ALLOWED;
    boolean isSmallest = members == claim.leastMembers() && rounds == claim.leastRounds();
    List<ThreadCode> threads =
        IntStream.range(0, code.size())
            .mapToObj(thread -> new ThreadCode(thread, nodes.get(thread), code.get(thread)))
            .toList();
    return new LitmusTest(
        claim.name() + "-" + variant.word() + (isSmallest ? "" : "-" + members + "x" + rounds),
        Character.toUpperCase(claim.bad().charAt(0)) + claim.bad().substring(1),
        Map.of(
            LitmusTest.EXPECT,
            claim.expected(variant).word(),
            LitmusTest.EXPECT + ".rxe",
            claim.expectedOnRxe(variant).word()),
        locations,
        threads,
        List.of(),
        isAllowed ? Quantifier.EXISTS : Quantifier.NOT_EXISTS,
        condition);
  }

  /** The condition that a member's register compares so with a number at the end. */
  public static Condition register(int member, String name, Comparison comparison, long value) {
    return new Condition.Compared(
        new Operand.Register(member - 1, name), comparison, new Operand.Literal(value));
  }

  /** The condition that a location compares so with a number at the end. */
  public static Condition memory(String location, Comparison comparison, long value) {
    return new Condition.Compared(
        new Operand.Memory(location), comparison, new Operand.Literal(value));
  }

  /**
   * The condition that at least one of these holds.
   *
   * @param conditions at least one
   */
  public static Condition any(List<Condition> conditions) {
    return Condition.any(conditions);
  }

  private void request(int member, int peer, Instruction.Request request) {
    add(member, request);
    outstanding[member][peer]++;
  }

  private void add(int member, Instruction instruction) {
    code.get(thread(member)).add(instruction);
  }

  private static String node(int member) {
    return "n" + member;
  }
}
