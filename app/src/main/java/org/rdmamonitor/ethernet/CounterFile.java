// SPDX-License-Identifier: MIT
package org.rdmamonitor.ethernet;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rdmamonitor.files.ProcessStat;
import org.rdmamonitor.files.SafeDirectory;
import org.rdmamonitor.nativelib.ethernet.LoopCounts;
import org.rdmamonitor.nativelib.ethernet.PortCount;
import org.rdmamonitor.nativelib.ethernet.PortMode;

/**
 * A file in which a monitor finds what a port has counted: {@code
 * /run/rdma-monitor/ethernet/NAMESPACE-PID-START}, by the PID namespace, the pid and the start of
 * the process that has the port, so that there are never two of a name, and whoever sees that the
 * process is gone need not read it. It is written anew in one step, and removed by {@link #close};
 * one that was left by kill -9 is removed by the next process that begins one. For one thread.
 */
public final class CounterFile implements AutoCloseable {
  private static final Path DIRECTORY = Path.of("run/rdma-monitor/ethernet");
  private static final Set<OpenOption> NEW =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

  /** What a file is called, and what one is that was being written. */
  private static final Pattern NAME =
      Pattern.compile("(\\d{1,10})-(\\d{1,10})-(\\d{1,19})(\\.new)?");

  private static final Pattern NAMESPACE = Pattern.compile("pid:\\[(\\d{1,10})]");

  /** After so long without a word, one of another PID namespace is thought to be gone. */
  private static final Duration FOREIGN = Duration.ofHours(1);

  private final Path file;
  private final Subject subject;

  /**
   * What is told of a port besides its counts.
   *
   * @param name of its tap device; empty if it has none
   * @param hostInterface whose port is shared
   * @param device the RDMA device of that; empty if there is none
   */
  public record Subject(
      String name, String hostInterface, String device, PortMode mode, MacAddress mac) {}

  /** A process as it is in the name of a file. */
  private record Identity(String namespace, String pid, String start) {
    String fileName() {
      return namespace + "-" + pid + "-" + start;
    }
  }

  private CounterFile(Path file, Subject subject) {
    this.file = file;
    this.subject = subject;
  }

  /**
   * Begins the file of this process, in a directory that is made where there is none.
   *
   * @param root of the host's file system
   * @throws IOException if it cannot be, or others than root could change it
   */
  public static CounterFile begin(Path root, Subject subject) throws IOException {
    Path proc = root.resolve("proc");
    Identity self = self(proc);
    Path directory = root.resolve(DIRECTORY);
    SafeDirectory.make(directory);
    Optional<String> complaint = SafeDirectory.complaint(directory);
    if (complaint.isPresent()) {
      throw new IOException(complaint.get());
    }
    clear(directory, proc, self);
    return new CounterFile(directory.resolve(self.fileName()), subject);
  }

  private static Identity self(Path proc) throws IOException {
    Path link = Files.readSymbolicLink(proc.resolve("self/ns/pid"));
    Matcher namespace = NAMESPACE.matcher(link.toString());
    String pid = Files.readSymbolicLink(proc.resolve("self")).toString();
    Optional<String> start = start(proc, pid);
    if (!namespace.matches() || start.isEmpty()) {
      throw new IOException(proc + " does not tell of this process");
    }
    return new Identity(namespace.group(1), pid, start.get());
  }

  /** When a process began, in clock ticks since the boot; empty if it has ended. */
  private static Optional<String> start(Path proc, String pid) {
    try {
      ProcessStat stat = ProcessStat.read(proc.resolve(pid));
      return stat.hasEnded() ? Optional.empty() : Optional.of(Long.toString(stat.startTicks()));
    } catch (IOException gone) {
      return Optional.empty();
    }
  }

  /** Removes what processes have left that are gone. */
  private static void clear(Path directory, Path proc, Identity self) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path left : files) {
        Matcher name = NAME.matcher(String.valueOf(left.getFileName()));
        if (name.matches() && isGone(left, proc, self, name)) {
          Files.deleteIfExists(left);
        }
      }
    }
  }

  private static boolean isGone(Path left, Path proc, Identity self, Matcher name)
      throws IOException {
    if (name.group(1).equals(self.namespace)) {
      return !start(proc, name.group(2)).equals(Optional.of(name.group(3)));
    }
    if (Files.notExists(left, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    Instant written = Files.getLastModifiedTime(left, LinkOption.NOFOLLOW_LINKS).toInstant();
    return Duration.between(written, Instant.now()).compareTo(FOREIGN) > 0;
  }

  /**
   * Writes what was counted so far, in the place of what was written before.
   *
   * @param loops what was done with the frames of each queue
   * @param queues counters of each queue
   * @param port of all of them together, and what belongs to none
   */
  public void write(
      Instant time,
      List<LoopCounts> loops,
      List<Map<PortCount, Long>> queues,
      Map<PortCount, Long> port)
      throws IOException {
    byte[] text =
        CounterText.of(subject, time, loops, queues, port).getBytes(StandardCharsets.US_ASCII);
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(fresh);
    try (SeekableByteChannel channel =
        Files.newByteChannel(
            fresh, NEW, PosixFilePermissions.asFileAttribute(permissions("rw-------")))) {
      ByteBuffer bytes = ByteBuffer.wrap(text);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    }
    // A monitor need not be root, whatever the umask here.
    Files.setPosixFilePermissions(fresh, permissions("rw-r--r--"));
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
  }

  private static Set<PosixFilePermission> permissions(String text) {
    return PosixFilePermissions.fromString(text);
  }

  /** Where it is. */
  public Path path() {
    return file;
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(file);
  }
}
