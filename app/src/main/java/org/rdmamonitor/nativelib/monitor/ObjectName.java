// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

/**
 * What an object is called. Once it has ended another may be called so.
 *
 * @param device index of its device
 * @param type number in enum rm_type
 * @param id as the kernel's resource tracking numbers it
 */
public record ObjectName(int device, int type, int id) {}
