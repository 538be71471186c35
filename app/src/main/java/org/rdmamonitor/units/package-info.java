// SPDX-License-Identifier: MIT
/**
 * Amounts as text, and read from it, so that each is written in few styles, which have names: enter
 * by {@link org.rdmamonitor.units.Bytes} and {@link org.rdmamonitor.units.Times}. Every other
 * package may use this one; it uses the JDK only. All methods are pure, and safe for use by several
 * threads.
 */
@NullMarked
package org.rdmamonitor.units;

import org.jspecify.annotations.NullMarked;
