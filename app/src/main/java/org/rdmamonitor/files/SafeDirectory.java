// SPDX-License-Identifier: MIT
package org.rdmamonitor.files;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;

/**
 * A directory in which nobody but root and this user can move or replace what this user has made:
 * between the making of a file and the setting of its permissions, a link in its place would
 * otherwise have them set elsewhere; and what is read from it could be anybody's.
 */
public final class SafeDirectory {
  private static final int OTHERS_WRITE = 0022;
  private static final int STICKY = 01000;
  private static final Set<PosixFilePermission> PERMISSIONS =
      PosixFilePermissions.fromString("rwxr-xr-x");

  private SafeDirectory() {}

  /**
   * Makes a directory where there is none, and those that it is to be in, for all to read whatever
   * the umask; one that is there stays as it is.
   */
  public static void make(Path directory) throws IOException {
    Path absolute = directory.toAbsolutePath();
    Path parent = absolute.getParent();
    if (Files.exists(absolute) || parent == null) {
      return;
    }
    make(parent);
    try {
      Files.createDirectory(absolute, PosixFilePermissions.asFileAttribute(PERMISSIONS));
      Files.setPosixFilePermissions(absolute, PERMISSIONS);
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(absolute)) {
        throw e;
      }
    }
  }

  /**
   * Looks at a directory, and at all that it is in.
   *
   * @return what allows others to replace what is in it, in a sentence without a full stop; empty
   *     if nothing does
   */
  public static Optional<String> complaint(Path directory) throws IOException {
    int self = self();
    for (Path one = directory.toRealPath(); one != null; one = one.getParent()) {
      int owner = uid(one);
      if (owner != 0 && owner != self) {
        return Optional.of("%s belongs to user %d, not to root".formatted(one, owner));
      }
      int mode = (Integer) Files.getAttribute(one, "unix:mode", LinkOption.NOFOLLOW_LINKS);
      if ((mode & OTHERS_WRITE) != 0 && (mode & STICKY) == 0) {
        return Optional.of("%s can be written to by others than its owner".formatted(one));
      }
    }
    return Optional.empty();
  }

  /**
   * Looks at what is in such a directory, without following a symbolic link.
   *
   * @return why it is no plain file that only root or this user can write to, as the end of a
   *     sentence; empty if it is one
   */
  public static Optional<String> complaintOfFile(Path file) throws IOException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.of("is no plain file");
    }
    int owner = uid(file);
    if (owner != 0 && owner != self()) {
      return Optional.of("belongs to user %d, not to root".formatted(owner));
    }
    int mode = (Integer) Files.getAttribute(file, "unix:mode", LinkOption.NOFOLLOW_LINKS);
    return (mode & OTHERS_WRITE) == 0
        ? Optional.empty()
        : Optional.of("can be written to by others than its owner");
  }

  private static int self() throws IOException {
    return uid(Path.of("/proc/self"));
  }

  private static int uid(Path path) throws IOException {
    return (Integer) Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS);
  }
}
