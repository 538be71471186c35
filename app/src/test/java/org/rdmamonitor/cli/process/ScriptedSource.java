// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.process;

import java.util.function.IntFunction;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.source.Source;

/** A source that gives what a script says for each reading, counted from 0. */
public final class ScriptedSource implements Source {
  private final IntFunction<Sample> script;
  private int readings;
  private boolean closed;
  private Runnable whenLetGo = () -> {};

  public ScriptedSource(IntFunction<Sample> script) {
    this.script = script;
  }

  @Override
  public Sample read() {
    return script.apply(readings++);
  }

  public void whenLetGo(Runnable action) {
    whenLetGo = action;
  }

  @Override
  public void withdraw() {
    whenLetGo.run();
  }

  public int readings() {
    return readings;
  }

  @Override
  public void close() {
    closed = true;
  }

  public boolean isClosed() {
    return closed;
  }
}
