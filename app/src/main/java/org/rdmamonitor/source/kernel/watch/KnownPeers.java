// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.watch;

import java.util.List;
import java.util.Map;
import org.rdmamonitor.model.resource.AddressHandle;
import org.rdmamonitor.model.resource.QueuePairPath;

/**
 * What the probes know about peers, and the kernel's own list does not.
 *
 * @param paths what calls have set of queue pairs' connections
 * @param handles the address handles, by number
 */
public record KnownPeers(
    Map<QueuePairPaths.Key, QueuePairPath> paths, List<AddressHandle> handles) {
  /** Nothing. */
  public static final KnownPeers NONE = new KnownPeers(Map.of(), List.of());

  public KnownPeers {
    paths = Map.copyOf(paths);
    handles = List.copyOf(handles);
  }
}
