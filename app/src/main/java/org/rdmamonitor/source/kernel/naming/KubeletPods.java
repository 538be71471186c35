// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.naming;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.http.HttpConfig;
import org.rdmamonitor.http.HttpSender;
import org.rdmamonitor.http.HttpSetupException;
import org.rdmamonitor.http.NoAnswerException;
import org.rdmamonitor.model.cgroup.CgroupName.Container;
import org.rdmamonitor.model.cgroup.GivenNames;
import org.rdmamonitor.source.kernel.naming.NameSources.Kubelet;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * The pods of this host as the kubelet lists them at {@code /pods} (a {@code PodList}). The kubelet
 * is asked for pods that are not known yet, at most every ten seconds, and less often the longer it
 * fails. To be used by one thread at a time, except for {@link #close}.
 */
final class KubeletPods implements AutoCloseable {
  /** An answer with 250 pods has some 4 MiB. */
  static final int MOST_BYTES = 8 << 20;

  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final Duration SHORTEST = Duration.ofSeconds(10);
  private static final Duration LONGEST = Duration.ofMinutes(5);
  private static final JsonFactory JSON = new JsonFactory();

  private final Kubelet kubelet;
  private final LongSupplier nanos;
  private Map<String, Pod> pods = Map.of();
  private volatile @Nullable HttpSender client;
  private String trouble = "";
  private long nextAt;
  private boolean wasAsked;
  private Duration pause = SHORTEST;

  /**
   * A pod.
   *
   * @param containers its containers' names by their ids
   */
  private record Pod(GivenNames names, Map<String, String> containers) {}

  /**
   * Begins without pods, and without having asked.
   *
   * @param nanos a monotonic clock
   */
  KubeletPods(Kubelet kubelet, LongSupplier nanos) {
    this.kubelet = kubelet;
    this.nanos = nanos;
  }

  /** The names of a container, as far as the kubelet has told them. May ask the kubelet. */
  GivenNames names(Container container) {
    if (container.pod().isEmpty()) {
      return GivenNames.NONE;
    }
    if (!isKnown(container) && (!wasAsked || nanos.getAsLong() - nextAt >= 0)) {
      ask();
    }
    @Nullable Pod pod = pods.get(container.pod());
    return pod == null
        ? GivenNames.NONE
        : GivenNames.ofPod(
            pod.names().namespace(),
            pod.names().pod(),
            pod.containers().getOrDefault(container.id(), ""));
  }

  private boolean isKnown(Container container) {
    @Nullable Pod pod = pods.get(container.pod());
    return pod != null
        && (container.id().isEmpty() || pod.containers().containsKey(container.id()));
  }

  private void ask() {
    try {
      pods = read(answer());
      pause = SHORTEST;
      tell("");
    } catch (IOException e) {
      pause = pause.multipliedBy(2).compareTo(LONGEST) > 0 ? LONGEST : pause.multipliedBy(2);
      tell(String.valueOf(e.getMessage()));
    }
    wasAsked = true;
    nextAt = nanos.getAsLong() + pause.toNanos();
  }

  private void tell(String what) {
    if (!what.isEmpty() && !what.equals(trouble)) {
      kubelet.notice().accept("no names of pods: " + what);
    }
    trouble = what;
  }

  private byte[] answer() throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(kubelet.url() + "/pods"))
            .header("Accept", "application/json")
            .header("User-Agent", "rdma-monitor");
    HttpSender http = client();
    try {
      HttpResponse<byte[]> response =
          http.ask(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), MOST_BYTES));
      if (response.statusCode() != 200) {
        throw new IOException(
            "%s answers %d%s".formatted(kubelet.url(), response.statusCode(), why(http, response)));
      }
      return response.body();
    } catch (NoAnswerException e) {
      throw new IOException(kubelet.url() + " " + e.getMessage(), e);
    }
  }

  private String why(HttpSender http, HttpResponse<?> response) {
    String rights =
        kubelet.http().authentication() instanceof HttpConfig.None
            ? ""
            : ", or not for nodes/proxy or nodes/pods";
    return http.refusal(response.statusCode(), "--kubelet-config")
        .map(refusal -> ": " + refusal + rights)
        .orElse("");
  }

  private HttpSender client() throws HttpSetupException {
    @Nullable HttpSender open = client;
    if (open == null) {
      open = HttpSender.to(kubelet.url(), kubelet.http(), TIMEOUT);
      client = open;
    }
    return open;
  }

  /** Parses a list of pods, as far as it is valid. */
  private static Map<String, Pod> read(byte[] list) {
    Map<String, Pod> pods = new HashMap<>();
    try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), list)) {
      if (json.nextToken() == JsonToken.START_OBJECT) {
        for (String key = json.nextName(); key != null; key = json.nextName()) {
          if (json.nextToken() == JsonToken.START_ARRAY && key.equals("items")) {
            while (json.nextToken() == JsonToken.START_OBJECT) {
              readPod(json, pods);
            }
          }
          json.skipChildren();
        }
      }
    } catch (JacksonException malformed) {
      // Pods that were read before the error are valid.
    }
    return pods;
  }

  private static void readPod(JsonParser json, Map<String, Pod> pods) {
    String uid = "";
    GivenNames names = GivenNames.NONE;
    Map<String, String> containers = new HashMap<>();
    for (String key = json.nextName(); key != null; key = json.nextName()) {
      json.nextToken();
      switch (key) {
        case "metadata" -> {
          // For a static pod, uid is here the hash of its manifest, as in the name of its cgroup.
          Map<String, String> metadata = JsonTexts.object(json);
          uid = metadata.getOrDefault("uid", "");
          names =
              GivenNames.ofPod(
                  metadata.getOrDefault("namespace", ""), metadata.getOrDefault("name", ""), "");
        }
        case "status" -> readStatus(json, containers);
        default -> json.skipChildren();
      }
    }
    if (names.hasPod()) {
      pods.put(uid, new Pod(names, containers));
    }
  }

  private static void readStatus(JsonParser json, Map<String, String> containers) {
    if (json.currentToken() != JsonToken.START_OBJECT) {
      json.skipChildren();
      return;
    }
    for (String key = json.nextName(); key != null; key = json.nextName()) {
      boolean isList = json.nextToken() == JsonToken.START_ARRAY;
      if (isList && key.toLowerCase(Locale.ROOT).endsWith("containerstatuses")) {
        while (json.nextToken() == JsonToken.START_OBJECT) {
          Map<String, String> container = JsonTexts.object(json);
          String id = container.getOrDefault("containerID", "");
          containers.put(id.substring(id.lastIndexOf('/') + 1), container.getOrDefault("name", ""));
        }
      } else {
        json.skipChildren();
      }
    }
  }

  @Override
  public void close() {
    @Nullable HttpSender open = client;
    if (open != null) {
      open.close();
    }
  }
}
