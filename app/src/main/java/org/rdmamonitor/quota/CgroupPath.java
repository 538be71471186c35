// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota;

import java.util.ArrayList;
import java.util.List;

/** Paths of cgroups below the root of the hierarchy: {@code /}, {@code /system.slice/a.service}. */
public final class CgroupPath {
  private CgroupPath() {}

  /** The cgroup and all those that it is in, the root last. */
  public static List<String> upwards(String path) {
    List<String> result = new ArrayList<>();
    String rest = path;
    while (rest.length() > 1) {
      result.add(rest);
      rest = rest.substring(0, Math.max(rest.lastIndexOf('/'), 0));
    }
    result.add("/");
    return List.copyOf(result);
  }

  /** Whether it is a path as the kernel writes it. */
  static boolean isValid(String path) {
    return path.equals("/")
        || (path.startsWith("/")
            && !path.endsWith("/")
            && !path.contains("//")
            && path.chars().noneMatch(c -> c == '\n' || c == 0));
  }
}
