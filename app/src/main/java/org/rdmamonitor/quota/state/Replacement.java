// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.state;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Replaces a file in one step: whoever opens it finds the old text or the new one, never a part. A
 * symbolic link in its place is replaced, not followed.
 */
final class Replacement {
  private Replacement() {}

  /**
   * Writes the file, and returns it open for more.
   *
   * @param permissions such as {@code rw-------}
   * @param outlivesPower whether it is on the disk before this returns, so that even a power
   *     failure leaves one of the two
   */
  static FileChannel write(Path path, String permissions, String text, boolean outlivesPower)
      throws IOException {
    Path absolute = path.toAbsolutePath();
    Path fresh = absolute.resolveSibling(absolute.getFileName() + ".new");
    Files.deleteIfExists(fresh);
    FileChannel channel =
        FileChannel.open(
            fresh,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions)));
    try {
      append(channel, text);
      if (outlivesPower) {
        channel.force(true);
      }
      Files.move(fresh, absolute, StandardCopyOption.ATOMIC_MOVE);
      if (outlivesPower) {
        forceDirectoryOf(absolute);
      }
      return channel;
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  private static void forceDirectoryOf(Path absolute) throws IOException {
    Path directory = absolute.getParent();
    if (directory != null) {
      try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
        channel.force(true);
      }
    }
  }

  static void append(FileChannel channel, String text) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }
}
