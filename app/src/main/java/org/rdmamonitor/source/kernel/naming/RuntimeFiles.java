// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.naming;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.model.cgroup.CgroupName.Container;
import org.rdmamonitor.model.cgroup.GivenNames;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads what container runtimes write down about the containers that they run:
 *
 * <ul>
 *   <li>containerd: {@code config.json} (the OCI runtime specification) in the directory of a task,
 *       with annotations of its CRI plugin or of nerdctl;
 *   <li>Docker: {@code /var/lib/docker/containers/ID/config.v2.json};
 *   <li>podman and CRI-O: the list of containers of containers/storage.
 * </ul>
 *
 * Safe for use by several threads.
 */
final class RuntimeFiles {
  /** Room for all of a container's environment and mounts, which its owner chooses. */
  private static final int MOST_BYTES = 4 << 20;

  private static final String TASKS = "/run/containerd/io.containerd.runtime.v2.task/";

  /** The directories of k3s and rke2, which are distributions of Kubernetes. */
  private static final String K3S_TASKS =
      "/run/k3s/containerd/io.containerd.runtime.v2.task/k8s.io/";

  /** The namespaces of containerd in which containers have ids of 64 digits. */
  private static final List<String> TASKS_BY_ID =
      List.of(TASKS + "k8s.io/", TASKS + "default/", K3S_TASKS);

  private static final List<String> STORED =
      List.of(
          "/var/lib/containers/storage/overlay-containers/containers.json",
          "/var/lib/containers/storage/overlay-containers/volatile-containers.json",
          "/run/containers/storage/overlay-containers/volatile-containers.json");

  private static final JsonFactory JSON = new JsonFactory();

  private final HostTree host;

  RuntimeFiles(HostTree host) {
    this.host = host;
  }

  /** The names of a container; none if no runtime has it, or if it belongs to another pod. */
  GivenNames names(Container container) {
    String id = container.id();
    if (id.isEmpty()) {
      return GivenNames.NONE;
    }
    for (String directory : TASKS_BY_ID) {
      Optional<GivenNames> names =
          read(directory + id + "/config.json", json -> task(json, container));
      if (names.isPresent()) {
        return names.get();
      }
    }
    Optional<GivenNames> docker =
        read(
            "/var/lib/docker/containers/" + id + "/config.v2.json",
            json -> docker(json).map(name -> named(name, container)));
    if (docker.isPresent()) {
      return docker.get();
    }
    for (String list : STORED) {
      Optional<GivenNames> names =
          read(list, json -> stored(json, id).map(name -> named(name, container)));
      if (names.isPresent()) {
        return names.get();
      }
    }
    return GivenNames.NONE;
  }

  private interface Reading {
    Optional<GivenNames> of(JsonParser json);
  }

  /** The names in a file; none if it is absent, incomplete, or too deeply nested. */
  private Optional<GivenNames> read(String file, Reading reading) {
    Optional<byte[]> bytes = host.bytes(file, MOST_BYTES);
    if (bytes.isEmpty()) {
      return Optional.empty();
    }
    try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), bytes.get())) {
      return reading.of(json);
    } catch (JacksonException malformed) {
      return Optional.empty();
    }
  }

  /**
   * A name that a runtime gives, provided that what it says about Kubernetes is consistent with the
   * cgroup.
   */
  private static GivenNames named(String name, Container container) {
    Optional<KubernetesName> kubernetes = KubernetesName.of(name);
    if (kubernetes.isPresent()) {
      return kubernetes.get().uid().equals(container.pod())
          ? kubernetes.get().names()
          : GivenNames.NONE;
    }
    return GivenNames.ofContainer(name.startsWith("/") ? name.substring(1) : name);
  }

  /** The annotations of an OCI runtime specification. */
  private static Optional<GivenNames> task(JsonParser json, Container container) {
    Map<String, String> annotations = Map.of();
    if (json.nextToken() == JsonToken.START_OBJECT) {
      for (String key = json.nextName(); key != null; key = json.nextName()) {
        json.nextToken();
        if (key.equals("annotations")) {
          annotations = JsonTexts.object(json);
        } else {
          json.skipChildren();
        }
      }
    }
    String uid = annotations.getOrDefault("io.kubernetes.cri.sandbox-uid", container.pod());
    if (!uid.equals(container.pod())) {
      return Optional.empty();
    }
    GivenNames names =
        GivenNames.ofPod(
            annotations.getOrDefault("io.kubernetes.cri.sandbox-namespace", ""),
            annotations.getOrDefault("io.kubernetes.cri.sandbox-name", ""),
            annotations.getOrDefault("io.kubernetes.cri.container-name", ""));
    return Optional.of(
            names.orElse(GivenNames.ofContainer(annotations.getOrDefault("nerdctl/name", ""))))
        .filter(found -> !found.isNone());
  }

  /** {@code Name} of a container of Docker's. */
  private static Optional<String> docker(JsonParser json) {
    if (json.nextToken() == JsonToken.START_OBJECT) {
      for (String key = json.nextName(); key != null; key = json.nextName()) {
        JsonToken value = json.nextToken();
        if (key.equals("Name") && value == JsonToken.VALUE_STRING) {
          return Optional.of(json.getString());
        }
        json.skipChildren();
      }
    }
    return Optional.empty();
  }

  /** The first of {@code names} of the container with an id. */
  private static Optional<String> stored(JsonParser json, String id) {
    if (json.nextToken() != JsonToken.START_ARRAY) {
      return Optional.empty();
    }
    while (json.nextToken() == JsonToken.START_OBJECT) {
      boolean isWanted = false;
      @Nullable String name = null;
      for (String key = json.nextName(); key != null; key = json.nextName()) {
        JsonToken value = json.nextToken();
        if (key.equals("id")) {
          isWanted = value == JsonToken.VALUE_STRING && json.getString().equals(id);
        } else if (key.equals("names") && value == JsonToken.START_ARRAY) {
          name = JsonTexts.first(json);
        }
        json.skipChildren();
      }
      if (isWanted && name != null) {
        return Optional.of(name);
      }
    }
    return Optional.empty();
  }
}
