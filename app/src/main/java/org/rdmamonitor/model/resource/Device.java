// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.resource;

/**
 * An RDMA device.
 *
 * @param index the kernel's index, never reused while the kernel runs ({@code
 *     RDMA_NLDEV_ATTR_DEV_INDEX}); {@link #UNKNOWN_INDEX} where the kernel gives no way to tell
 * @param name as in {@code rdma link}: {@code mlx5_0}; {@code -} or {@code #7} where it is not
 *     known
 */
public record Device(int index, String name) {
  public static final int UNKNOWN_INDEX = -1;

  /** A device whose name is not known: removed meanwhile, or {@link #UNKNOWN_INDEX}. */
  public static Device unnamed(int index) {
    return new Device(index, index == UNKNOWN_INDEX ? "-" : "#" + index);
  }
}
