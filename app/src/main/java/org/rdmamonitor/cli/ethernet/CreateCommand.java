// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.ethernet;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.common.HelpOption;
import org.rdmamonitor.cli.common.Stop;
import org.rdmamonitor.ethernet.Interfaces.Interface;
import org.rdmamonitor.ethernet.MacAddress;
import org.rdmamonitor.ethernet.Responder;
import org.rdmamonitor.ethernet.report.TrafficReport;
import org.rdmamonitor.nativelib.ethernet.EthernetException;
import org.rdmamonitor.nativelib.ethernet.EthernetPort;
import org.rdmamonitor.nativelib.ethernet.PortSettings.PortUse;
import org.rdmamonitor.nativelib.ethernet.ReceivedFrame;
import org.rdmamonitor.nativelib.ethernet.TapDevice;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** An interface that lives until it is stopped. */
@Command(
    name = "create",
    description = {
      "Make an interface with an address of its own beside another one, until it is stopped:",
      "a tap device of the host's own stack, or with --address one that answers by itself."
    },
    sortOptions = false)
final class CreateCommand implements Callable<Integer> {
  private static final int WAIT_MILLISECONDS = 100;

  private final EthernetTools tools;
  private final CountDownLatch freed = new CountDownLatch(1);
  private volatile @Nullable PortLoops loops;
  private volatile boolean isStopped;

  @Option(
      names = "--host-if",
      required = true,
      paramLabel = "INTERFACE",
      description = "The interface whose port is shared.")
  private String hostInterface = "";

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "What the new one is called (default: rdma-0, or the next number).")
  private String name = "rdma-%d";

  @Option(
      names = "--mac",
      paramLabel = "ADDRESS",
      converter = EthernetValues.Mac.class,
      description = "Its address (default: one of its own, the same each time).")
  private @Nullable MacAddress mac;

  @Option(
      names = "--num-rx-queues",
      paramLabel = "QUEUES",
      converter = EthernetValues.Queues.class,
      description = "Queues that share the flows, each with a thread (default: 1).")
  private int queues = 1;

  @Option(
      names = "--address",
      paramLabel = "IP",
      split = ",",
      converter = EthernetValues.Ip.class,
      description =
          "No tap device: ARP, ping and neighbour discovery for these addresses are answered here.")
  private List<InetAddress> addresses = List.of();

  @Option(
      names = {"-j", "--json"},
      description = "The figures at the end as one JSON object on a line.")
  private boolean json;

  @Mixin private PortOptions options = new PortOptions();

  @SuppressWarnings("unused") // picocli acts on it
  @Mixin
  private HelpOption help = new HelpOption();

  CreateCommand(EthernetTools tools) {
    this.tools = tools;
  }

  @Override
  public Integer call() throws IOException {
    Interface of = PortOptions.find(tools, hostInterface);
    MacAddress own = mac == null ? ownAddress(of) : mac;
    if (own.equals(of.mac()) && !options.takesOver()) {
      throw EthernetFailure.usage(
          "%s is the address of %s itself: the host would answer beside the new interface, and on an RDMA device lose its own traffic. It needs --take-over"
              .formatted(own, of.name()));
    }
    PortUse use = new PortUse(false, false, addresses.isEmpty());
    try (Stop _ = Stop.on(this::stop, tools.err(), EthernetTools.LATE)) {
      try (EthernetPort port = options.open(tools, of, own, queues, use);
          PortLoops run = new PortLoops(queues)) {
        loops = run;
        run(of, own, port, run);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return ExitCode.INTERRUPTED;
      } catch (EthernetException e) {
        throw EthernetFailure.of(e);
      } finally {
        freed.countDown();
      }
    }
    return ExitCode.OK;
  }

  private void run(Interface of, MacAddress own, EthernetPort port, PortLoops run)
      throws IOException, InterruptedException {
    if (!addresses.isEmpty()) {
      say("%s answers as %s".formatted(of.name(), own));
      Responder responder = new Responder(own, addresses);
      run.start((queue, progress) -> answer(port, queue, responder));
      end(port, run);
      return;
    }
    try (TapDevice tap = TapDevice.create(tools.library(), name, own.value(), of.mtu(), queues)) {
      say("%s is the interface %s now".formatted(own, tap.name()));
      run.start((queue, progress) -> port.relay(queue, tap, progress));
      end(port, run);
    }
  }

  private void end(EthernetPort port, PortLoops run) throws IOException, InterruptedException {
    if (isStopped) { // just before they began
      run.stop();
    }
    try {
      run.await();
    } finally {
      TrafficReport report =
          new TrafficReport(
              "create", hostInterface, false, run.counts(), run.latency(), port.counts());
      String text = addresses.isEmpty() ? report.carriedText() : report.answeredText();
      tools.out().write(json ? report.json() : text);
      tools.out().flush();
    }
  }

  private void say(String what) {
    tools.err().println("rdma-secure: " + what);
    tools.err().flush();
  }

  private void answer(EthernetPort port, int queue, Responder responder) {
    while (!isStopped) {
      List<ReceivedFrame> frames = port.receive(queue);
      for (ReceivedFrame frame : frames) {
        responder
            .answer(frame.data(), frame.isComplete())
            .ifPresent(reply -> port.send(queue, reply));
      }
      if (frames.isEmpty()) {
        port.await(queue, WAIT_MILLISECONDS);
      }
    }
  }

  /** Locally administered (IEEE Std 802), by the address and the name, so that it stays. */
  private MacAddress ownAddress(Interface of) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256")
              .digest((of.mac() + " " + name).getBytes(StandardCharsets.UTF_8));
      long value = 2;
      for (int i = 0; i < 5; i++) {
        value = value << 8 | Byte.toUnsignedInt(digest[i]);
      }
      return new MacAddress(value);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private void stop() {
    isStopped = true;
    PortLoops run = loops;
    if (run != null) {
      run.stop();
    }
    try {
      freed.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
