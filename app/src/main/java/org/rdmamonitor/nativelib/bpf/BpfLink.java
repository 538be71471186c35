// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.bpf;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import org.rdmamonitor.nativelib.generated.LibBpf;
import org.rdmamonitor.nativelib.posix.NativeException;

/**
 * An attached program; closing it detaches. The kernel does so too when the process ends, unless it
 * is pinned. Not safe for use by several threads.
 */
public final class BpfLink implements AutoCloseable {
  private final MemorySegment link;
  private boolean pinned;
  private boolean closed;

  BpfLink(MemorySegment link) {
    this.link = link;
  }

  /**
   * Makes it a file of the BPF file system, in a directory that exists: the program stays attached
   * as long as that file is there, or this link open.
   *
   * @throws NativeException EINVAL if it is a probe and the kernel cannot keep those (before Linux
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

  /** Leaves a pinned one to the kernel: its program stays attached. Closes any other. */
  public void closeUnlessPinned() {
    if (pinned) {
      // Its descriptors are this process's, and end with it.
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
        // Fails where somebody has removed the file already.
        LibBpf.bpf_link__unpin(link);
      }
      LibBpf.bpf_link__destroy(link);
    }
  }
}
