// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

/**
 * Identifies an object. When it has ended, another object may have the same name.
 *
 * @param device index of its device
 * @param type number in enum rm_type
 * @param id as the kernel's resource tracking numbers it
 */
public record ObjectName(int device, int type, int id) {}
