// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.wire;

/** A choice with a number on the wire; a number never changes its meaning. */
interface Coded {
  /** From 0 to 255. */
  int code();
}
