// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.ethernet;

import java.time.Instant;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.FlowMatch;

/**
 * A flow rule that exists.
 *
 * @param device index of its device
 * @param handle its number, which is unique within an opened device only
 * @param maker who made it
 * @param made when it was made
 * @param match which frames it takes
 */
public record FlowRule(
    int device, int handle, ControlCall.Caller maker, Instant made, FlowMatch match) {}
