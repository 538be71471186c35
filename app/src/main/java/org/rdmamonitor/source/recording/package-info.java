// SPDX-License-Identifier: MIT
/**
 * A recording as a source. Enter by {@link org.rdmamonitor.source.recording.RecordedSource}.
 *
 * <p>May use {@code source}, {@code recording} and {@code model}. For one thread at a time.
 */
@NullMarked
package org.rdmamonitor.source.recording;

import org.jspecify.annotations.NullMarked;
