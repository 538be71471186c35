// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.state;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.rdmamonitor.quota.Lease;
import org.rdmamonitor.quota.LeaseStore;
import org.rdmamonitor.quota.ProcessKey;

/**
 * The leases in a file. Each change is a line at its end, which is in the file before the answer is
 * given, so no lease is lost however the collector ends. From time to time the file is rewritten
 * and replaced. Nothing waits for the disk, since no lease outlives the kernel anyway. Safe for any
 * number of threads.
 */
public final class LeaseFile implements LeaseStore, AutoCloseable {
  private static final int FEW_LINES = 4096;

  private final Path path;
  private final String boot;
  private final Consumer<String> trouble;
  private final Map<Holder, Lease> leases = new LinkedHashMap<>();
  private FileChannel channel;
  private long lines;
  private boolean isBroken;

  private record Holder(ProcessKey process, String cgroup) {}

  private LeaseFile(Path path, String boot, Consumer<String> trouble, List<Lease> leases)
      throws IOException {
    this.path = path;
    this.boot = boot;
    this.trouble = trouble;
    leases.forEach(lease -> this.leases.put(new Holder(lease.process(), lease.cgroup()), lease));
    this.channel = rewrite();
  }

  /**
   * Reads what a file holds, if it is there and was written since the boot.
   *
   * @param boot tells one boot of the host from another
   * @param trouble is told in a sentence of lines that cannot be read
   */
  public static List<Lease> read(Path path, String boot, Consumer<String> trouble)
      throws IOException {
    if (Files.notExists(path, LinkOption.NOFOLLOW_LINKS)) {
      return List.of();
    }
    if (!isOwn(path)) {
      trouble.accept(path + ": is not a plain file of this user; its leases are not taken over");
      return List.of();
    }
    LeaseLines.Content content = LeaseLines.read(Files.readAllBytes(path), boot);
    content.complaint().ifPresent(complaint -> trouble.accept(path + ":" + complaint));
    return content.leases();
  }

  /** In a directory that others may write to, they may have put another file in its place. */
  private static boolean isOwn(Path path) throws IOException {
    Object self = Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    return Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
        && Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS).equals(self);
  }

  /**
   * Begins a file with these, in the place of one that is there.
   *
   * @param trouble is told in a sentence, once, when the file cannot be written
   */
  public static LeaseFile begin(
      Path path, String boot, Consumer<String> trouble, List<Lease> leases) throws IOException {
    return new LeaseFile(path, boot, trouble, leases);
  }

  @Override
  public synchronized void holds(Lease lease) {
    Holder holder = new Holder(lease.process(), lease.cgroup());
    if (lease.amounts().isNone()) {
      leases.remove(holder);
    } else {
      leases.put(holder, lease);
    }
    try {
      if (isBroken || lines > FEW_LINES + 4L * leases.size()) {
        channel.close();
        channel = rewrite();
      } else {
        Replacement.append(channel, LeaseLines.line(lease));
        lines++;
      }
      isBroken = false;
    } catch (IOException e) {
      if (!isBroken) {
        trouble.accept(
            "%s cannot be written (%s): a restart would lose leases"
                .formatted(path, e.getMessage()));
      }
      isBroken = true;
    }
  }

  private FileChannel rewrite() throws IOException {
    StringBuilder text = new StringBuilder(LeaseLines.header(boot));
    leases.values().forEach(lease -> text.append(LeaseLines.line(lease)));
    FileChannel result = Replacement.write(path, "rw-------", text.toString(), false);
    lines = leases.size();
    return result;
  }

  @Override
  public synchronized void close() throws IOException {
    channel.close();
  }
}
