// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.wire;

/** A choice that has a number on the wire; the number never changes its meaning. */
interface Coded {
  /** From 0 to 255. */
  int code();
}
