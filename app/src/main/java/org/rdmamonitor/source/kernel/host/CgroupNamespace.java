// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongFunction;

/**
 * The cgroup at which the paths begin that this process is told (cgroup_namespaces(7)): in a
 * container it is the container's, and paths of cgroups beside it begin with {@code /..}. Paths
 * here have one character for each byte.
 *
 * @param depth how many levels below the mount that cgroup is
 * @param root its id, if that is known
 */
record CgroupNamespace(int depth, OptionalLong root) {
  /** Paths begin where the mount does. */
  static final CgroupNamespace OF_MOUNT = new CgroupNamespace(0, OptionalLong.empty());

  private static final String UP = "/..";

  /** How many levels upwards a path begins with. */
  static int levelsUp(String path) {
    int levels = 0;
    while ((path + "/").startsWith(UP + "/", levels * UP.length())) {
      levels++;
    }
    return levels;
  }

  /**
   * The path of a cgroup below the mount; empty if it is not below it, or not known.
   *
   * @param told as {@code /proc/PID/cgroup} has it
   * @param paths the path of a cgroup below the mount, by id; empty if it is not known
   */
  Optional<String> below(String told, LongFunction<String> paths) {
    int up = levelsUp(told);
    String rest = told.substring(up * UP.length());
    if (up == depth) {
      return Optional.of(rest.isEmpty() ? "/" : rest);
    }
    if (up > depth || root.isEmpty()) {
      return Optional.empty();
    }
    String[] own = paths.apply(root.getAsLong()).split("/", -1);
    if (own.length != depth + 1) {
      return Optional.empty();
    }
    StringBuilder path = new StringBuilder();
    for (int level = 1; level <= depth - up; level++) {
      path.append('/').append(own[level]);
    }
    return Optional.of(path.append(rest.equals("/") ? "" : rest).toString());
  }
}
