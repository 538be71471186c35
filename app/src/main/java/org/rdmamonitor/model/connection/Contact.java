// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.connection;

import org.rdmamonitor.model.resource.PeerAddress;

/**
 * Who talked to whom.
 *
 * @param cgroup the path of the program's
 * @param comm the program
 * @param peer whom it talked to, or could
 */
public record Contact(String cgroup, String comm, PeerAddress peer) {}
