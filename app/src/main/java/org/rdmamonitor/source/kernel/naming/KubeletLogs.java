// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.naming;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rdmamonitor.model.cgroup.CgroupName.Container;
import org.rdmamonitor.model.cgroup.GivenNames;

/**
 * The names of the kubelet's log directories, which it makes whatever the runtime: {@code
 * /var/log/pods/NAMESPACE_POD_UID} ({@code BuildPodLogsDirectory()}), and links {@code
 * /var/log/containers/POD_NAMESPACE_CONTAINER-ID.log} ({@code logSymlink()}, which cuts off
 * everything beyond 251 characters). The uid is the one in the cgroup's name, for static pods the
 * hash of their manifest. Only names are read, not what they lead to. Immutable.
 */
final class KubeletLogs {
  static final String PODS = "/var/log/pods";
  static final String CONTAINERS = "/var/log/containers";

  /** A host has some hundred pods; entries of ended containers stay for a while. */
  private static final int MOST_ENTRIES = 1 << 14;

  private static final Pattern POD = Pattern.compile("([^_]+)_([^_]+)_([0-9a-f-]{32,36})");
  private static final Pattern CONTAINER =
      Pattern.compile("([^_]+)_([^_]+)_([^_]+)-([0-9a-f]{64})\\.log");

  private final Map<String, GivenNames> byUid = new HashMap<>();
  private final Map<String, GivenNames> byId = new HashMap<>();

  /** Reads what there is now. */
  KubeletLogs(HostTree host) {
    for (String name : host.names(PODS, MOST_ENTRIES)) {
      Matcher pod = POD.matcher(name);
      if (pod.matches()) {
        byUid.put(pod.group(3), GivenNames.ofPod(pod.group(1), pod.group(2), ""));
      }
    }
    for (String name : host.names(CONTAINERS, MOST_ENTRIES)) {
      Matcher link = CONTAINER.matcher(name);
      if (link.matches()) {
        byId.put(link.group(4), GivenNames.ofPod(link.group(2), link.group(1), link.group(3)));
      }
    }
  }

  /** The names of a container of a pod, as far as there are any. */
  GivenNames names(Container container) {
    GivenNames pod = byUid.getOrDefault(container.pod(), GivenNames.NONE);
    GivenNames link = byId.getOrDefault(container.id(), GivenNames.NONE);
    boolean isOfPod = !pod.hasPod() || pod.podName().equals(link.podName());
    return isOfPod ? pod.orElse(link) : pod;
  }
}
