// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.options;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.loop.LogExport;
import org.rdmamonitor.cli.process.ProcessContext;
import org.rdmamonitor.http.HttpConfig;
import org.rdmamonitor.http.HttpConfigException;
import org.rdmamonitor.http.HttpHeaders;
import org.rdmamonitor.http.ServerAddress;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** The options that say where log records are sent by OTLP, and how. */
public final class OtlpOptions {
  private static final int QUEUE = 8192;

  @Option(
      names = "--otlp",
      paramLabel = "URL",
      converter = Receiver.class,
      description = "Send log records to this OTLP receiver.")
  private @Nullable URI receiver;

  @Option(
      names = "--otlp-config",
      paramLabel = "FILE",
      description = "Its authentication and TLS, as promtool takes it.")
  private @Nullable Path config;

  @Option(
      names = "--otlp-headers",
      paramLabel = "FILE",
      description = "Headers for it, a line 'Name: value' each.")
  private @Nullable Path headers;

  @Option(
      names = "--otlp-queue",
      paramLabel = "N",
      converter = OptionValues.LogRecords.class,
      description = "Log records that wait at most (default: 8192).")
  private @Nullable Integer queue;

  /** A URL without a password in it. */
  static final class Receiver implements ITypeConverter<URI> {
    @Override
    public URI convert(String word) {
      try {
        return ServerAddress.of(
            word, "http://collector.example:4318", "--otlp-config or --otlp-headers");
      } catch (URISyntaxException e) {
        throw new TypeConversionException("'%s': %s".formatted(e.getInput(), e.getReason()));
      }
    }
  }

  /**
   * What the options ask for; empty where nothing is to be sent.
   *
   * @throws HttpConfigException if a file is wrong
   */
  public Optional<LogExport.Receiver> of(
      ProcessContext context, EnvironmentOptions options, CommandLine commandLine)
      throws HttpConfigException {
    Optional<URI> server = options.value(receiver, "OTLP", new Receiver());
    if (server.isEmpty()) {
      if (config != null || headers != null || queue != null) {
        throw new ParameterException(
            commandLine, "--otlp-config, --otlp-headers and --otlp-queue go with --otlp");
      }
      return Optional.empty();
    }
    HttpConfig http = HttpSettings.read(context, options.value(config, "OTLP_CONFIG", Path::of));
    Map<String, String> sent = headers(context, options, commandLine);
    boolean hasAuthentication = !(http.authentication() instanceof HttpConfig.None);
    if (hasAuthentication && sent.containsKey("Authorization")) {
      throw new ParameterException(
          commandLine, "there is an Authorization in --otlp-config, and one in the headers");
    }
    HttpSettings.warn(server.get(), http, hasAuthentication || !sent.isEmpty(), context.err());
    return Optional.of(
        new LogExport.Receiver(
            server.get(),
            http,
            sent,
            options.value(queue, "OTLP_QUEUE", new OptionValues.LogRecords()).orElse(QUEUE),
            attributes(context.environment(), commandLine)));
  }

  private Map<String, String> headers(
      ProcessContext context, EnvironmentOptions options, CommandLine commandLine)
      throws HttpConfigException {
    Optional<Path> file = options.value(headers, "OTLP_HEADERS", Path::of);
    if (file.isPresent()) {
      return HttpHeaders.read(context.directory().resolve(file.get()), file.get().toString());
    }
    String logs = "OTEL_EXPORTER_OTLP_LOGS_HEADERS";
    String variable =
        context.environment().getOrDefault(logs, "").isEmpty()
            ? "OTEL_EXPORTER_OTLP_HEADERS"
            : logs;
    Map<String, String> result = HttpHeaders.empty();
    pairs(context.environment(), variable, commandLine)
        .forEach((name, value) ->
            HttpHeaders.add(result, name, value)
                .ifPresent(error -> {
                  throw new ParameterException(commandLine, variable + ": " + error);
                }));
    return result;
  }

  private static Map<String, String> attributes(
      Map<String, String> environment, CommandLine commandLine) {
    Map<String, String> result = pairs(environment, "OTEL_RESOURCE_ATTRIBUTES", commandLine);
    String service = environment.getOrDefault("OTEL_SERVICE_NAME", "");
    if (!service.isEmpty()) {
      result.put("service.name", service);
    }
    return result;
  }

  /** What a variable of OpenTelemetry has: {@code key=value,key=value}, with %xx in values. */
  private static Map<String, String> pairs(
      Map<String, String> environment, String variable, CommandLine commandLine) {
    Map<String, String> result = new LinkedHashMap<>();
    for (String pair : environment.getOrDefault(variable, "").split(",", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        result.put(pair.substring(0, equals).strip(), decoded(pair.substring(equals + 1).strip()));
      } else if (!pair.isBlank()) {
        throw new ParameterException(commandLine, variable + " is no list of key=value");
      }
    }
    return result;
  }

  private static String decoded(String value) {
    try {
      return URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException notEncoded) {
      return value;
    }
  }
}
