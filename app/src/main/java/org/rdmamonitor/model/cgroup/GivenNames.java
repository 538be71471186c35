// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.cgroup;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What people call the workload of a cgroup, which its path does not tell: the host knows it from
 * whoever runs the workload. Names are chosen by those who are watched, and are for people to read:
 * limits go by paths. Whatever is no name by the rules of those who give it is left out here, so
 * that there is nothing in a name that a terminal or a file would take for something else.
 *
 * @param namespace of the Kubernetes pod; empty where the pod is not known
 * @param pod its name in the namespace
 * @param container what Kubernetes, or else the container's runtime, calls the container
 * @param user whose Slurm job it is, by name or number
 */
public record GivenNames(String namespace, String pod, String container, String user) {
  /** RFC 1123, as Kubernetes wants it of namespaces. */
  private static final Pattern LABEL = Pattern.compile("[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?");

  /** RFC 1123, as Kubernetes wants it of pods. */
  private static final Pattern SUBDOMAIN =
      Pattern.compile("[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?");

  /** As Docker, podman and nerdctl have it, which is more than Kubernetes has. */
  private static final Pattern CONTAINER = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,127}");

  private static final Pattern USER = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.@+-]{0,63}");

  // Behind the patterns, by which it is looked at.
  public static final GivenNames NONE = new GivenNames("", "", "", "");

  public GivenNames {
    boolean isPod = LABEL.matcher(namespace).matches() && SUBDOMAIN.matcher(pod).matches();
    namespace = isPod ? namespace : "";
    pod = isPod ? pod : "";
    container = CONTAINER.matcher(container).matches() ? container : "";
    user = USER.matcher(user).matches() ? user : "";
  }

  /** Of a container of a pod. */
  public static GivenNames ofPod(String namespace, String pod, String container) {
    return new GivenNames(namespace, pod, container, "");
  }

  /** Of a container without a pod. */
  public static GivenNames ofContainer(String name) {
    return new GivenNames("", "", name, "");
  }

  /** Of what belongs to a user. */
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

  /** These, and where they are silent what others say. */
  public GivenNames orElse(GivenNames others) {
    return new GivenNames(
        hasPod() ? namespace : others.namespace,
        hasPod() ? pod : others.pod,
        container.isEmpty() ? others.container : container,
        user.isEmpty() ? others.user : user);
  }

  /**
   * Whether someone who asks for this name means these: a pod or a container alone, {@code
   * NAMESPACE/}, {@code NAMESPACE/POD} or {@code NAMESPACE/POD/CONTAINER}.
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
