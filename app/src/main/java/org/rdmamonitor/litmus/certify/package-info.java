// SPDX-License-Identifier: MIT
/**
 * What is claimed of a protocol between members over one-sided writes, held against the model for
 * every number of members and rounds up to given bounds, and the executions in which weaker forms
 * of it fail. Enter by {@link org.rdmamonitor.litmus.certify.Certificate}; a protocol is described
 * by a {@link org.rdmamonitor.litmus.certify.Protocol}, and its programs are written by a {@link
 * org.rdmamonitor.litmus.certify.GroupProgram}.
 *
 * <p>Uses {@code litmus.language}, {@code litmus.model} and {@code litmus.search}. Values are
 * immutable; a program is for one thread.
 */
@NullMarked
package org.rdmamonitor.litmus.certify;

import org.jspecify.annotations.NullMarked;
