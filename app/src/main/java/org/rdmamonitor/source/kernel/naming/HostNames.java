// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.naming;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.cgroup.CgroupName;
import org.rdmamonitor.model.cgroup.CgroupName.Container;
import org.rdmamonitor.model.cgroup.GivenNames;

/**
 * Looks for names wherever this host has some: first in the kubelet's directories, which need no
 * parsing, then in the files of runtimes; for what is still unknown it asks the kubelet. To be used
 * by one thread at a time.
 */
final class HostNames implements NameFinder {
  private final HostTree host;
  private final RuntimeFiles runtimes;
  private final SlurmUsers slurm;
  private final Optional<KubeletPods> kubelet;

  /**
   * Names of a host.
   *
   * @param cgroups where the unified hierarchy is mounted
   * @param proc where the file system of processes is mounted
   * @param nanos a monotonic clock
   */
  HostNames(NameSources sources, Optional<Path> cgroups, Path proc, LongSupplier nanos) {
    this.host = new HostTree(sources.host());
    this.runtimes = new RuntimeFiles(host);
    this.slurm = new SlurmUsers(host, cgroups, proc);
    this.kubelet = sources.kubelet().map(found -> new KubeletPods(found, nanos));
  }

  @Override
  public Lookup begin() {
    KubeletLogs logs = new KubeletLogs(host);
    // A container may have any number of cgroups in it.
    Map<Container, GivenNames> containers = new HashMap<>();
    // A user may have any number of jobs.
    Map<String, String> users = new HashMap<>();
    return cgroup -> {
      Container container = CgroupName.ofHost(cgroup);
      return container.equals(Container.NONE)
          ? user(cgroup, users)
          : containers.computeIfAbsent(container, own -> find(own, logs));
    };
  }

  private GivenNames user(Cgroup cgroup, Map<String, String> users) {
    return CgroupName.isSlurm(cgroup)
        ? slurm
            .user(cgroup.path())
            .map(uid -> users.computeIfAbsent(uid, slurm::named))
            .map(GivenNames::ofUser)
            .orElse(GivenNames.NONE)
        : GivenNames.NONE;
  }

  private GivenNames find(Container container, KubeletLogs logs) {
    GivenNames names = container.pod().isEmpty() ? GivenNames.NONE : logs.names(container);
    if (isWhole(names, container)) {
      return names;
    }
    names = names.orElse(runtimes.names(container));
    return isWhole(names, container) || kubelet.isEmpty()
        ? names
        : names.orElse(kubelet.get().names(container));
  }

  private static boolean isWhole(GivenNames names, Container container) {
    return (container.pod().isEmpty() || names.hasPod())
        && (container.id().isEmpty() || !names.container().isEmpty());
  }

  @Override
  public boolean isWhole(GivenNames names, Cgroup cgroup) {
    Container container = CgroupName.ofHost(cgroup);
    return container.equals(Container.NONE) ? !names.user().isEmpty() : isWhole(names, container);
  }

  @Override
  public void close() {
    kubelet.ifPresent(KubeletPods::close);
  }
}
