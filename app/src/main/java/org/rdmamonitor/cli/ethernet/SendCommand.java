// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.ethernet;

import java.io.IOException;
import java.net.InetAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.common.HelpOption;
import org.rdmamonitor.cli.common.Stop;
import org.rdmamonitor.ethernet.Interfaces.Interface;
import org.rdmamonitor.ethernet.MacAddress;
import org.rdmamonitor.ethernet.SizeMix;
import org.rdmamonitor.ethernet.TrafficPlan;
import org.rdmamonitor.ethernet.TrafficPlan.Content;
import org.rdmamonitor.ethernet.TrafficPlan.Protocol;
import org.rdmamonitor.ethernet.report.TrafficReport;
import org.rdmamonitor.nativelib.ethernet.EthernetPort;
import org.rdmamonitor.nativelib.ethernet.PortSettings.PortUse;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Sends frames, and tells what became of them. */
@Command(
    name = "send",
    description = {
      "Send numbered frames to 'rdma-secure ethernet reflect', and tell which came back,",
      "in what order, and when."
    },
    sortOptions = false)
final class SendCommand implements Callable<Integer> {
  private static final int LAST_PORT = 0xffff;

  private final EthernetTools tools;
  private volatile @Nullable PortLoops loops;

  @Parameters(paramLabel = "INTERFACE", description = "Where they go out.")
  private String interfaceName = "";

  @Option(
      names = "--to",
      required = true,
      paramLabel = "ADDRESS",
      converter = EthernetValues.Destination.class,
      description = "The Ethernet address that they go to.")
  private MacAddress to = MacAddress.BROADCAST;

  @Option(
      names = "--from",
      paramLabel = "ADDRESS",
      converter = EthernetValues.Mac.class,
      description = "The one that they come from (default: the interface's own).")
  private @Nullable MacAddress from;

  @Option(
      names = {"-s", "--size"},
      paramLabel = "SIZES",
      converter = EthernetValues.Sizes.class,
      description =
          "Bytes of a frame without its check sequence (default: 512): a number, several with"
              + " commas and perhaps a weight each (64:7,1514:1), or imix.")
  private SizeMix sizes = new SizeMix(List.of(new SizeMix.Part(512, 1)));

  @Option(
      names = {"-n", "--count"},
      paramLabel = "FRAMES",
      converter = EthernetValues.Frames.class,
      description = "How many (default: 1000, or as many as the duration allows).")
  private @Nullable Long count;

  @Option(
      names = {"-D", "--duration"},
      paramLabel = "SECONDS",
      converter = EthernetValues.Seconds.class,
      description = "For how long at most.")
  private @Nullable Integer seconds;

  @Option(
      names = "--wait",
      paramLabel = "SECONDS",
      converter = EthernetValues.Seconds.class,
      description =
          "How long others are waited for after the last that came back; what comes later is lost"
              + " (default: 2).")
  private int wait = 2;

  @Option(
      names = {"-r", "--rate"},
      paramLabel = "FRAMES",
      converter = EthernetValues.Rate.class,
      description = "Frames a second (default: 1000).")
  private long rate = 1000;

  @Option(names = "--flood", description = "As fast as it goes, whatever the rate.")
  private boolean flood;

  @Option(
      names = "--protocol",
      paramLabel = "PROTOCOL",
      split = ",",
      converter = EthernetValues.Protocols.class,
      completionCandidates = EthernetValues.Protocols.class,
      description =
          "What is in the frames: raw (default; Ethertype 0x88b5), udp or tcp, with addresses;"
              + " several with commas.")
  private List<Protocol> protocols = List.of(Protocol.RAW);

  @Option(
      names = "--from-ip",
      paramLabel = "IP",
      split = ",",
      converter = EthernetValues.Ip.class,
      description = "Where packets come from; one of IPv4 and one of IPv6 for both kinds.")
  private List<InetAddress> fromIps = List.of();

  @Option(
      names = "--to-ip",
      paramLabel = "IP",
      split = ",",
      converter = EthernetValues.Ip.class,
      description = "Where they go to.")
  private List<InetAddress> toIps = List.of();

  @Option(
      names = "--from-port",
      paramLabel = "PORT",
      converter = EthernetValues.Port.class,
      description = "Of the first flow; each has the next (default: 10000).")
  private int fromPort = 10_000;

  @Option(
      names = "--to-port",
      paramLabel = "PORT",
      converter = EthernetValues.Port.class,
      description = "Of all flows (default: 9).")
  private int toPort = 9;

  @Option(
      names = "--flows",
      paramLabel = "FLOWS",
      converter = EthernetValues.Flows.class,
      description = "How many (default: one of each kind of packet); frames are numbered by flow.")
  private @Nullable Integer flows;

  @Option(
      names = "--vlan",
      paramLabel = "ID",
      split = ",",
      converter = EthernetValues.Vlan.class,
      description = "Tags, at most two with a comma, the outer one first.")
  private List<Integer> vlans = List.of();

  @Option(names = "--one-way", description = "They are not to come back.")
  private boolean oneWay;

  @Option(
      names = {"-j", "--json"},
      description = "One JSON object on a line.")
  private boolean json;

  @Mixin private PortOptions options = new PortOptions();

  @SuppressWarnings("unused") // picocli acts on it
  @Mixin
  private HelpOption help = new HelpOption();

  SendCommand(EthernetTools tools) {
    this.tools = tools;
  }

