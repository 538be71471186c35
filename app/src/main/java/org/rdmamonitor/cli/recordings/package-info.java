// SPDX-License-Identifier: MIT
/**
 * The commands that read recordings: {@code replay}, {@code dump} and {@code diff}. All play one by
 * {@link org.rdmamonitor.cli.recordings.Playback}, from one {@link
 * org.rdmamonitor.cli.recordings.Moment} to another. Builds on {@code cli.options} and {@code
 * cli.loop}. A command runs on one thread.
 */
@NullMarked
package org.rdmamonitor.cli.recordings;

import org.jspecify.annotations.NullMarked;
