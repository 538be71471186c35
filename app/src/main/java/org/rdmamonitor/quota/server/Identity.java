// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.server;

import java.util.Optional;
import org.rdmamonitor.nativelib.posix.PidFd;
import org.rdmamonitor.nativelib.posix.UnixSocket;
import org.rdmamonitor.quota.ProcessKey;
import org.rdmamonitor.quota.Tenant;
import org.rdmamonitor.quota.host.CgroupFile;
import org.rdmamonitor.quota.host.Processes;

/**
 * The process that made a connection, according to the kernel. If it hands the connection to
 * another process, that one speaks in its name.
 */
final class Identity implements AutoCloseable {
  private final UnixSocket.Credentials credentials;
  private final ProcessKey key;
  private final String comm;
  private final PidFd process;
  private final CgroupFile cgroup;
  private boolean isTenant;
  private boolean hasPage;

  private Identity(
      UnixSocket.Credentials credentials, Processes.Found found, PidFd process, CgroupFile cgroup) {
    this.credentials = credentials;
    this.key = found.key();
    this.comm = found.comm();
    this.process = process;
    this.cgroup = cgroup;
  }

  /** Of a connection; empty if its process has ended, or cannot be seen from here. */
  static Optional<Identity> of(UnixSocket socket, Processes processes) {
    UnixSocket.Credentials credentials = socket.peer();
    Optional<PidFd> process = credentials.pid() == 0 ? Optional.empty() : socket.peerProcess();
    if (process.isEmpty()) {
      return Optional.empty();
    }
    Optional<Processes.Found> found = processes.find(credentials.pid());
    Optional<CgroupFile> cgroup = processes.cgroupFile(credentials.pid());
    // As long as it has not ended nobody else has its pid, so what was read belongs to it.
    if (found.isEmpty() || cgroup.isEmpty() || process.get().hasEnded()) {
      process.get().close();
      cgroup.ifPresent(CgroupFile::close);
      return Optional.empty();
    }
    return Optional.of(new Identity(credentials, found.get(), process.get(), cgroup.get()));
  }

  ProcessKey key() {
    return key;
  }

  int uid() {
    return credentials.uid();
  }

  /** From now on the connection speaks for a program that makes objects. */
  void beTenant() {
    isTenant = true;
  }

  /**
   * Whether it has spoken for such a program, which may have had more privileges when it connected
   * than it has now.
   */
  boolean isTenant() {
    return isTenant;
  }

  /**
   * Whether it may be sent a page. It may once, since descriptors that nobody receives count
   * against everything that the collector sends.
   */
  boolean maySendPage() {
    boolean isFirst = !hasPage;
    hasPage = true;
    return isFirst;
  }

  boolean hasEnded() {
    return process.hasEnded();
  }

  /** The process as it is now; empty if it has ended. */
  Optional<Tenant> now() {
    Optional<String> path = cgroup.read();
    return hasEnded() ? Optional.empty() : path.map(in -> new Tenant(key, uid(), comm, in));
  }

  @Override
  public void close() {
    process.close();
    cgroup.close();
  }
}
