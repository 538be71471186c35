// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.ethernet;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.common.HelpOption;
import org.rdmamonitor.cli.common.IntegerInRange;
import org.rdmamonitor.cli.common.Stop;
import org.rdmamonitor.ethernet.Interfaces.Interface;
import org.rdmamonitor.ethernet.MacAddress;
import org.rdmamonitor.ethernet.PcapngWriter;
import org.rdmamonitor.nativelib.ethernet.EthernetException;
import org.rdmamonitor.nativelib.ethernet.EthernetPort;
import org.rdmamonitor.nativelib.ethernet.PortCount;
import org.rdmamonitor.nativelib.ethernet.PortSettings.PortUse;
import org.rdmamonitor.nativelib.ethernet.ReceivedFrame;
import org.rdmamonitor.text.FileFailure;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes frames to a file. */
@Command(
    name = "capture",
    description = "Write the frames that come to a file, as pcapng.",
    sortOptions = false)
final class CaptureCommand implements Callable<Integer> {
  private static final String STANDARD_OUTPUT = "-";
  private static final int WAIT_MILLISECONDS = 100;

  private final EthernetTools tools;
  private volatile boolean isStopped;

  @Parameters(paramLabel = "INTERFACE", description = "Where they come.")
  private String interfaceName = "";

  @Option(
      names = {"-w", "--write"},
      required = true,
      paramLabel = "FILE",
      description = "The file, which must not be there yet; - for standard output.")
  private String file = STANDARD_OUTPUT;

  @Option(
      names = {"-n", "--count"},
      paramLabel = "FRAMES",
      converter = EthernetValues.Frames.class,
      description = "End after so many.")
  private long count = Long.MAX_VALUE;

  @Option(
      names = {"-D", "--duration"},
      paramLabel = "SECONDS",
      converter = EthernetValues.Seconds.class,
      description = "End after so long.")
  private @Nullable Integer seconds;

  @Option(
      names = "--snaplen",
      paramLabel = "BYTES",
      converter = SnapLength.class,
      description = "Keep no more of a frame (default: 65535).")
  private int snapLength = 65_535;

  @Option(
      names = "--mac",
      paramLabel = "ADDRESS",
      converter = EthernetValues.Mac.class,
      description =
          "Whose frames (default: the interface's own); with all broadcast and multicast.")
  private @Nullable MacAddress mac;

  @Option(names = "--everything", description = "All that the interface sees; needs --take-over.")
  private boolean everything;

  @Mixin private PortOptions options = new PortOptions();

  @SuppressWarnings("unused") // picocli acts on it
  @Mixin
  private HelpOption help = new HelpOption();

  /** Of a frame. */
  static final class SnapLength extends IntegerInRange {
    SnapLength() {
      super(1, 65_535);
    }
  }

  /** Stays open: when it fails it is looked at, since a reader that has gone is no failure. */
  private static final class StandardOutput extends FileOutputStream {
    StandardOutput() {
      super(FileDescriptor.out);
    }

    @Override
    public void close() {}
  }

  /** The file's failure, which is not standard output's. */
  static EthernetFailure unwritable(String file, IOException e) {
    String why =
        switch (e) {
          case FileAlreadyExistsException _ -> "it is there already";
          case NoSuchFileException _ -> "there is no such directory";
          default -> FileFailure.reason(e);
        };
    return EthernetFailure.atRunTime("%s cannot be written: %s".formatted(file, why));
  }

  CaptureCommand(EthernetTools tools) {
    this.tools = tools;
  }

  @Override
  public Integer call() throws IOException {
    Interface of = PortOptions.find(tools, interfaceName);
    PortUse use = new PortUse(everything, true, true, false);
    try (Stop _ = Stop.asking(() -> isStopped = true, tools.err(), EthernetTools.LATE);
        EthernetPort port = options.open(tools, of, mac, 1, use);
        PcapngWriter writer =
            new PcapngWriter(output(), "rdma-secure ethernet", interfaceName, snapLength)) {
      capture(port, writer);
    } catch (EthernetException e) {
      throw EthernetFailure.atRunTime(String.valueOf(e.getMessage()));
    } catch (EthernetFailure e) {
      throw e;
    } catch (IOException e) {
      throw file.equals(STANDARD_OUTPUT) ? e : unwritable(file, e);
    }
    return ExitCode.OK;
  }

  private OutputStream output() throws IOException {
    if (file.equals(STANDARD_OUTPUT)) {
      return new BufferedOutputStream(new StandardOutput());
    }
    // Frames are other people's words: for the owner only.
    return new BufferedOutputStream(
        Channels.newOutputStream(
            Files.newByteChannel(
                Path.of(file),
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(
                    PosixFilePermissions.fromString("rw-------")))));
  }

  private void capture(EthernetPort port, PcapngWriter writer) throws IOException {
    long written = 0;
    long end =
        seconds == null
            ? Long.MAX_VALUE
            : System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
    while (!isStopped && written < count && (seconds == null || System.nanoTime() - end < 0)) {
      int received = 0;
      for (ReceivedFrame frame : port.receive(0)) {
        received++;
        if (written < count) {
          writer.frame(frame.time(), frame.data(), frame.length());
          written++;
        }
      }
      if (received == 0) {
        writer.flush();
        port.await(0, WAIT_MILLISECONDS);
      }
    }
    Map<PortCount, Long> counts = port.counts();
    long dropped =
        counts.entrySet().stream()
            .filter(entry -> entry.getKey().isDrop())
            .mapToLong(Map.Entry::getValue)
            .sum();
    writer.statistics(Instant.now(), written + dropped, dropped);
    tools.err().println("rdma-secure: %d frames written, %d dropped".formatted(written, dropped));
  }
}
