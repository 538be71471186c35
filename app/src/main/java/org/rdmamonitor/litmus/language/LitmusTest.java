// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.language;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A program, and the question about its outcomes.
 *
 * @param comment the quoted text below the name; empty if there is none
 * @param information the lines {@code key=value} below it
 * @param shown registers and locations to list outcomes with, beside those of the condition
 */
public record LitmusTest(
    String name,
    String comment,
    Map<String, String> information,
    List<Location> locations,
    List<ThreadCode> threads,
    List<Operand> shown,
    Quantifier quantifier,
    Condition condition) {
  /** The key of the verdict that the model is expected to give. */
  public static final String EXPECT = "Expect";

  public LitmusTest {
    information = Map.copyOf(new TreeMap<>(information));
    locations = List.copyOf(locations);
    threads = List.copyOf(threads);
    shown = List.copyOf(shown);
  }

  /** The location of this name. */
  public Optional<Location> location(String wanted) {
    return locations.stream().filter(location -> location.name().equals(wanted)).findFirst();
  }

  /** The node that a request goes to. */
  public String node(Instruction.Request request) {
    return switch (request) {
      case Instruction.RemoteFence fence -> fence.node();
      case Instruction.RemoteAccess access -> location(access.remote()).orElseThrow().node();
    };
  }

  /** The nodes, in the order in which threads and locations name them. */
  public List<String> nodes() {
    return Stream.concat(
            threads.stream().map(ThreadCode::node),
            locations.stream().filter(place -> !place.isAuxiliary()).map(Location::node))
        .distinct()
        .toList();
  }

  /** What an outcome consists of, without repetitions: registers by thread, then locations. */
  public List<Operand> observed() {
    List<Operand> all = Stream.concat(shown.stream(), condition.operands()).distinct().toList();
    Stream<Operand> registers =
        threads.stream()
            .flatMap(thread ->
                all.stream()
                    .filter(operand ->
                        operand instanceof Operand.Register register
                            && register.thread() == thread.index()));
    return Stream.concat(
            registers, all.stream().filter(operand -> operand instanceof Operand.Memory))
        .toList();
  }

  /**
   * The verdict that the file expects, under a profile.
   *
   * @param profile {@code rxe}, or empty for the model itself
   */
  public Optional<ConditionVerdict> expected(String profile) {
    String key = profile.isEmpty() ? EXPECT : EXPECT + "." + profile;
    return Optional.ofNullable(information.get(key)).flatMap(ConditionVerdict::of);
  }
}
