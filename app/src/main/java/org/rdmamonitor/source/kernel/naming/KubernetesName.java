// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.naming;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rdmamonitor.model.cgroup.GivenNames;

/**
 * The name that a runtime gives a container that it made for the kubelet: {@code
 * k8s_CONTAINER_POD_NAMESPACE_UID_ATTEMPT}, in CRI-O and in cri-dockerd alike.
 *
 * @param uid of the pod
 */
record KubernetesName(GivenNames names, String uid) {
  private static final Pattern FORM =
      Pattern.compile("/?k8s_([^_]+)_([^_]+)_([^_]+)_([^_]+)_\\d+(?:_.*)?");

  /**
   * The container that holds a pod's namespaces; users of the pod do not regard it as one of its
   * containers.
   */
  private static final String SANDBOX = "POD";

  /** Parses a name; empty if it is not of this form. */
  static Optional<KubernetesName> of(String name) {
    Matcher parts = FORM.matcher(name);
    if (!parts.matches()) {
      return Optional.empty();
    }
    String container = parts.group(1).equals(SANDBOX) ? "" : parts.group(1);
    return Optional.of(
        new KubernetesName(
            GivenNames.ofPod(parts.group(3), parts.group(2), container), parts.group(4)));
  }
}