  @Override
  public Integer call() throws IOException {
    Interface of = PortOptions.find(tools, interfaceName);
    TrafficPlan plan = plan(of);
    MacAddress own = from;
    PortUse use = new PortUse(false, false, false, false);
    try (Stop _ = Stop.asking(this::stop, tools.err(), EthernetTools.LATE);
        EthernetPort port = options.open(tools, of, own, 1, use);
        PortLoops run = new PortLoops(1)) {
      loops = run;
      start(port, plan, run);
      TrafficReport report;
      try {
        run.await();
      } finally { // also what was sent until it failed
        report = report(port, run);
        tools.out().write(json ? report.json() : report.sentText());
        tools.out().flush();
      }
      return verdict(report);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitCode.INTERRUPTED;
    }
  }

  private TrafficPlan plan(Interface of) throws EthernetFailure {
    if (vlans.size() > 2) {
      throw EthernetFailure.usage("there may be two tags at most");
    }
    List<Content> contents = contents();
    int flowCount = flows == null ? contents.size() : flows;
    if (flowCount < contents.size()) {
      throw EthernetFailure.usage(
          "there are %d kinds of packets, and so at least as many --flows"
              .formatted(contents.size()));
    }
    if (fromPort + flowCount - 1 > LAST_PORT) {
      throw EthernetFailure.usage(
          "%d flows from port %d on go beyond port %d: --from-port is at most %d"
              .formatted(flowCount, fromPort, LAST_PORT, LAST_PORT - flowCount + 1));
    }
    TrafficPlan plan =
        new TrafficPlan(
            from == null ? of.mac() : from,
            to,
            vlans,
            contents,
            fromPort,
            toPort,
            flowCount,
            sizes);
    if (sizes.smallest() < plan.leastSize()) {
      throw EthernetFailure.usage(
          "a frame of %d bytes has no room for its headers and a number: at least %d"
              .formatted(sizes.smallest(), plan.leastSize()));
    }
    if (sizes.largest() > options.frameSize(of)) {
      throw EthernetFailure.usage(
          "a frame of %d bytes does not fit: the longest of %s has %d (--max-pktlen; MTU %d)"
              .formatted(sizes.largest(), of.name(), options.frameSize(of), of.mtu()));
    }
    return plan;
  }

  /** Each protocol with each pair of addresses. */
  private List<Content> contents() throws EthernetFailure {
    boolean isRaw = protocols.equals(List.of(Protocol.RAW));
    if (!isRaw && (fromIps.isEmpty() || toIps.isEmpty())) {
      throw EthernetFailure.usage("packets need --from-ip and --to-ip");
    }
    if (isRaw && !(fromIps.isEmpty() && toIps.isEmpty())) {
      throw EthernetFailure.usage("--from-ip and --to-ip go with --protocol udp or tcp");
    }
    if (!families(fromIps).equals(families(toIps))) {
      throw EthernetFailure.usage("--from-ip and --to-ip have to be both IPv4, or both IPv6");
    }
    if (families(fromIps).size() < fromIps.size() || families(toIps).size() < toIps.size()) {
      throw EthernetFailure.usage("there may be one address of IPv4 and one of IPv6 each way");
    }
    List<Content> result = new ArrayList<>();
    for (Protocol protocol : new LinkedHashSet<>(protocols)) {
      if (protocol == Protocol.RAW) {
        result.add(Content.RAW);
      } else {
        for (InetAddress source : fromIps) {
          result.add(new Content(protocol, source, ofTheFamilyOf(source, toIps)));
        }
      }
    }
    return result;
  }

  private static InetAddress ofTheFamilyOf(InetAddress one, List<InetAddress> others) {
    return others.stream()
        .filter(other -> other.getAddress().length == one.getAddress().length)
        .findFirst()
        .orElseThrow();
  }

  private static Set<Integer> families(List<InetAddress> addresses) {
    return addresses.stream()
        .map(address -> address.getAddress().length)
        .collect(Collectors.toSet());
  }

  private void start(EthernetPort port, TrafficPlan plan, PortLoops run) {
    long frames = count == null ? (seconds == null ? 1000 : 0) : count;
    EthernetPort.Traffic traffic =
        new EthernetPort.Traffic(
            plan.templates(),
            1 + new SecureRandom().nextInt(0xffff),
            frames,
            seconds == null ? 0 : Duration.ofSeconds(seconds).toNanos(),
            flood ? 0 : rate,
            Duration.ofSeconds(wait).toNanos(),
            !oneWay);
    run.start((queue, progress) -> port.generate(queue, traffic, progress));
  }

  private TrafficReport report(EthernetPort port, PortLoops run) {
    return new TrafficReport(
        "send", interfaceName, !oneWay, run.counts(), run.latency(), port.counts(), List.of());
  }

  private int verdict(TrafficReport report) throws EthernetFailure {
    if (report.counts().changed() > 0) {
      return ExitCode.WRONG_DATA;
    }
    boolean isNothingBack = report.returns() && report.counts().received() == 0;
    if (isNothingBack && report.counts().sent() > 0) {
      throw EthernetFailure.atRunTime(
          "Nothing came back: 'rdma-secure ethernet reflect' has to run for %s at the other end (or --one-way here)"
              .formatted(to));
    }
    return ExitCode.OK;
  }

  private void stop() {
    PortLoops run = loops;
    if (run != null) {
      run.stop();
    }
  }
}
