// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.server;

import java.util.Optional;
import org.rdmamonitor.nativelib.PidFd;
import org.rdmamonitor.nativelib.UnixSocket;
import org.rdmamonitor.quota.ProcessKey;
import org.rdmamonitor.quota.Tenant;
import org.rdmamonitor.quota.host.Processes;

/**
 * The process that made a connection, by what the kernel says of it. A process to which it handed
 * the connection on speaks for it.
 */
final class Identity implements AutoCloseable {
  private final UnixSocket.Credentials credentials;
  private final ProcessKey key;
  private final String comm;
  private final PidFd process;
  private final Processes processes;

  private Identity(
      UnixSocket.Credentials credentials,
      Processes.Found found,
      PidFd process,
      Processes processes) {
    this.credentials = credentials;
    this.key = found.key();
    this.comm = found.comm();
    this.process = process;
    this.processes = processes;
  }

  /** Of a connection; empty if its process has ended, or cannot be seen from here. */
  static Optional<Identity> of(UnixSocket socket, Processes processes) {
    UnixSocket.Credentials credentials = socket.peer();
    Optional<PidFd> process = credentials.pid() == 0 ? Optional.empty() : socket.peerProcess();
    if (process.isEmpty()) {
      return Optional.empty();
    }
    Optional<Processes.Found> found = processes.find(credentials.pid());
    // While it has not ended nobody else has its pid, and what was read is of it.
    if (found.isEmpty() || process.get().hasEnded()) {
      process.get().close();
      return Optional.empty();
    }
    return Optional.of(new Identity(credentials, found.get(), process.get(), processes));
  }

  ProcessKey key() {
    return key;
  }

  int uid() {
    return credentials.uid();
  }

  String comm() {
    return comm;
  }

  boolean hasEnded() {
    return process.hasEnded();
  }

  /** The process as it is now; empty if it has ended. */
  Optional<Tenant> now() {
    Optional<String> cgroup = processes.cgroup(key.pid());
    return hasEnded() ? Optional.empty() : cgroup.map(path -> new Tenant(key, uid(), comm, path));
  }

  @Override
  public void close() {
    process.close();
  }
}
