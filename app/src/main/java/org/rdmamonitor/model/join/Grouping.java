// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.join;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.cgroup.CgroupName;

/**
 * By what the ends are grouped into the nodes of a map. An end that belongs to no such group is
 * counted for its host.
 */
public enum Grouping {
  HOST,
  /** A Kubernetes pod. */
  POD,
  /** A Slurm job, on all its hosts. */
  JOB,
  /** A user by number, on all hosts. */
  USER,
  CGROUP,
  PROCESS;

  private static final Pattern POD_NAME = Pattern.compile("(pod \\S+).*");
  private static final Pattern JOB_NAME = Pattern.compile("(slurm job \\S+).*");
  private static final Pattern USER_NAME = Pattern.compile("(user \\S+).*");

  /** The name of the node that an end belongs to. */
  String node(String host, Cgroup cgroup, OptionalInt user, int pid, String owner) {
    return switch (this) {
      case HOST -> host;
      case POD ->
          cgroup
              .given()
              .podName()
              .map(name -> "pod " + name)
              .or(() -> name(cgroup, POD_NAME))
              .orElse(host);
      case JOB -> name(cgroup, JOB_NAME).orElse(host);
      case USER ->
          user.isPresent()
              ? "user " + Integer.toUnsignedString(user.getAsInt())
              : name(cgroup, USER_NAME).orElse(host);
      case CGROUP ->
          host + ":" + (cgroup.path().isEmpty() ? "cgroup " + cgroup.id() : cgroup.path());
      case PROCESS -> host + ":" + owner + "[" + pid + "]";
    };
  }

  private static Optional<String> name(Cgroup cgroup, Pattern pattern) {
    return CgroupName.of(cgroup)
        .map(pattern::matcher)
        .filter(Matcher::matches)
        .map(found -> found.group(1));
  }
}
