// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.cgroup;

import java.util.Map;

/**
 * A cgroup of the unified hierarchy, or what stands in for one. The owner of a cgroup makes others
 * below it and names them freely, so only those levels of a path are trustworthy that root has
 * named.
 *
 * @param id the inode number of its directory, as {@code bpf_get_current_cgroup_id()} gives it;
 *     {@link #KERNEL_ID} for kernel consumers, {@link #OVERFLOW_ID} for cgroups that found no row
 * @param path below the mount point, {@code /system.slice/foo.service}; {@code /} is the root;
 *     empty if the directory was gone before its name could be read
 * @param trustedLevels how many levels of the path, from the top, nobody but root can have named;
 *     {@link #ALL_LEVELS} if that is true of all, or if nothing else is known
 * @param given other names of its workload, as far as they are known
 * @param gone whether it is known not to exist any more; this is not checked for a cgroup that owns
 *     objects
 */
public record Cgroup(long id, String path, int trustedLevels, GivenNames given, boolean gone) {
  public static final long KERNEL_ID = 0;
  public static final long OVERFLOW_ID = -1;
  public static final int ALL_LEVELS = Integer.MAX_VALUE;
  public static final Cgroup KERNEL = new Cgroup(KERNEL_ID, "[kernel]");
  public static final Cgroup OVERFLOW = new Cgroup(OVERFLOW_ID, "[other]");

  /** A cgroup of which only the path is known. */
  public Cgroup(long id, String path) {
    this(id, path, ALL_LEVELS, GivenNames.NONE);
  }

  /** A cgroup that exists, as far as is known. */
  public Cgroup(long id, String path, int trustedLevels, GivenNames given) {
    this(id, path, trustedLevels, given, false);
  }

  /** The same cgroup with these names. */
  public Cgroup called(GivenNames names) {
    return names.equals(given) ? this : new Cgroup(id, path, trustedLevels, names, gone);
  }

  /** The same cgroup, which does not exist any more. */
  public Cgroup removed() {
    return new Cgroup(id, path, trustedLevels, given, true);
  }

  /** The cgroup with an id, as far as it is known. */
  public static Cgroup known(long id, Map<Long, Cgroup> cgroups) {
    Cgroup known = id == KERNEL_ID ? KERNEL : cgroups.get(id);
    return known == null ? withoutPath(id) : known;
  }

  public static Cgroup withoutPath(long id) {
    return new Cgroup(id, "");
  }

  /** Whether a path is that of a cgroup, or of one below it. */
  public static boolean isWithin(String path, String cgroup) {
    return path.equals(cgroup) || path.startsWith(cgroup + "/");
  }
}
