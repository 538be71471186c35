// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.ethernet;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.common.HelpOption;
import org.rdmamonitor.cli.common.Stop;
import org.rdmamonitor.ethernet.Interfaces.Interface;
import org.rdmamonitor.ethernet.MacAddress;
import org.rdmamonitor.ethernet.report.TrafficReport;
import org.rdmamonitor.nativelib.ethernet.EthernetPort;
import org.rdmamonitor.nativelib.ethernet.PortSettings.PortUse;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Sends back what 'send' sends. */
@Command(
    name = "reflect",
    description = {
      "Send the frames of 'rdma-secure ethernet send' back, until it is stopped, and tell what",
      "has come."
    },
    sortOptions = false)
final class ReflectCommand implements Callable<Integer> {
  private final EthernetTools tools;
  private volatile @Nullable PortLoops loops;
  private volatile boolean isStopped;

  @Parameters(paramLabel = "INTERFACE", description = "Where they come.")
  private String interfaceName = "";

  @Option(
      names = "--mac",
      paramLabel = "ADDRESS",
      converter = EthernetValues.Mac.class,
      description = "The address that they are for (default: the interface's own).")
  private @Nullable MacAddress mac;

  @Option(
      names = "--num-rx-queues",
      paramLabel = "QUEUES",
      converter = EthernetValues.Queues.class,
      description = "Queues that share the flows, each with a thread (default: 1).")
  private int queues = 1;

  @Option(
      names = {"-D", "--duration"},
      paramLabel = "SECONDS",
      converter = EthernetValues.Seconds.class,
      description = "End after so long.")
  private @Nullable Integer seconds;

  @Option(names = "--count-only", description = "Send nothing back.")
  private boolean countOnly;

  @Option(
      names = {"-j", "--json"},
      description = "One JSON object on a line.")
  private boolean json;

  @Mixin private PortOptions options = new PortOptions();

  @SuppressWarnings("unused") // picocli acts on it
  @Mixin
  private HelpOption help = new HelpOption();

  ReflectCommand(EthernetTools tools) {
    this.tools = tools;
  }

  @Override
  public Integer call() throws IOException {
    Interface of = PortOptions.find(tools, interfaceName);
    PortUse use = new PortUse(false, countOnly, false, !countOnly);
    try (Stop _ = Stop.asking(this::stop, tools.err(), EthernetTools.LATE);
        EthernetPort port = options.open(tools, of, mac, queues, use);
        PortLoops run = new PortLoops(queues)) {
      loops = run;
      return reflect(port, run);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitCode.INTERRUPTED;
    }
  }

  private int reflect(EthernetPort port, PortLoops run) throws IOException, InterruptedException {
    if (isStopped) {
      return ExitCode.OK;
    }
    run.start(countOnly ? port::sink : port::reflect);
    try {
      if (seconds == null) {
        run.await();
      } else {
        run.await(seconds);
      }
    } finally {
      TrafficReport report =
          new TrafficReport(
              "reflect",
              interfaceName,
              false,
              run.counts(),
              run.latency(),
              port.counts(),
              port.queueCounts());
      tools.out().write(json ? report.json() : report.receivedText());
      tools.out().flush();
    }
    return run.counts().changed() > 0 ? ExitCode.WRONG_DATA : ExitCode.OK;
  }

  private void stop() {
    isStopped = true;
    PortLoops run = loops;
    if (run != null) {
      run.stop();
    }
  }
}
