// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.rdmamonitor.Ratios;
import org.rdmamonitor.Samples;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.Steps;
import org.rdmamonitor.model.Cost;
import org.rdmamonitor.model.Health;
import org.rdmamonitor.model.Ledger;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.Sample.Scope;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.model.activity.Counts;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.model.resource.DeviceFacts;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.QueuePairType;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.nativelib.generated.rm_row;
import org.rdmamonitor.nativelib.generated.rm_row_key;
import org.rdmamonitor.nativelib.monitor.RowTable;
import org.rdmamonitor.policy.Inspector;
import org.rdmamonitor.policy.Verdict;
import org.rdmamonitor.policy.config.Settings;
import org.rdmamonitor.policy.findings.Detectors;
import org.rdmamonitor.render.Host;
import org.rdmamonitor.render.Report.Stage;
import org.rdmamonitor.render.json.JsonReport;
import org.rdmamonitor.render.metrics.Metrics;
import org.rdmamonitor.render.metrics.MetricsServer;
import org.rdmamonitor.render.text.TextOptions;
import org.rdmamonitor.render.text.TextReport;
import org.rdmamonitor.render.tui.Tui;
import org.rdmamonitor.render.tui.TuiState;
import org.rdmamonitor.render.tui.View;
import org.rdmamonitor.render.tui.canvas.Canvas;
import org.rdmamonitor.render.tui.canvas.Theme;
import org.rdmamonitor.render.tui.terminal.Display;
import org.rdmamonitor.render.tui.terminal.Input;
import org.rdmamonitor.source.kernel.watch.CounterReader;
import org.rdmamonitor.source.kernel.watch.Numbering;

/**
 * What a reading costs on hosts of several sizes: for each step the processor time of its thread
 * and what it allocates, the medians of the last half of the readings. The host is made up: so many
 * cgroups on eight devices, 10,000 calls a second, and as many objects as are told of one by one. A
 * scrape is what the whole process takes to answer one, each of a new reading; beside it, what it
 * takes to deflate the same text.
 */
