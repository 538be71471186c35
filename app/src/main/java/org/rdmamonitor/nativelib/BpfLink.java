// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib;

import java.lang.foreign.MemorySegment;
import org.rdmamonitor.nativelib.generated.LibBpf;

/** An attached program; closing it detaches. The kernel does so too when the process ends. */
public final class BpfLink implements AutoCloseable {
  private final MemorySegment link;
  private boolean closed;

  BpfLink(MemorySegment link) {
    this.link = link;
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      LibBpf.bpf_link__destroy(link);
    }
  }
}
