// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Predicate;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.nativelib.posix.RawNames;

/**
 * To whom cgroups belong. A cgroup that was delegated, as systemd does for {@code Delegate=yes}
 * with {@code User=}, belongs to its user, who makes and names the cgroups below it.
 */
final class CgroupOwners {
  private static final int GROUP_WRITES = 0020;
  private static final int OTHERS_WRITE = 0002;

  private CgroupOwners() {}

  /**
   * How many levels of a path nobody but root can have named: those in directories that belong to
   * root, or to this user. A directory that cannot be looked at counts as belonging to somebody
   * else.
   *
   * @param top where the topmost cgroup is mounted
   */
  static int trustedLevels(Path top, String path) {
    try {
      Map<String, Object> self = Files.readAttributes(Path.of("/proc/self"), "unix:uid,gid");
      return trustedLevels(
          path, above -> isTrusted(RawNames.below(top, RawNames.bytes(above)), self));
    } catch (IOException unreadable) {
      return trustedLevels(path, above -> false);
    }
  }

  static int trustedLevels(String path, Predicate<String> isTrusted) {
    int levels = 0;
    for (int end = path.indexOf('/', 1); end > 0; end = path.indexOf('/', end + 1)) {
      levels++;
      if (!isTrusted.test(path.substring(0, end))) {
        return levels;
      }
    }
    return Cgroup.ALL_LEVELS;
  }

  private static boolean isTrusted(Path directory, Map<String, Object> self) {
    try {
      Map<String, Object> of = Files.readAttributes(directory, "unix:mode,uid,gid");
      int mode = number(of, "mode");
      return isRootOr(of, self, "uid")
          && (mode & OTHERS_WRITE) == 0
          && ((mode & GROUP_WRITES) == 0 || isRootOr(of, self, "gid"));
    } catch (IOException gone) {
      return false;
    }
  }

  private static boolean isRootOr(Map<String, Object> of, Map<String, Object> self, String id) {
    int owner = number(of, id);
    return owner == 0 || owner == number(self, id);
  }

  private static int number(Map<String, Object> attributes, String name) {
    return attributes.get(name) instanceof Integer number ? number : -1;
  }
}