public final class HostSizeBenchmark {
  private static final int DEVICES = 8;
  private static final int PORT_COUNTERS = 60;
  private static final int CALLS = 10_000;
  private static final int MOST_OBJECTS = 1 << 14;
  private static final int SHARDS = 4;
  private static final int READINGS = 40;
  private static final List<String> SIZES = List.of("100", "1000", "5000", "1000x64");
  private static final com.sun.management.OperatingSystemMXBean PROCESS =
      (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final Steps steps = new Steps();
  private final List<Long> scrapes = new ArrayList<>();
  private final List<Long> zippedBytes = new ArrayList<>();
  private final List<Long> deflations = new ArrayList<>();
  private final Random random = new Random(1);
  private final int cgroups;
  private final int deviceCount;
  private final MemorySegment counters;
  private final CounterReader reader;
  private final List<Integer> rows = new ArrayList<>();
  private final List<Cgroup> names = new ArrayList<>();
  private final List<Device> devices = new ArrayList<>();
  private final List<LiveObject> objects = new ArrayList<>();
  private final List<Inventory.Owner> owners = new ArrayList<>();
  private long second;

  private HostSizeBenchmark(int cgroups, int deviceCount) {
    this.cgroups = cgroups;
    this.deviceCount = deviceCount;
    MemorySegment keys =
        Arena.ofAuto().allocate(RowTable.capacity() * rm_row_key.sizeof(), Long.BYTES);
    counters =
        Arena.ofAuto().allocate((long) RowTable.capacity() * SHARDS * rm_row.sizeof(), Long.BYTES);
    RowTable table = RowTable.over(keys, counters, SHARDS);
    for (int i = 0; i < deviceCount; i++) {
      devices.add(new Device(i, "mlx5_" + i));
    }
    for (int i = 0; i < cgroups; i++) {
      Cgroup cgroup =
          new Cgroup(
              10_000 + 7L * i,
              "/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod%08x.slice/cri-%016x.scope"
                  .formatted(i, 31L * i));
      int row = 1 + (int) ((long) i * (RowTable.capacity() - 1) / cgroups);
      table.initialize(row, cgroup.id(), i % deviceCount);
      rows.add(row);
      names.add(cgroup);
      owners.add(
          new Inventory.Owner(5000 + i, "train" + i, cgroup.id(), Duration.ZERO, Duration.ZERO));
      for (ResourceType type : List.of(ResourceType.PD, ResourceType.QP, ResourceType.MR)) {
        rm_row.added(shard(row), Numbering.of(type), 20);
      }
    }
    for (int i = 0; i < MOST_OBJECTS; i++) {
      int owner = i % cgroups;
      objects.add(
          new LiveObject(
              ResourceType.QP,
              owner % deviceCount,
              i + 1,
              5000 + owner,
              "train" + owner,
              names.get(owner).id(),
              new LiveObject.QueuePair(
                  QueuePairType.RC,
                  QueuePairState.of(3),
                  i + 1,
                  OptionalInt.of(i + 2),
                  OptionalInt.empty(),
                  OptionalInt.empty(),
                  1,
                  OptionalInt.of(owner))));
    }
    reader = new CounterReader(table, null);
  }

  private MemorySegment shard(int row) {
    int shard = random.nextInt(SHARDS);
    return counters.asSlice(((long) row * SHARDS + shard) * rm_row.sizeof(), rm_row.sizeof());
  }

  private List<ControlCall> callsOfASecond(Instant time) {
    List<ControlCall> calls = new ArrayList<>();
    for (int i = 0; i < CALLS; i++) {
      int owner = random.nextInt(cgroups);
      Verb verb = i % 2 == 0 ? Verb.MR_REG : Verb.MR_DEREG;
      MemorySegment row = shard(rows.get(owner));
      int number = Numbering.of(verb);
      rm_row.calls(row, number, rm_row.calls(row, number) + 1);
      calls.add(
          new ControlCall(
              time.minusNanos(1_000_000_000L / CALLS * (CALLS - i)),
              verb,
              owner % deviceCount,
              OptionalInt.of(i),
              new ControlCall.Caller(
                  5000 + owner, 5000 + owner, "train", false, names.get(owner).id(), 0, false),
              0,
              Duration.ofNanos(20_000 + random.nextInt(10_000)),
              ControlCall.None.NONE));
    }
    return calls;
  }

  private Sample sample(
      Map<Scope, Counts> counts, List<ControlCall> calls, Map<Integer, DeviceFacts> facts) {
    Instant time = Scenes.START.plusSeconds(second);
    return Samples.of(
        time,
        1_000_000_000L * second,
        devices,
        names,
        counts,
        Map.of(),
        new Health(List.of(), Map.of(), ""),
        calls,
        0,
        new Inventory(time, objects, owners),
        facts,
        Cost.NONE);
  }

  /** One port for each device, all of whose counters move. */
  private Map<Integer, DeviceFacts> facts() {
    Map<Integer, DeviceFacts> facts = new HashMap<>();
    Map<String, Long> moving = new HashMap<>();
    for (int counter = 0; counter < PORT_COUNTERS; counter++) {
      moving.put("counter_" + counter, second * (counter + 1));
    }
    DeviceFacts.Port port =
        new DeviceFacts.Port(
            1, "ACTIVE", "LinkUp", "Ethernet", "100 Gb/sec (4X EDR)", "eth0", moving);
    for (Device device : devices) {
      facts.put(device.index(), new DeviceFacts(Map.of(), List.of(port)));
    }
    return facts;
  }

  private Map<Scope, Counts> counts() {
    Map<Scope, Counts> counts = new HashMap<>();
    reader.counts().forEach((scope, builder) -> counts.put(scope, builder.build()));
    return counts;
  }

  private void run(int readings) throws IOException {
    Ledger ledger = new Ledger();
    Inspector inspector = new Inspector(Settings.STANDARD, Detectors.all());
    Host host = new Host("node7", "6.1.0", "0.1.0");
    StringBuilder json = new StringBuilder();
    StringBuilder text = new StringBuilder();
    JsonReport lines = new JsonReport(json, Settings.STANDARD, host, JsonReport.Options.PLAIN);
    TextReport report =
        new TextReport(
            text,
            Settings.STANDARD.thresholds(),
            new TextOptions(Duration.ofSeconds(1), ZoneOffset.UTC, false, 0));
    Tui tui =
        new Tui(
            new Blank(),
            TuiState.start(View.OVERVIEW, Duration.ofSeconds(1), Theme.DEFAULT),
            new Tui.Setting(host, ZoneOffset.UTC, Path.of(""), false));
    Metrics metrics =
        new Metrics(
            new Metrics.Setup("0.1.0", cgroups, 0, 0, Duration.ofSeconds(1), System::nanoTime));
    byte[] scraped = {};
    for (second = 1; second <= readings; second++) {
      List<ControlCall> calls = callsOfASecond(Scenes.START.plusSeconds(second));
      Map<Integer, DeviceFacts> facts = facts();
      Map<Scope, Counts> counts = steps.take("counters", this::counts);
      Sample sample = steps.take("sample", () -> sample(counts, calls, facts));
      Snapshot snapshot =
          steps.take(
              "ledger",
              () -> {
                ledger.add(sample);
                return ledger.snapshot();
              });
      Verdict verdict =
          steps.take(
              "policy",
              () -> {
                inspector.add(sample);
                return inspector.inspect(snapshot);
              });
      json.setLength(0);
      text.setLength(0);
      steps.take("JSON", () -> write(() -> lines.reading(Stage.NEXT, snapshot, verdict)));
      steps.take("text", () -> write(() -> report.reading(Stage.NEXT, snapshot, verdict)));
      steps.take(
          "screen",
          () -> {
            tui.add(snapshot, verdict);
            return tui.attend();
          });
      steps.take(
          "metrics",
          () -> {
            metrics.add(sample);
            metrics.publish(snapshot, verdict);
            return true;
          });
      scraped = scrape(metrics);
    }
    print(json.length(), text.length(), scraped);
  }

  /** Gives the text. */
  private byte[] scrape(Metrics metrics) throws IOException {
    try (MetricsServer server =
            MetricsServer.start(new InetSocketAddress("localhost", 0), metrics);
        Socket socket = new Socket("localhost", server.address().getPort())) {
      long start = PROCESS.getProcessCpuTime();
      socket
          .getOutputStream()
          .write(
              "GET /metrics HTTP/1.1\r\nHost: h\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
      byte[] answer = socket.getInputStream().readAllBytes();
      scrapes.add(PROCESS.getProcessCpuTime() - start);
      int body = new String(answer, StandardCharsets.ISO_8859_1).indexOf("\r\n\r\n") + 4;
      byte[] text;
      try (InputStream zipped =
          new GZIPInputStream(new ByteArrayInputStream(answer, body, answer.length - body))) {
        text = zipped.readAllBytes();
      }
      zippedBytes.add((long) answer.length - body);
      start = THREADS.getCurrentThreadCpuTime();
      try (OutputStream zipped = new GZIPOutputStream(OutputStream.nullOutputStream())) {
        zipped.write(text);
      }
      deflations.add(THREADS.getCurrentThreadCpuTime() - start);
      return text;
    }
  }

  private interface Writing {
    void run() throws IOException;
  }

  private static boolean write(Writing writing) throws IOException {
    writing.run();
    return true;
  }

  private void print(int json, int text, byte[] scraped) {
    System.out.printf("%d cgroups, %d devices, %d objects%n", cgroups, deviceCount, objects.size());
    double all = steps.print();
    System.out.printf("  %-10s %8.1f ms; JSON %,d bytes, text %,d%n", "all", all, json, text);
    System.out.printf(
        "  %-10s %8.1f ms; %,d series, %,d bytes, zipped %,d%n",
        "a scrape",
        Steps.medianOfLastHalf(scrapes) / 1e6,
        new String(scraped, StandardCharsets.UTF_8).lines().filter(s -> !s.startsWith("#")).count(),
        scraped.length,
        Steps.medianOfLastHalf(zippedBytes));
    Ratios ratios =
        new Ratios(
            "a scrape of %d cgroups on %d devices".formatted(cgroups, deviceCount),
            "its text is deflated");
    for (int reading = READINGS / 2; reading < READINGS; reading++) {
      ratios.add(scrapes.get(reading), deflations.get(reading));
    }
    ratios.print();
  }

  /**
   * Hosts of so many cgroups, 40 readings each.
   *
   * @param args CGROUPS or CGROUPSxDEVICES; default 100, 1000 and 5000, and 1000 on 64 devices
   */
  public static void main(String... args) throws IOException {
    List<HostSizeBenchmark> hosts = new ArrayList<>();
    for (String size : args.length == 0 ? SIZES : List.of(args)) {
      String[] numbers = size.split("x", 2);
      HostSizeBenchmark host =
          new HostSizeBenchmark(
              Integer.parseInt(numbers[0]),
              numbers.length > 1 ? Integer.parseInt(numbers[1]) : DEVICES);
      host.run(READINGS);
      hosts.add(host);
    }
    HostSizeBenchmark first = hosts.getFirst();
    hosts.stream()
        .skip(1)
        .filter(host -> host.deviceCount == first.deviceCount)
        .forEach(host ->
            host.steps.compare("a reading", "a cgroup", host.cgroups, first.steps, first.cgroups));
  }

  /** A terminal that nobody looks at. */
  private static final class Blank implements Display {
    @Override
    public Size size() {
      return new Size(200, 50);
    }

    @Override
    public Optional<Input> poll() {
      return Optional.empty();
    }

    @Override
    public void show(Canvas canvas, Theme theme, boolean anew) {
      // nobody looks
    }

    @Override
    public void suspend() {
      // nobody types
    }

    @Override
    public void close() {
      // holds nothing
    }
  }
}
