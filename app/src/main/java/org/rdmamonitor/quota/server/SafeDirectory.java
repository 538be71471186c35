// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * A directory in which nobody but root and this user can move or replace what this user has made:
 * between the making of a file and the setting of its permissions, a link in its place would
 * otherwise have them set elsewhere.
 */
final class SafeDirectory {
  private static final int OTHERS_WRITE = 0022;
  private static final int STICKY = 01000;

  private SafeDirectory() {}

  /**
   * Looks at a directory, and at all that it is in.
   *
   * @throws CollectorException if others can replace what is in it
   */
  static void check(Path directory) throws IOException {
    int self = uid(Path.of("/proc/self"));
    for (Path one = directory.toRealPath(); one != null; one = one.getParent()) {
      int owner = uid(one);
      if (owner != 0 && owner != self) {
        throw new CollectorException("%s belongs to user %d, not to root".formatted(one, owner));
      }
      int mode = (Integer) Files.getAttribute(one, "unix:mode", LinkOption.NOFOLLOW_LINKS);
      if ((mode & OTHERS_WRITE) != 0 && (mode & STICKY) == 0) {
        throw new CollectorException(
            "%s can be written to by others than its owner".formatted(one));
      }
    }
  }

  private static int uid(Path path) throws IOException {
    return (Integer) Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS);
  }
}
