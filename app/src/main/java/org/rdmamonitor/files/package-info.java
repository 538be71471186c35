// SPDX-License-Identifier: MIT
/**
 * Directories by which programs of this project tell each other something: {@link
 * org.rdmamonitor.files.SafeDirectory} makes one, and says whether others than root can put theirs
 * in its files' place.
 *
 * <p>Uses the JDK only; {@code source}, {@code quota} and {@code ethernet} use it. All methods are
 * safe for use by several threads.
 */
@NullMarked
package org.rdmamonitor.files;

import org.jspecify.annotations.NullMarked;
