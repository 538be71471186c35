// SPDX-License-Identifier: MIT
/**
 * Files that several parts of this project read: directories by which its programs tell each other
 * something ({@link org.rdmamonitor.files.SafeDirectory} makes one, and says whether others than
 * root can put theirs in its files' place), and what {@code /proc} says of a process ({@link
 * org.rdmamonitor.files.ProcessStat}, {@link org.rdmamonitor.files.ProcessCgroup}), where files are
 * read in another way ({@link org.rdmamonitor.files.PseudoFile}).
 *
 * <p>Uses the JDK only; {@code source}, {@code quota} and {@code ethernet} use it. All methods are
 * safe for use by several threads.
 */
@NullMarked
package org.rdmamonitor.files;

import org.jspecify.annotations.NullMarked;
