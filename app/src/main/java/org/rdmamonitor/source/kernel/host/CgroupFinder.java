// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

/** Finds a cgroup by its id, in a few steps; safe for use by several threads. */
@FunctionalInterface
public interface CgroupFinder {
  /** What is known of a cgroup. */
  enum State {
    /** It exists. */
    THERE,
    /** It exists no more. */
    GONE,
    /** It cannot be found out this way. */
    UNKNOWN
  }

  /**
   * An answer.
   *
   * @param path below the mount point, from {@code /}; empty if it is not known
   */
  record Answer(State state, String path) {
    static final Answer GONE = new Answer(State.GONE, "");
    public static final Answer UNKNOWN = new Answer(State.UNKNOWN, "");

    static Answer at(String path) {
      return new Answer(State.THERE, path);
    }
  }

  /** Finds the cgroup of an id. */
  Answer find(long id);
}
