// SPDX-License-Identifier: MIT
package org.rdmamonitor.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * What {@code /proc/PID/cgroup} says of a process (cgroups(7)): its cgroup in the unified
 * hierarchy, as bytes that begin with a slash and need not be text. A line ends with a newline
 * only, which is in no cgroup's name; each other byte may be. Behind the path of a cgroup that is
 * removed the kernel has {@code (deleted)}, after a space; a name may end so, too.
 */
public final class ProcessCgroup {
  /** What the line of the unified hierarchy has before the path. */
  private static final String UNIFIED = "0::";

  private ProcessCgroup() {}

  /**
   * That of a process; empty where there is no unified hierarchy.
   *
   * @param process its directory
   * @throws IOException if it is gone
   */
  public static Optional<byte[]> read(Path process) throws IOException {
    return of(Files.readAllBytes(process.resolve("cgroup")));
  }

  /** That which is in such a file; empty if none is. */
  public static Optional<byte[]> of(byte[] file) {
    int end;
    for (int begin = 0; begin < file.length; begin = end + 1) {
      end = begin;
      while (end < file.length && file[end] != '\n') {
        end++;
      }
      if (isUnified(file, begin, end)) {
        return Optional.of(Arrays.copyOfRange(file, begin + UNIFIED.length(), end));
      }
    }
    return Optional.empty();
  }

  private static boolean isUnified(byte[] file, int begin, int end) {
    int path = begin + UNIFIED.length();
    if (path >= end || file[path] != '/') {
      return false;
    }
    for (int i = 0; i < UNIFIED.length(); i++) {
      if (file[begin + i] != UNIFIED.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
