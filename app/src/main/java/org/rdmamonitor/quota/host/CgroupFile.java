// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.host;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Arrays;
import java.util.Optional;
import org.rdmamonitor.files.ProcessCgroup;

/**
 * The cgroup of one process, read each time from a file that stays open: the file belongs to that
 * process for ever, even if another process has its pid later. For one thread at a time.
 */
public final class CgroupFile implements AutoCloseable {
  /** More than the longest path, with the lines of older hierarchies. */
  private static final int MOST = 1 << 14;

  private static final int USUAL = 512;

  private final FileChannel channel;
  private ByteBuffer bytes = ByteBuffer.allocate(USUAL);

  CgroupFile(FileChannel channel) {
    this.channel = channel;
  }

  /** As {@link Processes#cgroup}; empty if the process has ended. */
  public Optional<String> read() {
    try {
      bytes.clear();
      while (channel.read(bytes, bytes.position()) > 0) {
        if (!bytes.hasRemaining()) {
          if (bytes.capacity() >= MOST) {
            break;
          }
          bytes = ByteBuffer.allocate(2 * bytes.capacity()).put(bytes.flip());
        }
      }
      byte[] lines = Arrays.copyOf(bytes.array(), bytes.position());
      return lines.length == 0
          ? Optional.empty()
          : Optional.of(Processes.path(ProcessCgroup.of(lines)));
    } catch (IOException ended) {
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      // It was only read, so a failure does not matter.
    }
  }
}
