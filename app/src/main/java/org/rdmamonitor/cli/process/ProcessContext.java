// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.process;

import java.io.BufferedWriter;
import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.rdmamonitor.render.tui.terminal.Display;
import org.rdmamonitor.render.tui.terminal.TtyDisplay;
import org.rdmamonitor.source.Libbpf;
import org.rdmamonitor.source.Source;
import org.rdmamonitor.source.StandardTerminal;
import org.rdmamonitor.source.kernel.KernelSource;
import org.rdmamonitor.source.kernel.watch.KernelOptions;

/**
 * What a process is given.
 *
 * @param out standard output, for data; to be flushed after each piece of it
 * @param err standard error, for all else
 * @param environment variables
 * @param directory the working directory
 * @param clock with the local time zone
 * @param isTerminal whether a person reads standard output
 * @param display takes the terminal over; to be closed before anything else is written
 * @param pace starts the passing of time; to be closed when all is written
 * @param source opens the source
 * @param libbpf the version of libbpf, if there is one
 */
public record ProcessContext(
    Writer out,
    PrintWriter err,
    Map<String, String> environment,
    Path directory,
    Clock clock,
    BooleanSupplier isTerminal,
    DisplayOpener display,
    Supplier<Pace> pace,
    Function<KernelOptions, Source> source,
    Supplier<Optional<String>> libbpf) {

  /** Takes the terminal over. */
  public interface DisplayOpener {
    Display open() throws IOException;
  }

  private static final int BUFFER = 1 << 16;

  // Uses lambdas, so that nothing native is loaded before it is needed.
  @SuppressWarnings({"FunctionalExpressionToMethodReference", "UnnecessaryLambda"})
  public static ProcessContext ofThisProcess() {
    return new ProcessContext(
        writer(FileDescriptor.out),
        new PrintWriter(writer(FileDescriptor.err), true),
        System.getenv(),
        Path.of(""),
        new HostClock(),
        ProcessContext::hasConsole,
        ProcessContext::terminal,
        SignalledPace::start,
        options -> KernelSource.open(options),
        () -> Libbpf.version());
  }

  @SuppressWarnings("SystemConsoleNull") // JDK 25 has none where input or output is redirected
  private static boolean hasConsole() {
    Console console = System.console();
    return console != null && console.isTerminal();
  }

  private static Display terminal() throws IOException {
    return TtyDisplay.open(
        new FileInputStream(FileDescriptor.in),
        new FileOutputStream(FileDescriptor.out),
        charset(),
        () -> {
          int[] size = StandardTerminal.size();
          return new Display.Size(size[0], size[1]);
        });
  }

  /** The charset of the locale, which is the terminal's. */
  public static Charset charset() {
    return Charset.forName(System.getProperty("native.encoding"), StandardCharsets.US_ASCII);
  }

  private static Writer writer(FileDescriptor stream) {
    return new BufferedWriter(
        new OutputStreamWriter(new FileOutputStream(stream), StandardCharsets.UTF_8), BUFFER);
  }
}
