// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.monitor;

import java.io.IOException;
import java.util.Optional;
import org.rdmamonitor.cli.loop.LogExport;
import org.rdmamonitor.cli.options.EnvironmentOptions;
import org.rdmamonitor.cli.options.OtlpOptions;
import org.rdmamonitor.cli.process.ProcessContext;
import org.rdmamonitor.http.HttpConfigException;
import org.rdmamonitor.render.Host;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of the log records that the monitor sends, and the sending of them. */
final class MonitorLogs {
  @Mixin private OtlpOptions otlp = new OtlpOptions();

  @Option(names = "--otlp-calls", description = "Send every call, too.")
  private boolean calls;

  /**
   * Who takes log records; empty where none are sent.
   *
   * @throws HttpConfigException if a file is wrong
   */
  Optional<LogExport.Receiver> of(
      ProcessContext context, EnvironmentOptions options, CommandLine commandLine)
      throws HttpConfigException {
    Optional<LogExport.Receiver> receiver = otlp.of(context, options, commandLine);
    if (calls && receiver.isEmpty()) {
      throw new ParameterException(commandLine, "--otlp-calls goes with --otlp");
    }
    return receiver;
  }

  /**
   * Sends from now on.
   *
   * @param host whose records these are
   * @param atOnce whether trouble is told when it happens
   */
  LogExport open(
      ProcessContext context, Optional<LogExport.Receiver> receiver, Host host, boolean atOnce)
      throws IOException {
    return LogExport.open(context, receiver, host.name(), calls, atOnce);
  }
}
