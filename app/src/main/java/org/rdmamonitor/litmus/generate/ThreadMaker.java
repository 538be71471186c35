// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.generate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.rdmamonitor.litmus.language.Comparison;
import org.rdmamonitor.litmus.language.Condition;
import org.rdmamonitor.litmus.language.Expression;
import org.rdmamonitor.litmus.language.Instruction;
import org.rdmamonitor.litmus.language.Location;
import org.rdmamonitor.litmus.language.Operand;
import org.rdmamonitor.litmus.language.Source;
import org.rdmamonitor.litmus.language.ThreadCode;

/**
 * Makes the code of one thread, the locations that it needs, and the values that its reads must
 * find.
 */
final class ThreadMaker {
  private final int thread;
  private final String node;
  private final Map<String, String> nodes;
  private final List<Instruction> code = new ArrayList<>();
  private final List<Location> locations = new ArrayList<>();
  private final List<Condition> conditions = new ArrayList<>();
  private final List<String> words = new ArrayList<>();
  private int outstanding;

  /**
   * A thread without code.
   *
   * @param nodes the node of each variable
   */
  ThreadMaker(int thread, String node, Map<String, String> nodes) {
    this.thread = thread;
    this.node = node;
    this.nodes = nodes;
  }

  ThreadCode code() {
    return new ThreadCode(thread, node, code);
  }

  List<Location> locations() {
    return locations;
  }

  List<Condition> conditions() {
    return conditions;
  }

  /** The word in the name of a test. */
  String word() {
    return String.join("-", words);
  }

  void access(GeneratedAccess access) {
    String variable = access.variable();
    boolean isLocal = node.equals(nodes.get(variable));
    if (access.isWrite()) {
      Expression value = Expression.of(access.value());
      code.add(
          isLocal
              ? new Instruction.Store(variable, value)
              : new Instruction.Put(variable, new Source.Value(value)));
      words.add(isLocal ? "store" : "put");
    } else if (isLocal) {
      String register = "a" + conditions.size();
      code.add(new Instruction.Load(register, variable));
      found(new Operand.Register(thread, register), access.value());
      words.add("load");
    } else {
      String landing = "l" + thread + conditions.size();
      locations.add(new Location(landing, node, 0));
      code.add(new Instruction.Get(landing, variable));
      found(new Operand.Memory(landing), access.value());
      words.add("get");
    }
    outstanding += isLocal ? 0 : 1;
  }

  /** Adds a separator after an access. */
  void separate(Separator separator, GeneratedAccess before) {
    String remote = nodes.getOrDefault(before.variable(), "");
    switch (separator) {
      case PO -> {
        return;
      }
      case MFENCE -> code.add(new Instruction.Fence());
      case RFENCE -> code.add(new Instruction.RemoteFence(remote));
      case POLL -> poll(remote);
      case FLUSH -> {
        String landing = "f" + thread + code.size();
        locations.add(new Location(landing, node, 0));
        code.add(new Instruction.Get(landing, before.variable()));
        outstanding++;
        poll(remote);
      }
    }
    words.add(separator.word());
  }

  private void poll(String remote) {
    for (; outstanding > 0; outstanding--) {
      code.add(new Instruction.Poll(remote));
    }
  }

  private void found(Operand operand, long value) {
    conditions.add(new Condition.Compared(operand, Comparison.EQUAL, new Operand.Literal(value)));
  }
}
