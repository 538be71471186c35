// SPDX-License-Identifier: MIT
/**
 * Checks claims about protocols between members over one-sided writes against the model, for every
 * number of members and rounds up to given bounds, and finds executions in which weaker variants of
 * a protocol fail. Enter by {@link org.rdmamonitor.litmus.certify.Certificate}; a {@link
 * org.rdmamonitor.litmus.certify.Protocol} describes a protocol, and a {@link
 * org.rdmamonitor.litmus.certify.GroupProgram} writes its programs.
 *
 * <p>Uses {@code litmus.language}, {@code litmus.model} and {@code litmus.search}. Values are
 * immutable; a program is for one thread.
 */
@NullMarked
package org.rdmamonitor.litmus.certify;

import org.jspecify.annotations.NullMarked;
