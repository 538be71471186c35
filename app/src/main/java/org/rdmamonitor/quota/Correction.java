// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota;

/**
 * What a reading of the kernel's objects changes for one process.
 *
 * @param granted the leases that it keeps
 * @param uncovered objects that it has and no lease covers
 */
record Correction(Amounts granted, Amounts uncovered) {
  /**
   * Holds the kernel's count against the leases. Errs on the side of those in flight, which the
   * next reading settles: a lease may be kept for too long, and an object without one may be found
   * later, but no lease is dropped whose object may still be made.
   *
   * @param granted the leases now
   * @param counted the objects when the reading began
   * @param young the part of the leases that was granted so lately that their objects may have been
   *     made after the reading began, or may not have been made yet
   * @param released what was given back since the reading began
   */
  static Correction of(Amounts granted, Amounts counted, Amounts young, Amounts released) {
    return new Correction(granted.min(counted.plus(young)), counted.minus(granted).minus(released));
  }
}
