// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import org.rdmamonitor.nativelib.generated.RdmaVerbs;

/** The kinds of queue pairs. */
public enum Transport {
  /** Reliable connection: everything. */
  RC(RdmaVerbs.IBV_QPT_RC()),
  /** Unreliable connection: sends and writes. */
  UC(RdmaVerbs.IBV_QPT_UC()),
  /** Unreliable datagrams: sends of one packet to whom it may concern. */
  UD(RdmaVerbs.IBV_QPT_UD());

  private final int number;

  Transport(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }
}
