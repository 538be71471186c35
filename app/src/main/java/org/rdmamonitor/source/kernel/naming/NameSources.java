// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.naming;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import org.rdmamonitor.http.HttpConfig;

/**
 * Where to look for names of workloads.
 *
 * @param host the root of the host's file system, as it is mounted here
 * @param kubelet the kubelet to ask for names of pods that are not in the host's files; usually
 *     none
 */
public record NameSources(Path host, Optional<Kubelet> kubelet) {
  /** This host's files. */
  public static final NameSources FILES = new NameSources(Path.of("/"), Optional.empty());

  /**
   * A kubelet.
   *
   * @param url scheme, host and port
   * @param http how to talk to it
   * @param notice is told, on another thread, about errors in that, each time that they change
   */
  public record Kubelet(URI url, HttpConfig http, Consumer<String> notice) {}
}
