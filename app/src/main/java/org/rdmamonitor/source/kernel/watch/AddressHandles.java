// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.watch;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.rdmamonitor.model.resource.AddressHandle;
import org.rdmamonitor.nativelib.monitor.HandleRecord;

/**
 * What the BPF programs keep of address handles, in the words of the model. For one thread at a
 * time.
 */
public final class AddressHandles {
  private final Moments moments;

  /** A converter. */
  public AddressHandles(Moments moments) {
    this.moments = moments;
  }

  /** Reads all, by number. */
  public List<AddressHandle> read(Consumer<Consumer<HandleRecord>> handles) {
    moments.compareClocks();
    List<AddressHandle> read = new ArrayList<>();
    handles.accept(handle ->
        read.add(
            new AddressHandle(
                handle.index(),
                handle.device(),
                handle.pdn(),
                handle.pid(),
                handle.comm(),
                handle.cgroup(),
                moments.at(handle.sinceNanos()),
                PeerAddresses.of(handle.address()))));
    return read;
  }
}
