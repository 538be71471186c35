// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.rdmamonitor.litmus.language.Comparison;
import org.rdmamonitor.litmus.language.Condition;
import org.rdmamonitor.litmus.language.Expression;
import org.rdmamonitor.litmus.language.Instruction;
import org.rdmamonitor.litmus.language.LitmusTest;
import org.rdmamonitor.litmus.language.Location;
import org.rdmamonitor.litmus.language.Operand;
import org.rdmamonitor.litmus.language.Quantifier;
import org.rdmamonitor.litmus.language.Source;
import org.rdmamonitor.litmus.language.ThreadCode;
import org.rdmamonitor.litmus.model.ModelOptions;

/** Small random programs of all instructions, determined by a seed. */
public final class RandomPrograms {
  private final SplittableRandom random;
  private final List<Location> locations = new ArrayList<>();
  private final List<Operand> registers = new ArrayList<>();
  private int nodes;

  /** A kind of instruction that a program has more of. */
  private int favourite;

  public RandomPrograms(long seed) {
    random = new SplittableRandom(seed);
  }

  /** Whether a program has a remote atomic. */
  public static boolean hasRemoteAtomic(LitmusTest test) {
    return test.threads().stream()
        .flatMap(thread -> thread.instructions().stream())
        .anyMatch(instruction ->
            instruction instanceof Instruction.FetchAndAdd
                || instruction instanceof Instruction.RemoteCompareAndSwap);
  }

  public ModelOptions options() {
    return new ModelOptions(
        pick(ModelOptions.Flush.values()),
        pick(ModelOptions.RemoteReads.values()),
        pick(ModelOptions.RemoteFence.values()),
        random.nextInt(4) == 0 ? ModelOptions.Profile.RXE : ModelOptions.Profile.MODEL);
  }

  /** A program of at most this many instructions. */
  public LitmusTest program(int most) {
    locations.clear();
    registers.clear();
    nodes = 2 + random.nextInt(2);
    favourite = random.nextInt(20);
    int places = nodes + random.nextInt(3);
    for (int i = 0; i < places; i++) {
      locations.add(new Location("v" + i, "n" + i % nodes, random.nextInt(2)));
    }
    if (random.nextInt(5) == 0) {
      locations.add(new Location("u", Location.AUXILIARY, 0));
    }
    int count = 1 + random.nextInt(3);
    List<ThreadCode> threads = new ArrayList<>();
    for (int t = 0; t < count; t++) {
      int node = random.nextInt(nodes);
      List<Instruction> code = new ArrayList<>();
      int length = 1 + random.nextInt(Math.max(1, 2 * most / count));
      for (int i = 0; i < length; i++) {
        code.add(instruction(t, node));
      }
      threads.add(new ThreadCode(t, "n" + node, code));
    }
    List<Operand> shown = new ArrayList<>();
    registers.stream().distinct().filter(_ -> random.nextInt(4) > 0).forEach(shown::add);
    locations.stream()
        .filter(_ -> random.nextInt(3) > 0)
        .forEach(place -> shown.add(new Operand.Memory(place.name())));
    return new LitmusTest(
        "random",
        "",
        Map.of(),
        locations,
        threads,
        shown,
        Quantifier.EXISTS,
        new Condition.Constant(true));
  }

  private Instruction instruction(int thread, int node) {
    String own = place(node);
    int peer = (node + 1 + random.nextInt(nodes - 1)) % nodes;
    String far = place(peer);
    return switch (random.nextInt(3) == 0 ? favourite : random.nextInt(20)) {
      case 0, 1, 2 -> new Instruction.Store(ownOrAuxiliary(own), expression());
      case 3, 4 -> new Instruction.Load(register(thread), ownOrAuxiliary(own));
      case 5 -> new Instruction.CompareAndSwap(register(thread), own, expression(), expression());
      case 6 -> new Instruction.Fence();
      case 7 ->
          new Instruction.Await(
              ownOrAuxiliary(own), pick(Comparison.values()), Expression.of(random.nextInt(3)));
      case 8, 9, 10 -> new Instruction.Poll("n" + peer);
      case 11, 12, 13 -> new Instruction.Put(far, source(own, false));
      case 14 -> new Instruction.InlinePut(far, source(own, true));
      case 15, 16 -> new Instruction.Get(own, far);
      case 17 -> new Instruction.RemoteFence("n" + peer);
      case 18 -> new Instruction.FetchAndAdd(own, far, 1 + random.nextInt(2));
      default ->
          new Instruction.RemoteCompareAndSwap(own, far, random.nextInt(2), random.nextInt(3));
    };
  }

  private Source source(String own, boolean isInline) {
    if (random.nextInt(3) > 0) {
      return new Source.Memory(own);
    }
    return new Source.Value(isInline ? expression() : Expression.of(random.nextInt(3)));
  }

  private Expression expression() {
    if (registers.isEmpty() || random.nextInt(3) > 0) {
      return Expression.of(random.nextInt(3));
    }
    return new Expression(Optional.of("a" + random.nextInt(2)), random.nextInt(2));
  }

  private String register(int thread) {
    String name = "a" + random.nextInt(2);
    registers.add(new Operand.Register(thread, name));
    return name;
  }

  private String ownOrAuxiliary(String own) {
    return locations.getLast().isAuxiliary() && random.nextInt(4) == 0 ? "u" : own;
  }

  private String place(int node) {
    List<Location> here =
        locations.stream().filter(place -> place.node().equals("n" + node)).toList();
    return here.get(random.nextInt(here.size())).name();
  }

  private <E> E pick(E[] choices) {
    return choices[random.nextInt(choices.length)];
  }
}
