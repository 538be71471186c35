// SPDX-License-Identifier: MIT
/**
 * What a server reports about its clients: a line for each thing that happens, for people or as
 * JSON, without anything secret. Enter by {@link org.rdmamonitor.secure.journal.Journal}. May use
 * {@code secure.tls}, {@code secure.session}, {@code secure.transfer}, {@code secure.wire} and
 * {@code text}.
 */
@NullMarked
package org.rdmamonitor.secure.journal;

import org.jspecify.annotations.NullMarked;
