// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.cli.process.ProcessContext;
import org.rdmamonitor.cli.process.ScriptedDisplay;
import org.rdmamonitor.cli.process.ScriptedPace;
import org.rdmamonitor.cli.process.ScriptedSource;
import org.rdmamonitor.source.Source;
import org.rdmamonitor.source.kernel.watch.KernelOptions;

/** What tests share of rdma-monitor as a whole, on a source that they script. */
abstract class ProgramTrial {
  @TempDir Path directory;

  final StringWriter out = new StringWriter();
  final StringWriter err = new StringWriter();
  final Map<String, String> environment = new HashMap<>(Map.of("TERM", "xterm"));
  final ScriptedDisplay display = new ScriptedDisplay();
  final ScriptedPace pace = new ScriptedPace();
  final ScriptedSource source = new ScriptedSource(i -> i == 0 ? Scenes.busy() : Scenes.busier());
  Function<KernelOptions, Source> opener = this::open;
  KernelOptions opened;
  boolean terminal;

  @BeforeEach
  void setSomeLimits() throws IOException {
    Files.writeString(directory.resolve("config.txt"), "CQ_COUNT 5\nMR_REG 200\n");
  }

  int run(String... arguments) {
    ProcessContext context =
        new ProcessContext(
            out,
            new PrintWriter(err, true),
            environment,
            directory,
            Clock.fixed(Scenes.START.plus(Duration.ofSeconds(2)), ZoneId.of("Europe/Berlin")),
            () -> terminal,
            display::open,
            () -> pace,
            options -> opener.apply(options),
            () -> Optional.of("v1.7"));
    return new Program(context).run(arguments);
  }

  private Source open(KernelOptions options) {
    opened = options;
    return source;
  }
}
