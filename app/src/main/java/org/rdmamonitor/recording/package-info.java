// SPDX-License-Identifier: MIT
/**
 * Recordings: samples in a file, and back. Enter by {@link
 * org.rdmamonitor.recording.RecordingWriter} and {@link org.rdmamonitor.recording.RecordingReader}.
 *
 * <p>A file is a sequence of gzip members ({@link org.rdmamonitor.recording.MemberHeader}), so that
 * zcat(1) reads it. Each is complete in itself: lines of JSON, of which the first sample is whole
 * and each further one tells what has changed since the one before. What a file says first is a
 * {@link org.rdmamonitor.recording.RecordingHeader}. A file that was cut anywhere is good up to its
 * last whole line. For each part of a sample one class has its fields: those of records are named
 * once for both directions ({@code Shape}); what is written only where it has changed is written by
 * one method and read by another of the same class. Keys, and elements behind the known ones of an
 * array, that a later version adds are passed over.
 *
 * <p>May use {@code model}, {@code text}, and Jackson's streams. A writer or reader is for one
 * thread.
 */
@NullMarked
package org.rdmamonitor.recording;

import org.jspecify.annotations.NullMarked;
