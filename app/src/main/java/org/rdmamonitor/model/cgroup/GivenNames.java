// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.cgroup;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What people call the workload of a cgroup, and its path does not tell: the host knows it from
 * those who run the workload. Names are chosen by those who are watched, and are only for people to
 * read; limits apply to paths. A name that breaks the rules of those who give it is left out here,
 * so that no name contains anything that a terminal or a file would misinterpret.
 *
 * @param namespace of the Kubernetes pod; empty if the pod is not known
 * @param pod its name in the namespace
 * @param container its name in Kubernetes, or in the container's runtime
 * @param user whose Slurm job it is, by name or number
 */
public record GivenNames(String namespace, String pod, String container, String user) {
  /** RFC 1123, as Kubernetes wants it of namespaces. */
  private static final Pattern LABEL = Pattern.compile("[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?");

  /** RFC 1123, as Kubernetes wants it of pods. */
  private static final Pattern SUBDOMAIN =
      Pattern.compile("[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?");

  /** The rule of Docker, podman and nerdctl, which permits more than Kubernetes. */
  private static final Pattern CONTAINER = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,127}");

  private static final Pattern USER = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.@+-]{0,63}");

  // Declared after the patterns, which check it.
  public static final GivenNames NONE = new GivenNames("", "", "", "");

  public GivenNames {
    boolean isPod = LABEL.matcher(namespace).matches() && SUBDOMAIN.matcher(pod).matches();
    namespace = isPod ? namespace : "";
    pod = isPod ? pod : "";
    container = CONTAINER.matcher(container).matches() ? container : "";
    user = USER.matcher(user).matches() ? user : "";
  }

  /** The names of a container of a pod. */
  public static GivenNames ofPod(String namespace, String pod, String container) {
    return new GivenNames(namespace, pod, container, "");
  }

  /** The name of a container without a pod. */
  public static GivenNames ofContainer(String name) {
    return new GivenNames("", "", name, "");
  }

  /** The name of a user. */
  public static GivenNames ofUser(String name) {
    return new GivenNames("", "", "", name);
  }

  public boolean isNone() {
    return equals(NONE);
  }

  public boolean hasPod() {
    return !pod.isEmpty();
  }

  /** The pod as {@code NAMESPACE/POD}; empty where it is not known. */
  public Optional<String> podName() {
    return hasPod() ? Optional.of(namespace + "/" + pod) : Optional.empty();
  }

  /** These names, and the others where one of these is empty. */
  public GivenNames orElse(GivenNames others) {
    return new GivenNames(
        hasPod() ? namespace : others.namespace,
        hasPod() ? pod : others.pod,
        container.isEmpty() ? others.container : container,
        user.isEmpty() ? others.user : user);
  }

  /**
   * Whether these names are meant by a text: a pod or a container alone, {@code NAMESPACE/}, {@code
   * NAMESPACE/POD} or {@code NAMESPACE/POD/CONTAINER}.
   */
  boolean answersTo(String name) {
    if (!container.isEmpty() && name.equals(container)) {
      return true;
    }
    return hasPod()
        && (name.equals(pod)
            || name.equals(namespace + "/")
            || name.equals(namespace + "/" + pod)
            || name.equals(namespace + "/" + pod + "/" + container));
  }
}
