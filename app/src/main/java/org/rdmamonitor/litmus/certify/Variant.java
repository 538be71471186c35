// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.certify;

/** A form of a protocol. */
public interface Variant {
  /** Its word in names of tests. */
  String word();

  /** What a member does, in a line. */
  String summary();

  /** Whether programs are to use it; the other variants show what this one depends on. */
  boolean ships();
}
