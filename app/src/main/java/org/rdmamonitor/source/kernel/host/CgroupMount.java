// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.rdmamonitor.source.kernel.host.Mounts.Mount;

/**
 * Where the unified hierarchy of cgroups is mounted.
 *
 * @param path the directory of the topmost cgroup that can be seen
 * @param namespace the cgroup that paths begin at which this process is told
 */
public record CgroupMount(Path path, CgroupNamespace namespace) {
  /** The inode number of the root of a kernfs ({@code kernfs_create_root()}). */
  static final long TOPMOST = 1;

  private static final String WHOLE = "/";

  /**
   * The mount that shows most: that of the host, which a container may have been given beside its
   * own; empty if there is none.
   *
   * @param mountInfo as {@code /proc/self/mountinfo}
   */
  public static Optional<CgroupMount> find(Path mountInfo) {
    return find(mountInfo, directory -> CgroupNames.find(directory).orElse(0L));
  }

  static Optional<CgroupMount> find(Path mountInfo, Function<Path, Long> inodes) {
    List<Mount> mounts = Mounts.ofType("cgroup2", mountInfo);
    return mounts.stream()
        .min(Comparator.comparingInt(mount -> rank(mount, inodes)))
        .map(mount -> new CgroupMount(mount.point(), namespace(mount, mounts, inodes)));
  }

  private static int rank(Mount mount, Function<Path, Long> inodes) {
    if (inodes.apply(mount.point()) == TOPMOST) {
      return 0;
    }
    return mount.root().equals(WHOLE) ? 1 : 2;
  }

  /**
   * For a mount from outside the namespace, the kernel tells how many levels it is above the root
   * of the namespace; which cgroup that root is can be seen at the namespace's own mount.
   */
  private static CgroupNamespace namespace(
      Mount chosen, List<Mount> mounts, Function<Path, Long> inodes) {
    int depth = CgroupNamespace.levelsUp(chosen.root());
    if (depth == 0) {
      return CgroupNamespace.OF_MOUNT;
    }
    return new CgroupNamespace(
        depth,
        mounts.stream()
            .filter(mount -> mount.root().equals(WHOLE))
            .mapToLong(mount -> inodes.apply(mount.point()))
            .filter(id -> id != 0)
            .findFirst());
  }
}
