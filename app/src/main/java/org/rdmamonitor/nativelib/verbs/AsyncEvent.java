// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import org.rdmamonitor.nativelib.generated.RdmaVerbs;

/**
 * What a device tells unasked.
 *
 * @param type its number in enum ibv_event_type
 * @param port that it is about; 0 if none
 * @param queuePair number of the queue pair that it is about; 0 if none
 */
public record AsyncEvent(int type, int port, int queuePair) {
  /** Whether the device cannot be used any more. */
  public boolean isDeviceLost() {
    return type == RdmaVerbs.IBV_EVENT_DEVICE_FATAL();
  }

  /** Whether it says that something of the queue pair failed, so that it is in the error state. */
  public boolean isQueuePairFailure() {
    return type == RdmaVerbs.IBV_EVENT_QP_FATAL()
        || type == RdmaVerbs.IBV_EVENT_QP_REQ_ERR()
        || type == RdmaVerbs.IBV_EVENT_QP_ACCESS_ERR();
  }

  /** Whether the GIDs of a port are others now. */
  public boolean isGidChange() {
    return type == RdmaVerbs.IBV_EVENT_GID_CHANGE();
  }
}
