// SPDX-License-Identifier: MIT
/**
 * What every part of the project says in the same way and that belongs to none of them: {@link
 * org.rdmamonitor.text.Check}, something that was looked at on a host and how it stands, {@link
 * org.rdmamonitor.text.Columns}, rows as columns, {@link org.rdmamonitor.text.FileFailure}, why a
 * file could not be read, and {@link org.rdmamonitor.text.Printable}, text from outside made fit
 * for a terminal.
 *
 * <p>Uses the JDK only. Used by {@code cli}, {@code source}, {@code render}, {@code policy}, {@code
 * recording}, {@code secure}, {@code fleet} and {@code http}. Everything here is immutable, or a
 * function.
 */
@NullMarked
package org.rdmamonitor.text;

import org.jspecify.annotations.NullMarked;
