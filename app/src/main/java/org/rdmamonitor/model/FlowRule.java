// SPDX-License-Identifier: MIT
package org.rdmamonitor.model;

import java.time.Instant;

/**
 * A flow rule that exists.
 *
 * @param device index of its device
 * @param handle its number, which is one of an opened device only
 * @param maker who made it
 * @param made when
 * @param match what it takes
 */
public record FlowRule(
    int device, int handle, ControlCall.Caller maker, Instant made, FlowMatch match) {}
