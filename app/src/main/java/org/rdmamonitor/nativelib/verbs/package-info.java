// SPDX-License-Identifier: MIT
/**
 * RDMA verbs: devices, protection domains, memory regions and windows, queue pairs, completion
 * queues. Enter by {@link org.rdmamonitor.nativelib.verbs.Verbs}, which loads the library of {@code
 * native/verbs}.
 *
 * <p>May use {@code nativelib.posix} and {@code nativelib.generated}. Used by {@code secure},
 * {@code litmus.device}, {@code sst} and {@code cli}, which see no {@code MemorySegment} but that
 * of a buffer.
 *
 * <p>Objects are {@link java.lang.AutoCloseable} and know those that were made from them: closing
 * one that is still needed is refused with an {@link java.lang.IllegalStateException}. The control
 * path may be used by any thread; an object must not be closed while another thread uses it.
 *
 * <p>The hot path is {@link org.rdmamonitor.nativelib.verbs.QueuePair}'s posting and {@link
 * org.rdmamonitor.nativelib.verbs.CompletionQueue#poll}: work requests are laid out once in native
 * memory, changed in place and posted again and again, completions are read where the driver put
 * them; nothing is allocated, and each call is one downcall without a change of the thread's state.
 * Such a call keeps a garbage collection waiting as long as it lasts.
 */
@NullMarked
package org.rdmamonitor.nativelib.verbs;

import org.jspecify.annotations.NullMarked;
