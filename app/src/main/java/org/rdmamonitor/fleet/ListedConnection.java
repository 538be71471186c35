// SPDX-License-Identifier: MIT
package org.rdmamonitor.fleet;

import java.time.Instant;
import java.util.OptionalInt;

/**
 * A connection's end as its host tells of it. Texts are as they came, and empty where nothing is
 * known.
 *
 * @param device the name of its device
 * @param port of the device
 * @param number of the queue pair
 * @param type of the queue pair: {@code RC}
 * @param transport what carries its packets: {@code ROCE_V2}
 * @param state of the queue pair: {@code RTS}
 * @param address its own: a GID, or {@code lid:} and a number
 * @param peerAddress the peer's, likewise
 * @param peerNumber the peer's queue pair
 * @param mtu path MTU in bytes
 * @param trafficClass 0 to 255
 * @param serviceLevel 0 to 15
 * @param cgroup whose it is
 * @param pid of its process; 0 for the kernel's
 * @param comm the name of that process
 * @param since when it came to its state, or was first seen in it, by the host's clock
 */
public record ListedConnection(
    String device,
    OptionalInt port,
    int number,
    String type,
    String transport,
    String state,
    String address,
    String peerAddress,
    int peerNumber,
    OptionalInt mtu,
    OptionalInt trafficClass,
    OptionalInt serviceLevel,
    String cgroup,
    int pid,
    String comm,
    Instant since) {}
