// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.rdmamonitor.nativelib.posix.KernfsHandles;
import org.rdmamonitor.nativelib.posix.KernfsHandles.Directory;
import org.rdmamonitor.nativelib.posix.NativeException;
import org.rdmamonitor.nativelib.posix.RawNames;

/**
 * Finds cgroups by file handle, which takes three system calls no matter how many there are, and
 * tells for certain whether one exists. Needs CAP_DAC_READ_SEARCH.
 */
final class CgroupHandles implements CgroupFinder {
  private static final byte[] DELETED = " (deleted)".getBytes(StandardCharsets.US_ASCII);

  /** The most levels in one step: a path must have room for "/.." for each. */
  private static final int STEP = 1024;

  /** The most steps upwards, so that no nesting of cgroups makes this take for ever. */
  private static final int STEPS = 16;

  private final KernfsHandles handles;
  private final byte[] mount;
  private volatile boolean isForbidden;

  /** A finder for the cgroups mounted here; empty if it could not even find the topmost one. */
  static Optional<CgroupFinder> of(Path mount) {
    try {
      CgroupHandles handles = new CgroupHandles(mount);
      return handles.find(CgroupNames.inode(mount)).path().equals("/")
          ? Optional.of(handles)
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private CgroupHandles(Path mount) {
    this.handles = new KernfsHandles(mount);
    this.mount = RawNames.bytes(mount);
  }

  @Override
  public Answer find(long id) {
    if (isForbidden) {
      return Answer.UNKNOWN;
    }
    try (Directory directory = handles.open(id)) {
      Optional<byte[]> path = path(directory);
      if (path.isEmpty()) {
        return Answer.at(beyond(directory, id));
      }
      return endsWith(path.get(), DELETED) && !isAt(path.get(), id)
          ? Answer.GONE
          : Answer.at(below(path.get()));
    } catch (NativeException e) {
      isForbidden = e.isForbidden();
      return e.isStale() ? Answer.GONE : Answer.UNKNOWN;
    }
  }

  /** The whole path; empty if it is longer than a path can be. */
  private static Optional<byte[]> path(Directory directory) {
    try {
      return Optional.of(RawNames.bytes(Files.readSymbolicLink(directory.link())));
    } catch (IOException tooLong) {
      return Optional.empty();
    }
  }

  private static boolean endsWith(byte[] path, byte[] end) {
    int from = path.length - end.length;
    return from >= 0 && Arrays.equals(path, from, path.length, end, 0, end.length);
  }

  private static boolean isAt(byte[] path, long id) {
    try {
      return CgroupNames.inode(RawNames.path(path)) == id;
    } catch (IOException gone) {
      return false;
    }
  }

  /** The path below the mount point; empty if it is elsewhere. */
  private String below(byte[] path) {
    if (Arrays.equals(path, mount)) {
      return "/";
    }
    boolean isBelow =
        path.length > mount.length + 1
            && path[mount.length] == '/'
            && Arrays.equals(path, 0, mount.length, mount, 0, mount.length);
    return isBelow ? RawNames.text(Arrays.copyOfRange(path, mount.length, path.length)) : "";
  }

  /**
   * A name for a cgroup whose path is too long: the path of the nearest cgroup above that is short
   * enough, and the id.
   */
  private String beyond(Directory directory, long id) {
    Directory from = directory.above(0);
    try {
      for (int step = 0; step < STEPS; step++) {
        Directory next = from.above(STEP);
        if (path(next).isPresent()) {
          next.close();
          return below(nearest(from)) + "/[" + id + "]";
        }
        from.close();
        from = next;
      }
      return "";
    } finally {
      from.close();
    }
  }

  /**
   * The path of the nearest cgroup above whose path is short enough; that is at most {@link #STEP}
   * levels up.
   */
  private static byte[] nearest(Directory from) {
    byte[] found = new byte[0];
    int tooFew = 0;
    int enough = STEP;
    while (enough - tooFew > 1 || found.length == 0) {
      int levels = enough - tooFew > 1 ? (tooFew + enough) >>> 1 : enough;
      try (Directory above = from.above(levels)) {
        Optional<byte[]> path = path(above);
        if (path.isPresent()) {
          found = path.get();
          enough = levels;
        } else {
          tooFew = levels;
        }
      }
    }
    return found;
  }
}
