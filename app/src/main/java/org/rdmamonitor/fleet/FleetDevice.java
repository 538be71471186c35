// SPDX-License-Identifier: MIT
package org.rdmamonitor.fleet;

/**
 * A device of a host.
 *
 * @param name as the host calls it
 * @param figures of it
 */
public record FleetDevice(String name, FigureSet figures) {}
