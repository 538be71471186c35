// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import java.io.IOException;
import java.io.Writer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.process.ProcessContext;
import org.rdmamonitor.model.Cost;
import org.rdmamonitor.model.Health;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.Sample.Scope;
import org.rdmamonitor.model.activity.Counts;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.ethernet.Ethernet;
import org.rdmamonitor.model.limits.Enforcement;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.render.tui.View;
import org.rdmamonitor.render.tui.canvas.Canvas;
import org.rdmamonitor.render.tui.canvas.Theme;
import org.rdmamonitor.render.tui.terminal.Display;
import org.rdmamonitor.render.tui.terminal.Input;
import org.rdmamonitor.source.Source;

/**
 * The training run of rdma-monitor's AOT cache: the build starts it once, and the classes that it
 * loads start faster from then on.
 */
public final class MonitorTraining {
  /**
   * Those of the monitor itself: not those that only rdma-secure uses, nor of commands that are
   * called seldom or run for long, since each class takes time and memory at every start.
   */
  private static final String CLASSES =
      "(?!(cli/|nativelib/|)(secure|litmus|sst|ethernet|verbs)/)"
          + "(?!(cli/|)(quota|fleet)/|http/|(model/|policy/|render/)join/|render/(metrics|otlp)/)"
          + "(?!nativelib/generated/(RdmaVerbs|rv_|ibv_|Ethernet|et_)).*";

  private MonitorTraining() {}

  /**
   * Runs the commands, all without privileges.
   *
   * @param args a configuration file and a recording
   * @throws IOException if the class path is not the jar alone
   */
  public static void main(String... args) throws IOException {
    JarClasses.load(CLASSES);
    Main.run("--version");
    Main.run("--help");
    Main.run("check-config", args[0]);
    Main.run("replay", "-n1", "-c", args[0], args[1]);
    Main.run("replay", "-n1", "-c", args[0], "--json", args[1]);
    monitor("-n2", "-i0.1", "-c", args[0]);
    monitor("-n2", "-i0.1", "-c", args[0], "--json");
    screen("-n2", "-i0.1", "-c", args[0]);
    run(new Unread(), () -> false, Map.of(), "replay", "-n1", "-c", args[0], args[1]);
    System.exit(ExitCode.OK); // as Main does after a failure, which loads what could log that
  }

  /** Runs the monitor on a source that makes its samples up. */
  private static void monitor(String... arguments) {
    run(ProcessContext.ofThisProcess().out(), () -> false, Map.of(), arguments);
  }

  /** The same on a screen that nobody sees, whichever view it shows. */
  private static void screen(String... arguments) {
    for (View view : View.values()) {
      List<String> words = new ArrayList<>(List.of(arguments));
      words.add("--view=" + view.name().toLowerCase(Locale.ROOT));
      run(
          ProcessContext.ofThisProcess().out(),
          () -> true,
          Map.of("TERM", "xterm-256color"),
          words.toArray(String[]::new));
    }
  }

  private static void run(
      Writer out,
      BooleanSupplier isTerminal,
      Map<String, String> environment,
      String... arguments) {
    ProcessContext real = ProcessContext.ofThisProcess();
    new Program(
            new ProcessContext(
                out,
                real.err(),
                environment,
                real.directory(),
                real.clock(),
                isTerminal,
                Unseen::new,
                real.pace(),
                options -> new MadeUpSource(),
                real.libbpf()))
        .run(arguments);
  }

  /** A pipe whose reader has gone, as head goes. */
  private static final class Unread extends Writer {
    @Override
    public void write(char[] characters, int offset, int length) throws IOException {
      throw new IOException("Broken pipe");
    }

    @Override
    public void flush() {
      // has nothing
    }

    @Override
    public void close() {
      // holds nothing
    }
  }

  private static final class Unseen implements Display {
    @Override
    public Size size() {
      return new Size(80, 24);
    }

    @Override
    public Optional<Input> poll() {
      return Optional.empty();
    }

    @Override
    public void show(Canvas canvas, Theme theme, boolean anew) {
      // nobody looks
    }

    @Override
    public void suspend() {
      // nobody types
    }

    @Override
    public void close() {
      // holds nothing
    }
  }

  private static final class MadeUpSource implements Source {
    private final Counts.Builder counts = new Counts.Builder();

    @Override
    public Sample read() {
      Device device = new Device(0, "rxe0");
      Cgroup cgroup = new Cgroup(1, "/system.slice/rehearsal.service");
      counts.calls(Verb.QP_CREATE, 3, 1).objects(ResourceType.QP, 2, 1).size(ResourceType.MR, 4096);
      return new Sample(
          Instant.now(),
          System.nanoTime(),
          List.of(device),
          List.of(cgroup),
          Map.of(new Scope(cgroup.id(), device.index()), counts.build()),
          Map.of(Verb.QP_CREATE, Map.of(12, counts.build().failed(Verb.QP_CREATE))),
          Health.NONE,
          List.of(),
          0,
          Inventory.NONE,
          Map.of(),
          Cost.NONE,
          Enforcement.NONE,
          Ethernet.NONE,
          List.of());
    }

    @Override
    public void close() {
      // holds nothing
    }
  }
}
