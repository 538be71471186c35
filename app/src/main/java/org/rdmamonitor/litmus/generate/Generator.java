// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.generate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.rdmamonitor.litmus.language.Comparison;
import org.rdmamonitor.litmus.language.Condition;
import org.rdmamonitor.litmus.language.LitmusTest;
import org.rdmamonitor.litmus.language.Location;
import org.rdmamonitor.litmus.language.Operand;
import org.rdmamonitor.litmus.language.Quantifier;
import org.rdmamonitor.litmus.language.ThreadCode;

/**
 * Makes all tests of a family: each thread on a node of its own, each variable on any node that has
 * a thread (with one thread, on another one), and between two accesses of a thread each separator
 * that makes sense there. At least one access goes over a queue pair.
 */
public final class Generator {
  private final Family family;
  private final List<LitmusTest> tests = new ArrayList<>();

  private Generator(Family family) {
    this.family = family;
  }

  /** The tests of a family; no two have the same name. */
  public static List<LitmusTest> tests(Family family) {
    Generator generator = new Generator(family);
    generator.place(new TreeMap<>());
    return List.copyOf(generator.tests);
  }

  private void place(Map<String, String> nodes) {
    List<String> variables = family.variables();
    if (nodes.size() < variables.size()) {
      for (int node = family.size() == 1 ? 2 : 1; node <= Math.max(2, family.size()); node++) {
        Map<String, String> more = new TreeMap<>(nodes);
        more.put(variables.get(nodes.size()), "n" + node);
        place(more);
      }
    } else if (isRemote(nodes)) {
      separate(nodes, new ArrayList<>());
    }
  }

  private boolean isRemote(Map<String, String> nodes) {
    for (int thread = 0; thread < family.size(); thread++) {
      for (GeneratedAccess access : family.threads().get(thread)) {
        if (!nodes.getOrDefault(access.variable(), "").equals(node(thread))) {
          return true;
        }
      }
    }
    return false;
  }

  /** Chooses separators one after the other, in the order of threads and accesses. */
  private void separate(Map<String, String> nodes, List<Separator> chosen) {
    int gap = 0;
    for (int thread = 0; thread < family.size(); thread++) {
      List<GeneratedAccess> accesses = family.threads().get(thread);
      for (int i = 0; i + 1 < accesses.size(); i++) {
        if (gap++ == chosen.size()) {
          String first = target(nodes, accesses.get(i), thread);
          String second = target(nodes, accesses.get(i + 1), thread);
          boolean isWrite = accesses.get(i).isWrite();
          Stream.of(Separator.values())
              .filter(separator -> separator.fits(first, isWrite, second))
              .forEach(separator ->
                  separate(nodes, Stream.concat(chosen.stream(), Stream.of(separator)).toList()));
          return;
        }
      }
    }
    tests.add(test(nodes, chosen));
  }

  private static String target(Map<String, String> nodes, GeneratedAccess access, int thread) {
    String place = nodes.getOrDefault(access.variable(), "");
    return place.equals(node(thread)) ? "" : place;
  }

  private LitmusTest test(Map<String, String> nodes, List<Separator> separators) {
    List<Location> locations = new ArrayList<>();
    StringBuilder name = new StringBuilder(family.title()).append('+');
    nodes.forEach((variable, node) -> {
      locations.add(new Location(variable, node, 0));
      name.append(variable).append(node.substring(1));
    });
    List<ThreadCode> threads = new ArrayList<>();
    List<Condition> conditions = new ArrayList<>();
    int gap = 0;
    for (int thread = 0; thread < family.size(); thread++) {
      ThreadMaker maker = new ThreadMaker(thread, node(thread), nodes);
      List<GeneratedAccess> accesses = family.threads().get(thread);
      for (int i = 0; i < accesses.size(); i++) {
        maker.access(accesses.get(i));
        if (i + 1 < accesses.size()) {
          maker.separate(separators.get(gap++), accesses.get(i));
        }
      }
      threads.add(maker.code());
      locations.addAll(maker.locations());
      conditions.addAll(maker.conditions());
      name.append('+').append(maker.word());
    }
    family
        .finals()
        .forEach((variable, value) ->
            conditions.add(
                new Condition.Compared(
                    new Operand.Memory(variable), Comparison.EQUAL, new Operand.Literal(value))));
    Condition all = Condition.all(conditions);
    return new LitmusTest(
        name.toString(),
        Character.toUpperCase(family.meaning().charAt(0)) + family.meaning().substring(1),
        Map.of(),
        locations,
        threads,
        List.of(),
        Quantifier.EXISTS,
        all);
  }

  private static String node(int thread) {
    return "n" + (thread + 1);
  }
}
