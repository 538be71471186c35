// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.join;

import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.cgroup.CgroupName;
import org.rdmamonitor.model.join.ConnectionEnd;
import org.rdmamonitor.model.join.JoinedHosts;
import org.rdmamonitor.model.resource.PeerAddress;
import org.rdmamonitor.policy.DetectorInput;

/** Names of ends for sentences. */
final class EndNames {
  private static final String IPV4 = "::ffff:";

  /**
   * The end of a sentence that is true only if the host that has the address is the one that is
   * meant.
   */
  static final String UNLESS_ANOTHER =
      ", unless the address is that of another host, in another network";

  private EndNames() {}

  /** Whose an end is: {@code pod 42...}, {@code slurm job 7 step 0}, or {@code app[42]}. */
  static String owner(ConnectionEnd end) {
    return CgroupName.of(end.cgroup()).orElseGet(() -> process(end));
  }

  /**
   * Whose an end is, without the process id, and on which host: names what many ends have in
   * common.
   */
  static String group(ConnectionEnd end, JoinedHosts hosts) {
    return CgroupName.of(end.cgroup()).orElse(end.connection().owner())
        + " on "
        + hosts.host(end).name();
  }

  /** {@code app[42]}, or {@code nvme_rdma in the kernel}. */
  private static String process(ConnectionEnd end) {
    String owner = end.connection().owner();
    int pid = end.connection().pid();
    if (end.cgroup().id() == Cgroup.KERNEL_ID) {
      return owner + " in the kernel";
    }
    return pid == 0 ? "a process that is not known" : DetectorInput.process(owner, pid);
  }

  /** {@code queue pair 17 of app[42]}. */
  static String pair(ConnectionEnd end) {
    return number(end.number()) + " of " + owner(end);
  }

  /** {@code queue pair 17}. */
  static String number(int number) {
    return "queue pair " + Integer.toUnsignedString(number);
  }

  /** {@code 10.1.0.7, queue pair 331}: the peer, as an end names it. */
  static String peer(ConnectionEnd end) {
    return address(end.peerAddress()) + ", " + number(end.peerNumber().orElse(0));
  }

  /** {@code 10.1.0.7}, {@code fe80::1}, {@code lid 7}. */
  static String address(String address) {
    if (address.isEmpty()) {
      return "an address that is not known";
    }
    return address.startsWith(IPV4) && address.indexOf('.') > 0
        ? address.substring(IPV4.length())
        : address.replace(PeerAddress.LID_PREFIX, "lid ");
  }
}
