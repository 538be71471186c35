// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import java.lang.foreign.MemorySegment;
import org.rdmamonitor.nativelib.generated.RdmaVerbs;

/** Where datagrams are sent: see {@link WorkRequests#destination}. */
public final class AddressHandle extends Resource {
  AddressHandle(ProtectionDomain domain, long address) {
    super("address handle", address, domain);
  }

  @Override
  int destroy(MemorySegment struct) {
    return RdmaVerbs.rv_destroy_ah(struct);
  }
}
