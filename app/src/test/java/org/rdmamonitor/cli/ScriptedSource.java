// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import java.util.function.IntFunction;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.source.Source;

/** A source that gives what a script says for each reading, counted from 0. */
final class ScriptedSource implements Source {
  private final IntFunction<Sample> script;
  private int readings;
  private boolean closed;
  private Runnable whenLetGo = () -> {};

  ScriptedSource(IntFunction<Sample> script) {
    this.script = script;
  }

  @Override
  public Sample read() {
    return script.apply(readings++);
  }

  void whenLetGo(Runnable action) {
    whenLetGo = action;
  }

  @Override
  public void letGo() {
    whenLetGo.run();
  }

  int readings() {
    return readings;
  }

  @Override
  public void close() {
    closed = true;
  }

  boolean isClosed() {
    return closed;
  }
}
