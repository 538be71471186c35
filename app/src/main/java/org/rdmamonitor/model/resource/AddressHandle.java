// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.resource;

import java.time.Duration;
import java.time.Instant;
import org.rdmamonitor.model.resource.QueuePairPath.Address;

/**
 * An address handle, by which datagrams are sent. It belongs to a protection domain: which of its
 * queue pairs sends by it, and to which queue pair of the peer, is told to the device alone, with
 * each send request.
 *
 * @param number the monitor's own, since the kernel gives it none; no other has it at the same time
 * @param device index of its device
 * @param pdn its protection domain
 * @param pid of the process that made it; 0 for a kernel consumer
 * @param owner the name of that process, or of the kernel consumer
 * @param cgroup id of that process's cgroup, now or, if it is gone, when it made the handle; {@link
 *     Cgroup#KERNEL_ID} for a kernel consumer
 * @param since when it was made
 * @param address the peer's
 */
public record AddressHandle(
    int number,
    int device,
    int pdn,
    int pid,
    String owner,
    long cgroup,
    Instant since,
    Address address) {

  /** The same so much later. */
  AddressHandle later(Duration by) {
    return new AddressHandle(number, device, pdn, pid, owner, cgroup, since.plus(by), address);
  }

  /** The same of a process that has this name and cgroup now. */
  public AddressHandle with(String owner, long cgroup) {
    return new AddressHandle(number, device, pdn, pid, owner, cgroup, since, address);
  }
}
