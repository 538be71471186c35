// SPDX-License-Identifier: MIT
/**
 * The shared state table of {@code sst}, as litmus tests: a member sets its row, pushes it and
 * raises a guard; the others wait for the guard and read their copies. Enter by {@link
 * org.rdmamonitor.litmus.table.TableClaim}, the claims about a table; {@code litmus.certify} checks
 * them.
 *
 * <p>Uses {@code litmus.certify} and {@code litmus.language}. Values are immutable; a {@link
 * org.rdmamonitor.litmus.table.TableProgram} is for one thread.
 */
@NullMarked
package org.rdmamonitor.litmus.table;

import org.jspecify.annotations.NullMarked;
