// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.fleet;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.options.EnvironmentOptions;
import org.rdmamonitor.cli.options.HttpSettings;
import org.rdmamonitor.cli.options.OptionValues;
import org.rdmamonitor.cli.process.ProcessContext;
import org.rdmamonitor.fleet.prometheus.FleetReader;
import org.rdmamonitor.http.HttpConfig;
import org.rdmamonitor.http.HttpConfigException;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** Options that say which server to ask, and for what. */
final class ServerOptions {
  private static final Duration WINDOW = Duration.ofMinutes(5);
  private static final Duration LOOKBACK = Duration.ofHours(1);
  private static final Duration STALE = Duration.ofMinutes(2);
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  @Option(
      names = "--prometheus",
      paramLabel = "URL",
      converter = Server.class,
      description = "The server, such as http://prometheus.example:9090.")
  private @Nullable URI server;

  @Option(
      names = "--http.config.file",
      paramLabel = "FILE",
      description = "How to authenticate, and TLS, as in Prometheus' http_config.")
  private @Nullable Path httpConfig;

  @Option(
      names = "--job",
      paramLabel = "REGEX",
      converter = Job.class,
      description = "Only targets of these scrape jobs (default: what has rdma-monitor's metrics).")
  private @Nullable String job;

  @Option(
      names = "--window",
      paramLabel = "SECONDS",
      converter = OptionValues.Span.class,
      description = "Time that rates are taken over (default: 300).")
  private @Nullable Duration window;

  @Option(
      names = "--lookback",
      paramLabel = "SECONDS",
      converter = OptionValues.Span.class,
      description = "Time of history, restarts and hosts that are gone (default: 3600).")
  private @Nullable Duration lookback;

  @Option(
      names = "--stale",
      paramLabel = "SECONDS",
      converter = OptionValues.Span.class,
      description = "Age from which figures are old (default: 120).")
  private @Nullable Duration stale;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      converter = OptionValues.Span.class,
      description = "Time that an answer of the server may take (default: 10).")
  private @Nullable Duration timeout;

  /** A URL without a password in it. */
  static final class Server implements ITypeConverter<URI> {
    @Override
    public URI convert(String word) {
      try {
        return FleetReader.address(word);
      } catch (URISyntaxException e) {
        throw new TypeConversionException("'%s': %s".formatted(e.getInput(), e.getReason()));
      }
    }
  }

  /**
   * A regular expression. Prometheus' syntax differs from Java's, so only the plainest errors are
   * found.
   */
  static final class Job implements ITypeConverter<String> {
    @Override
    public String convert(String word) {
      try {
        return Pattern.compile(word).pattern();
      } catch (PatternSyntaxException e) {
        throw new TypeConversionException(
            "'%s' is no regular expression: %s".formatted(word, e.getDescription()));
      }
    }
  }

  /**
   * What the options ask for.
   *
   * @throws HttpConfigException if that file is wrong
   */
  FleetReader.Setup setup(
      ProcessContext context, EnvironmentOptions options, CommandLine commandLine)
      throws HttpConfigException {
    URI address =
        options
            .value(server, "PROMETHEUS", new Server())
            .orElseThrow(() ->
                new ParameterException(
                    commandLine,
                    "which server? --prometheus http://prometheus.example:9090 names it"));
    Optional<Path> file = options.value(httpConfig, "HTTP_CONFIG_FILE", Path::of);
    HttpConfig http = HttpSettings.read(context, file);
    HttpSettings.warn(
        address, http, !(http.authentication() instanceof HttpConfig.None), context.err());
    return new FleetReader.Setup(
        address,
        http,
        Optional.ofNullable(job),
        Optional.ofNullable(window).orElse(WINDOW),
        Optional.ofNullable(lookback).orElse(LOOKBACK),
        Optional.ofNullable(stale).orElse(STALE),
        Optional.ofNullable(timeout).orElse(TIMEOUT));
  }
}
