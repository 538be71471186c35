// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.naming;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import org.rdmamonitor.http.HttpConfig;

/**
 * Where names of workloads are looked for.
 *
 * @param host the root of the host's file system, as it is mounted here
 * @param kubelet who is asked for the names of pods that are not in the host's files; nobody as a
 *     rule
 */
public record NameSources(Path host, Optional<Kubelet> kubelet) {
  /** This host's files. */
  public static final NameSources FILES = new NameSources(Path.of("/"), Optional.empty());

  /**
   * A kubelet.
   *
   * @param url scheme, host and port
   * @param http how it is talked to
   * @param notice told, on another thread, of what goes wrong with that, each time that it changes
   */
  public record Kubelet(URI url, HttpConfig http, Consumer<String> notice) {}
}
