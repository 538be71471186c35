// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.bpf;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import org.rdmamonitor.nativelib.generated.LibBpf;
import org.rdmamonitor.nativelib.posix.NativeException;

/**
 * An attached program; closing the link detaches it. The kernel detaches it too when the process
 * ends, unless the link is pinned. Not safe for use by several threads.
 */
public final class BpfLink implements AutoCloseable {
  private final MemorySegment link;
  private boolean pinned;
  private boolean closed;

  BpfLink(MemorySegment link) {
    this.link = link;
  }

  /**
   * Pins the link as a file of the BPF file system, in an existing directory: the program stays
   * attached as long as the file exists, or this link is open.
   *
   * @throws NativeException EINVAL if it is a probe and the kernel cannot pin those (before Linux
   *     5.15), or the directory is of another file system
   */
  public void pin(Path file) {
    try (Arena arena = Arena.ofConfined()) {
      int error = LibBpf.bpf_link__pin(link, arena.allocateFrom(file.toString()));
      if (error < 0) {
        throw new NativeException("pin " + file, -error);
      }
      pinned = true;
    }
  }

  /** Closes the link, unless it is pinned: then its program stays attached. */
  public void closeUnlessPinned() {
    if (pinned) {
      // The descriptors belong to this process, and are closed when it ends.
      closed = true;
    } else {
      close();
    }
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      if (pinned) {
        // This fails if somebody has removed the file already.
        LibBpf.bpf_link__unpin(link);
      }
      LibBpf.bpf_link__destroy(link);
    }
  }
}
