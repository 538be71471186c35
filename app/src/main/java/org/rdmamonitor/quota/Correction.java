// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota;

/**
 * What a reading of the kernel's objects changes for one process.
 *
 * @param granted the leases that it keeps
 * @param uncovered objects of its that no lease covers
 */
record Correction(Amounts granted, Amounts uncovered) {
  /**
   * Compares the kernel's count with the leases. In doubt an object counts as still being made, and
   * the next reading settles it. So a lease may be kept for too long, or an object without one be
   * found late, but no lease is dropped whose object may still be made.
   *
   * @param granted the leases now
   * @param counted the objects when the reading began
   * @param young the part of the leases that was granted so recently that their objects may have
   *     been made after the reading began, or may not exist yet
   * @param released what was given back since the reading began
   */
  static Correction of(Amounts granted, Amounts counted, Amounts young, Amounts released) {
    return new Correction(granted.min(counted.plus(young)), counted.minus(granted).minus(released));
  }
}
