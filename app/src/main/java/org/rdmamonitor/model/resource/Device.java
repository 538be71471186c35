// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.resource;

/**
 * An RDMA device.
 *
 * <p>Where each belongs to a network namespace, two may have the same name: {@link #label} tells
 * them apart.
 *
 * @param index the kernel's index, never reused while the kernel runs ({@code
 *     RDMA_NLDEV_ATTR_DEV_INDEX}); {@link #UNKNOWN_INDEX} where the kernel gives no way to tell
 * @param name as in {@code rdma link}: {@code mlx5_0}; {@code -} or {@code #7} where it is not
 *     known
 * @param netns the network namespace that it belongs to, by its name or else its number; empty for
 *     that of the monitor, and where namespaces share devices
 */
public record Device(int index, String name, String netns) {
  public static final int UNKNOWN_INDEX = -1;

  /** One in the monitor's own network namespace. */
  public Device(int index, String name) {
    this(index, name, "");
  }

  /** What it is called in outputs: its name, {@code mlx5_0@NETNS} in another network namespace. */
  public String label() {
    return netns.isEmpty() ? name : name + "@" + netns;
  }

  /** A device whose name is not known: removed meanwhile, or {@link #UNKNOWN_INDEX}. */
  public static Device unnamed(int index) {
    return new Device(index, index == UNKNOWN_INDEX ? "-" : "#" + index);
  }
}
