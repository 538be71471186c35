// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.naming;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.rdmamonitor.nativelib.posix.RawNames;

/**
 * To whom a Slurm job belongs: the real user of a process in its cgroup that is not root's (a
 * step's daemon runs as root). The user's name is looked up only in {@code /etc/passwd}: other
 * sources (LDAP, sssd) ask a network. Safe for use by several threads.
 */
final class SlurmUsers {
  private static final int MOST_PROCESSES = 64;
  private static final int MOST_PIDS_BYTES = 1 << 16;
  private static final int MOST_PASSWD_BYTES = 1 << 20;
  private static final int NAME = 0;
  private static final int UID = 2;

  private final HostTree host;
  private final Optional<Path> cgroups;
  private final Path proc;

  /**
   * Users.
   *
   * @param cgroups where the unified hierarchy is mounted
   * @param proc where the file system of processes is mounted
   */
  SlurmUsers(HostTree host, Optional<Path> cgroups, Path proc) {
    this.host = host;
    this.cgroups = cgroups;
    this.proc = proc;
  }

  /** The user number of a cgroup; empty if no process of a user is in it. */
  Optional<String> user(String path) {
    return cgroups.flatMap(top -> {
      Path processes = RawNames.below(top, RawNames.bytes(path)).resolve("cgroup.procs");
      return text(processes, MOST_PIDS_BYTES)
          .flatMap(pids ->
              pids.lines()
                  .limit(MOST_PROCESSES)
                  .flatMap(pid -> realUser(pid).stream())
                  .filter(uid -> !uid.equals("0"))
                  .findFirst());
    });
  }

  /** The first number of {@code Uid} in proc_pid_status(5). */
  private Optional<String> realUser(String pid) {
    return pid.matches("[1-9]\\d*")
        ? text(proc.resolve(pid).resolve("status"), MOST_PIDS_BYTES)
            .flatMap(status -> status.lines().filter(line -> line.startsWith("Uid:")).findFirst())
            .map(line -> line.split("\\s+", -1)[1])
        : Optional.empty();
  }

  /** The name of a user, or the number if there is none. */
  String named(String uid) {
    return host.bytes("/etc/passwd", MOST_PASSWD_BYTES)
        .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
        .flatMap(users ->
            users
                .lines()
                .map(line -> line.split(":", -1))
                .filter(fields -> fields.length > UID && fields[UID].equals(uid))
                .findFirst())
        .map(fields -> fields[NAME])
        .orElse(uid);
  }

  /** The beginning of a file of the kernel's, as long as is wanted. */
  private static Optional<String> text(Path file, int most) {
    try (InputStream in = Files.newInputStream(file)) {
      return Optional.of(new String(in.readNBytes(most), StandardCharsets.ISO_8859_1));
    } catch (IOException gone) {
      return Optional.empty();
    }
  }
}
