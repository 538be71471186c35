// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.rdmamonitor.nativelib.posix.RawNames;

/** What is mounted where, from {@code /proc/PID/mountinfo} (proc_pid_mountinfo(5)). */
final class Mounts {
  private static final int ROOT = 3;
  private static final int MOUNT_POINT = 4;

  private Mounts() {}

  /**
   * A mount.
   *
   * @param root which directory of the file system is mounted, by the path that this process is
   *     told
   * @param point where
   */
  record Mount(String root, Path point) {}

  /**
   * The mounts of a type of file system. Names are bytes; it does not matter if some are not text.
   */
  static List<Mount> ofType(String type, Path mountInfo) {
    String text;
    try {
      text = new String(Files.readAllBytes(mountInfo), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return List.of();
    }
    // Only LF ends a line; names may contain other control characters.
    return Arrays.stream(text.split("\n", -1))
        .map(line -> line.split(" ", -1))
        .filter(fields -> isOfType(type, fields))
        .map(fields -> new Mount(fields[ROOT], RawNames.path(unescaped(fields[MOUNT_POINT]))))
        .toList();
  }

  /**
   * The type follows the first field that is a hyphen, before which there are six or more fields.
   */
  private static boolean isOfType(String type, String[] fields) {
    int hyphen = Arrays.asList(fields).indexOf("-");
    return hyphen > MOUNT_POINT && hyphen + 1 < fields.length && fields[hyphen + 1].equals(type);
  }

  /** Undoes the kernel's escapes: {@code \040} is a space. */
  private static byte[] unescaped(String field) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < field.length(); i++) {
      char c = field.charAt(i);
      if (c == '\\' && i + 3 < field.length()) {
        bytes.write(Integer.parseInt(field, i + 1, i + 4, 8));
        i += 3;
      } else {
        bytes.write(c);
      }
    }
    return bytes.toByteArray();
  }
}
