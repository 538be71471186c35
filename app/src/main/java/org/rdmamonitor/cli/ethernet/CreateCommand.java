// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.ethernet;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.common.HelpOption;
import org.rdmamonitor.cli.common.Stop;
import org.rdmamonitor.ethernet.CounterFile;
import org.rdmamonitor.ethernet.Interfaces;
import org.rdmamonitor.ethernet.Interfaces.Interface;
import org.rdmamonitor.ethernet.MacAddress;
import org.rdmamonitor.ethernet.Responder;
import org.rdmamonitor.ethernet.report.CounterReport;
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

  /** How often it is looked whether the interface has another MTU. */
  private static final Duration GLANCE = Duration.ofMillis(200);

  /** The least that a tap device can have. */
  private static final int LEAST_MTU = 68;

  private final EthernetTools tools;
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
      converter = EthernetValues.DeviceName.class,
      description = "What the new one is called (default: rdma-0, or the next number).")
  private String name = "";

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
      names = {"-i", "--interval"},
      paramLabel = "SECONDS",
      converter = EthernetValues.Seconds.class,
      description = "Print the counters of each queue so often.")
  private @Nullable Integer interval;

  @Option(
      names = {"-j", "--json"},
      description = "Figures as one JSON object on a line.")
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
    if (mac != null) {
      checkFree(of, mac);
    }
    if (addresses.isEmpty() && options.packetSize(of) < LEAST_MTU) {
      throw EthernetFailure.usage(
          "frames are too short for an interface of the host's stack, which needs an MTU of %d at least"
              .formatted(LEAST_MTU));
    }
    try (Stop _ = Stop.asking(this::stop, tools.err(), EthernetTools.LATE)) {
      if (addresses.isEmpty()) {
        carry(of);
      } else {
        answer(of);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitCode.INTERRUPTED;
    } catch (EthernetException e) {
      throw EthernetFailure.of(e);
    }
    return ExitCode.OK;
  }

  /** Whoever answers to the address on that link would be answered for twice. */
  private void checkFree(Interface of, MacAddress own) throws EthernetFailure {
    if (options.takesOver()) {
      return;
    }
    if (own.equals(of.mac())) {
      throw EthernetFailure.usage(
          "%s is the address of %s itself: the host would answer beside the new interface, and on an RDMA device lose its own traffic. It needs --take-over"
              .formatted(own, of.name()));
    }
    for (Interface other : new Interfaces(tools.root()).onTheSameLink(of.name())) {
      if (own.equals(other.mac())) {
        throw EthernetFailure.usage(
            "%s is the address of %s, which is on the same link as %s: both would answer. It needs --take-over"
                .formatted(own, other.name(), of.name()));
      }
    }
  }

  /** The tap device comes first: by its name the address is made. */
  private void carry(Interface of) throws IOException, InterruptedException {
    String wanted = name.isEmpty() ? "rdma-%d" : name;
    try (TapDevice tap = TapDevice.create(tools.library(), wanted, queues)) {
      MacAddress own = mac == null ? ownAddress(of, tap.name()) : mac;
      checkFree(of, own);
      PortUse use = new PortUse(false, false, true, true);
      try (EthernetPort port = options.open(tools, of, own, queues, use);
          PortLoops run = new PortLoops(queues)) {
        loops = run;
        tap.setUp(own.value(), options.packetSize(of));
        say("%s is the interface %s now".formatted(own, tap.name()));
        if (new Interfaces(tools.root()).answersForOthers(of.name())) {
          say(
              "%1$s answers ARP for the IPv4 addresses of %2$s too, and may get what is for them: with 'sysctl net/ipv4/conf/%1$s/arp_ignore=1' it does not"
                  .formatted(of.name(), tap.name()));
        }
        run.start((queue, progress) -> port.relay(queue, tap, progress));
        await(
            port,
            run,
            subject(of, tap.name(), own, port),
            new MtuFollower(tools, of, tap, options));
      }
    }
  }

  private void answer(Interface of) throws IOException, InterruptedException {
    MacAddress own = mac == null ? ownAddress(of, name.isEmpty() ? sorted(addresses) : name) : mac;
    checkFree(of, own);
    PortUse use = new PortUse(false, false, false, true);
    try (EthernetPort port = options.open(tools, of, own, queues, use);
        PortLoops run = new PortLoops(queues)) {
      loops = run;
      say("%s answers as %s".formatted(of.name(), own));
      Responder responder = new Responder(own, addresses);
      run.start((queue, progress) -> answer(port, queue, responder));
      await(port, run, subject(of, "", own, port), null);
    }
  }

  private static CounterFile.Subject subject(
      Interface of, String name, MacAddress own, EthernetPort port) {
    return new CounterFile.Subject(name, of.name(), of.rdmaDevice().orElse(""), port.mode(), own);
  }

  private static String sorted(List<InetAddress> addresses) {
    return addresses.stream()
        .map(InetAddress::getHostAddress)
        .sorted()
        .collect(Collectors.joining(" "));
  }

  private void await(
      EthernetPort port, PortLoops run, CounterFile.Subject subject, @Nullable MtuFollower follower)
      throws IOException, InterruptedException {
    if (isStopped) { // just before they began
      run.stop();
    }
    try (CounterTeller teller = new CounterTeller(tools, subject)) {
      watch(port, run, teller, follower);
    } finally {
      isStopped = true; // where what is told cannot be written
      run.stop();
      end(port, run);
    }
  }

  private void end(EthernetPort port, PortLoops run) throws IOException, InterruptedException {
    try {
      run.await();
    } finally {
      TrafficReport report =
          new TrafficReport(
              "create",
              hostInterface,
              false,
              run.counts(),
              run.latency(),
              port.counts(),
              port.queueCounts());
      String text = addresses.isEmpty() ? report.carriedText() : report.answeredText();
      tools.out().write(json ? report.json() : text);
      tools.out().flush();
    }
  }

  private void watch(
      EthernetPort port, PortLoops run, CounterTeller teller, @Nullable MtuFollower follower)
      throws IOException, InterruptedException {
    long began = System.nanoTime();
    long told = 0;
    teller.look(port, run);
    while (!run.await(GLANCE)) {
      teller.look(port, run);
      long seconds = Duration.ofNanos(System.nanoTime() - began).toSeconds();
      if (interval != null && seconds >= told + interval) {
        tell(seconds, port, run, told == 0);
        told = seconds;
      }
      if (follower != null) {
        follower.look();
      }
    }
  }

  private void tell(long seconds, EthernetPort port, PortLoops run, boolean isFirst)
      throws IOException {
    CounterReport report =
        new CounterReport(hostInterface, seconds, run.each(), port.queueCounts(), port.counts());
    if (json) {
      tools.out().write(report.json());
    } else {
      tools.out().write((isFirst ? CounterReport.heading() : "") + report.text());
    }
    tools.out().flush();
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
  private static MacAddress ownAddress(Interface of, String name) {
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
  }
}
