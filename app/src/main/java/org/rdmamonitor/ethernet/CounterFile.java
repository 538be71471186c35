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
 * A file in which a monitor finds the counts of a port: {@code
 * /run/rdma-monitor/ethernet/NAMESPACE-PID-START}, named after the PID namespace, the pid and the
 * start time of the process that owns the port. So no two processes use the same name, and a reader
 * that sees that the process is gone need not open the file. Each write replaces the whole file in
 * one step; {@link #close} removes it. A file left behind by kill -9 is removed by the next process
 * that begins one. For one thread.
 */
public final class CounterFile implements AutoCloseable {
  private static final Path DIRECTORY = Path.of("run/rdma-monitor/ethernet");
  private static final Set<OpenOption> NEW =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

  /** The name of a file, or of one that is still being written ({@code .new}). */
  private static final Pattern NAME =
      Pattern.compile("(\\d{1,10})-(\\d{1,10})-(\\d{1,19})(\\.new)?");

  private static final Pattern NAMESPACE = Pattern.compile("pid:\\[(\\d{1,10})]");

  /**
   * A process of another PID namespace cannot be looked up here, so its file is taken for left
   * behind once it has not been written for this long.
   */
  private static final Duration FOREIGN = Duration.ofHours(1);

  private final Path file;
  private final Subject subject;

  /**
   * What the file says about a port besides its counts.
   *
   * @param name of its tap device; empty if it has none
   * @param hostInterface the host's interface that the port shares
   * @param device the RDMA device of that interface; empty if there is none
   */
  public record Subject(
      String name, String hostInterface, String device, PortMode mode, MacAddress mac) {}

  /** A process as file names identify it. */
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
   * Begins the file of this process; creates the directory if there is none.
   *
   * @param root of the host's file system
   * @throws IOException if the directory cannot be made, if somebody other than root could change
   *     it, or if /proc does not tell about this process
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

  /** When a process started, in clock ticks since boot; empty if it has ended. */
  private static Optional<String> start(Path proc, String pid) {
    try {
      ProcessStat stat = ProcessStat.read(proc.resolve(pid));
      return stat.hasEnded() ? Optional.empty() : Optional.of(Long.toString(stat.startTicks()));
    } catch (IOException gone) {
      return Optional.empty();
    }
  }

  /** Removes the files of processes that are gone. */
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
   * Replaces the file's contents with the counts so far.
   *
   * @param loops what was done with the frames of each queue
   * @param queues counters of each queue
   * @param port counters of all queues together, and those that belong to no queue
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
    // The monitor may run as a user other than root, so the file must be readable to all, whatever
    // the umask here.
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
