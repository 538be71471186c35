// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.options;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.process.ProcessContext;
import org.rdmamonitor.http.HttpConfig;
import org.rdmamonitor.http.HttpConfigException;
import org.rdmamonitor.http.ServerAddress;
import org.rdmamonitor.source.kernel.naming.NameSources;
import org.rdmamonitor.source.kernel.naming.NameSources.Kubelet;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options that say where names of pods, containers and users are looked for. */
public final class NameOptions {
  @Option(
      names = "--host-root",
      paramLabel = "DIR",
      description =
          "Where the host's / is, whose files have the names of pods and containers (default: /).")
  private @Nullable Path hostRoot;

  @Option(
      names = "--kubelet",
      paramLabel = "URL",
      converter = Server.class,
      description = "Ask this kubelet for the pods whose names are in no file.")
  private @Nullable URI kubelet;

  @Option(
      names = "--kubelet-config",
      paramLabel = "FILE",
      description = "Its authentication and TLS, as promtool takes it.")
  private @Nullable Path config;

  /** A URL without a password in it. */
  static final class Server implements ITypeConverter<URI> {
    @Override
    public URI convert(String word) {
      try {
        return ServerAddress.of(word, "https://127.0.0.1:10250", "--kubelet-config");
      } catch (URISyntaxException e) {
        throw new TypeConversionException("'%s': %s".formatted(e.getInput(), e.getReason()));
      }
    }
  }

  /**
   * What the options ask for. A file without a server is read, too, so that it may stay in the
   * environment.
   *
   * @param notice told, on another thread, what goes wrong with the kubelet
   * @throws HttpConfigException if the file is wrong
   */
  NameSources of(ProcessContext context, EnvironmentOptions options, Consumer<String> notice)
      throws HttpConfigException {
    HttpConfig http = HttpSettings.read(context, options.value(config, "KUBELET_CONFIG", Path::of));
    Optional<URI> server = options.value(kubelet, "KUBELET", new Server());
    server.ifPresent(url ->
        HttpSettings.warn(
            url, http, !(http.authentication() instanceof HttpConfig.None), context.err()));
    return new NameSources(
        options
            .value(hostRoot, "HOST_ROOT", Path::of)
            .map(context.directory()::resolve)
            .orElse(NameSources.FILES.host()),
        server.map(url -> new Kubelet(url, http, notice)));
  }
}
