// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.Samples;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.model.Health;
import org.rdmamonitor.model.Health.Figure;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.limits.Enforcement;
import org.rdmamonitor.model.limits.Enforcement.Mode;
import org.rdmamonitor.model.limits.Enforcement.Tally;
import org.rdmamonitor.model.limits.LimitOutcome;
import org.rdmamonitor.model.limits.Limits;
import org.rdmamonitor.model.limits.PeerPolicy;
import org.rdmamonitor.model.limits.Rule;
import org.rdmamonitor.model.resource.AddressHandle;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.QueuePairPath;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.QueuePairType;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.model.resource.Size;

class RecordingTest extends RecordingTrial {
  @Test
  void whatIsRecordedIsRead() {
    List<Sample> samples = load(40, 300);
    write(samples);

    assertThat(read(file)).isEqualTo(samples);
    try (RecordingReader reader = RecordingReader.open(file)) {
      assertThat(reader.header()).isEqualTo(HEADER);
      assertThat(reader.begin()).isEqualTo(samples.getFirst().time());
      assertThat(reader.end()).isEqualTo(samples.getLast().time());
    }
  }

  @Test
  void scopesCgroupsErrorsAndHooksThatComeAndGoAreRead() {
    List<Sample> samples =
        List.of(
            inOrder(Scenes.nothing(Duration.ZERO)),
            inOrder(Scenes.busy()),
            inOrder(Scenes.busier()),
            inOrder(Scenes.nothing(Duration.ofSeconds(3))));
    write(samples);

    assertThat(read(file)).isEqualTo(samples);
  }

  @Test
  void whatIsEnforcedIsReadAsItWas() {
    Limits limits =
        new Limits(
            Map.of(
                new Rule.Count(ResourceType.QP), 4L,
                new Rule.Rate(Verb.MR_REG), 100L,
                new Rule.Calls(), 1000L,
                new Rule.Total(Size.MR_BYTES), 1L << 20,
                new Rule.Total(Size.CQ_ENTRIES), 4096L),
            Optional.of(PeerPolicy.parse("!10.1.0.1 10.1.0.0/16 fd00::/8 lid:1-400")));
    Tally some =
        new Tally(
            "/tenant-a.slice",
            limits,
            Map.of(
                new Rule.Count(ResourceType.QP), new LimitOutcome(3, 7, 0, 0, 0),
                new Rule.Count(ResourceType.PD), new LimitOutcome(1, 0, 0, 0, 0),
                new Rule.Rate(Verb.MR_REG), new LimitOutcome(0, 2, 0, 0, 0),
                new Rule.Calls(), new LimitOutcome(0, 5, 0, 0, 0),
                new Rule.Count(ResourceType.MR), new LimitOutcome(0, 0, 1, 0, 0),
                new Rule.Count(ResourceType.CQ), new LimitOutcome(0, 0, 0, 2, 1),
                new Rule.Total(Size.MR_BYTES), new LimitOutcome(4096, 1, 2, 3, 4),
                new Rule.Total(Size.CQ_ENTRIES), new LimitOutcome(1000, 5, 6, 7, 8),
                new Rule.Peers(), new LimitOutcome(0, 9, 10, 0, 0)));
    Limits forbidding =
        new Limits(
            Map.of(new Rule.Count(ResourceType.QP), 0L, new Rule.Calls(), 0L),
            Optional.of(PeerPolicy.NOBODY));
    Tally none = new Tally("", Limits.UNLIMITED, Map.of());
    Tally forbidden = new Tally("/b", forbidding, Map.of());
    List<Sample> samples =
        Stream.of(
                Enforcement.NONE,
                new Enforcement(
                    Mode.STRICT, true, false, "only in part", 3, List.of(none, some, forbidden)),
                new Enforcement(Mode.STRICT, true, true, "", 4, List.of(none)),
                Enforcement.inactive(Mode.DENY, "no"),
                Enforcement.NONE)
            .map(enforcement -> Scenes.with(inOrder(Scenes.busy()), enforcement))
            .toList();
    write(samples);

    assertThat(read(file)).isEqualTo(samples);
  }

  @Test
  void howEventsAreReadIsReadAsItWas() {
    Health before = Scenes.busy().health();
    List<Sample> samples =
        Stream.of("", "", "java.lang.InternalError: \u001b", "")
            .map(trouble ->
                Scenes.with(
                    inOrder(Scenes.busy()),
                    new Health(
                        before.hooks(),
                        Map.of(Figure.EVENTS, 7L, Figure.FAILED_EVENTS, (long) trouble.length()),
                        trouble)))
            .toList();
    write(samples);

    assertThat(read(file)).isEqualTo(samples);
  }

  @Test
  void everyKindOfObjectIsReadAsItWas() {
    OptionalInt none = OptionalInt.empty();
    List<LiveObject> objects =
        List.of(
            object(
                ResourceType.QP,
                new LiveObject.QueuePair(
                    QueuePairType.RC,
                    Optional.of(QueuePairState.RTS),
                    17,
                    OptionalInt.of(18),
                    OptionalInt.of(0),
                    OptionalInt.of(-5),
                    1,
                    OptionalInt.of(3))),
            object(
                ResourceType.QP,
                new LiveObject.QueuePair(
                    QueuePairType.GSI, Optional.empty(), 1, none, none, none, 0, none)),
            object(
                ResourceType.QP,
                new LiveObject.QueuePair(
                    QueuePairType.RC,
                    Optional.of(QueuePairState.INIT),
                    19,
                    none,
                    none,
                    none,
                    1,
                    none,
                    Optional.empty(),
                    Optional.of(
                        new QueuePairPath(
                            Optional.empty(),
                            Optional.empty(),
                            none,
                            none,
                            Optional.empty(),
                            none,
                            none,
                            none,
                            none,
                            none,
                            none,
                            none,
                            none,
                            none)))),
            object(ResourceType.CQ, new LiveObject.CompletionQueue(1024, 2, OptionalInt.of(9))),
            object(
                ResourceType.MR,
                new LiveObject.Region(
                    4096, OptionalInt.of(-1), OptionalInt.of(-1), Optional.of(-4096L), none)),
            object(
                ResourceType.MR,
                new LiveObject.Region(
                    1, OptionalInt.of(7), none, Optional.empty(), OptionalInt.of(1))),
            object(ResourceType.MR, new LiveObject.Region(1, none, none, Optional.empty(), none)),
            object(
                ResourceType.CM_ID,
                new LiveObject.Connection("LISTEN", "TCP", "10.0.0.1:18515", "", none)),
            object(ResourceType.PD, LiveObject.None.NONE));
    List<LiveObject> connections = Scenes.connections().inventory().objects();
    objects = Stream.concat(objects.stream(), connections.stream()).toList();
    List<Sample> samples = new ArrayList<>();
    for (int i = 0; i <= objects.size(); i++) {
      samples.add(listing(i, objects.subList(0, i)));
    }
    samples.add(listing(20, objects.reversed()));
    samples.add(listing(21, List.of()));
    write(samples);

    assertThat(read(file)).isEqualTo(samples);
  }

  @Test
  void addressHandlesComeAndGo() {
    List<AddressHandle> handles = Scenes.connections().inventory().handles();
    AddressHandle replaced = handles.getFirst().with("other", 7);
    List<Sample> samples =
        List.of(
            withHandles(0, List.of(), 0),
            withHandles(1, handles, 5),
            withHandles(2, handles, 5),
            withHandles(3, handles.subList(1, 2), 0),
            withHandles(4, List.of(replaced, handles.get(2)), 0),
            withHandles(5, List.of(), 0));
    write(samples);

    assertThat(read(file)).isEqualTo(samples);
  }

  private static Sample withHandles(int second, List<AddressHandle> handles, long leftOut) {
    Instant time = Scenes.nothing(Duration.ofSeconds(second)).time();
    return listing(second, new Inventory(time, List.of(), List.of(), List.of(), handles, leftOut));
  }

  @Test
  void queuesAreReadWithTheirEntries() {
    List<Sample> samples = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Sample sample = listing(i, List.of());
      samples.add(
          Samples.of(
              sample.time(),
              sample.nanos(),
              sample.devices(),
              sample.cgroups(),
              sample.counts(),
              sample.errors(),
              sample.health(),
              List.of(
                  creation(sample.time(), 1L << i),
                  creation(sample.time(), 1),
                  creation(sample.time(), 0xffff_ffffL)),
              0,
              sample.inventory(),
              sample.facts(),
              sample.cost()));
    }
    write(samples);

    assertThat(read(file)).isEqualTo(samples);
  }

  private static ControlCall creation(Instant time, long entries) {
    return new ControlCall(
        time,
        Verb.CQ_CREATE,
        1,
        OptionalInt.of(3),
        new ControlCall.Caller(42, 42, "app", false, 4021, 0, false),
        0,
        Duration.ofNanos(1000),
        new ControlCall.CompletionQueue(entries));
  }

  @Test
  void membersAreTextForEveryGunzip() throws IOException {
    List<Sample> samples = load(40, 300);
    write(samples);

    assertThat(offsets(Files.readAllBytes(file))).hasSizeGreaterThan(3);
    try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
      List<String> lines = new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
      assertThat(lines).hasSize(1 + samples.size());
      assertThat(lines.getFirst())
          .startsWith("{\"schema\":1,\"type\":\"header\",\"program\":\"rdma-monitor\"");
      assertThat(lines.get(1)).startsWith("{\"type\":\"sample\",\"time\":\"2023-11-05T10:45:10Z\"");
      assertThat(lines.subList(1, lines.size()))
          .allSatisfy(line -> assertThat(line).startsWith("{\"type\":").endsWith("}"));
    }
  }

  @Test
  void aFileThatIsCutAnywhereIsGoodUpToTheCut() throws IOException {
    List<Sample> samples = load(26, 1);
    write(samples);
    byte[] whole = Files.readAllBytes(file);
    List<Integer> offsets = offsets(whole);
    assertThat(offsets).hasSizeGreaterThanOrEqualTo(3);
    int from = offsets.get(offsets.size() - 2);
    int before = read(cut(whole, from)).size();
    assertThat(before).isPositive();

    int longest = before;
    for (int length = from; length <= whole.length; length++) {
      List<Sample> read = read(cut(whole, length));

      assertThat(read.size()).as("cut at %d", length).isBetween(longest, samples.size());
      assertThat(read.getLast()).as("cut at %d", length).isEqualTo(samples.get(read.size() - 1));
      longest = read.size();
    }
    assertThat(longest).isEqualTo(samples.size());
  }

  @Test
  void whatWasCutOffIsCounted() throws IOException {
    write(load(60, 40));
    byte[] whole = Files.readAllBytes(file);

    assertThat(unusable(file)).isZero();
    assertThat(unusable(cut(whole, whole.length - 100))).isPositive();
    int last = offsets(whole).getLast();
    for (int length = last + 200; length < whole.length - 8; length += 997) {
      assertThat(unusable(cut(whole, length)))
          .as("cut at %d", length)
          .isBetween(0L, (long) length - last);
    }
    assertThat(unusable(cut(whole, offsets(whole).getLast() + 5))).isEqualTo(5);
    assertThat(unusable(cut(whole, offsets(whole).getLast()))).isZero();
  }

  @Test
  void aDamagedMemberIsLeftOutAndTheNextIsRead() throws IOException {
    List<Sample> samples = load(60, 40);
    write(samples);
    byte[] bytes = Files.readAllBytes(file);
    List<Integer> offsets = offsets(bytes);
    int lost = offsets.get(2) - offsets.get(1);
    bytes[offsets.get(1) + lost / 2] ^= 0x55;
    Files.write(file, bytes);

    List<Sample> read = read(file);
    assertThat(samples).containsSubsequence(read);
    assertThat(read.getFirst()).isEqualTo(samples.getFirst());
    assertThat(read.getLast()).isEqualTo(samples.getLast());
    assertThat(read).hasSizeLessThan(samples.size());
    assertThat(unusable(file)).isEqualTo(lost);
  }

  @Test
  void seekingFindsTheFirstSampleOfAMomentOrLater() {
    List<Sample> samples = load(60, 40);
    write(samples);

    try (RecordingReader reader = RecordingReader.open(file)) {
      for (int i : new int[] {59, 0, 31, 30, 1, 58}) {
        reader.seek(samples.get(i).time());
        assertThat(reader.next()).contains(samples.get(i));
        reader.seek(samples.get(i).time().minusMillis(1));
        assertThat(reader.next()).contains(samples.get(i));
        assertThat(reader.next()).isEqualTo(samples.stream().skip(i + 1L).findFirst());
      }
      reader.seek(Instant.EPOCH);
      assertThat(reader.next()).contains(samples.getFirst());
      reader.seek(samples.getLast().time().plusMillis(1));
      assertThat(reader.next()).isEmpty();
    }
  }

  @Test
  void whatALaterVersionAddsIsPassedOver() throws IOException {
    member(
        """
        {"schema":1,"type":"header","color":{"a":[1,{}]},"host":"h"}
        {"type":"weather","is":"fine"}
        {"type":"sample","time":"2026-11-21T09:00:00Z","new":[{"x":1}],"nanos":5,\
        "counts":[{"cgroup":1,"device":2,"calls":{"QP_BLESS":[1,0,7],"QP_CREATE":[3,1,9]},\
        "objects":{"SOUL":[1,1,1]},"mr_bytes":0,"extra":{}}],\
        "callers":[[1,2,"a",false,4,5,true,"more"]],\
        "calls":[[-7,"QP_BLESS",0,null,0,0,1],[1,"MR_REG",0,null,0,0,1,["dream",[1],2],"more"],\
        [2,"QP_CREATE",0,3,0,0,1,["create","XX",null,"more"]],[3,"MR_REG",0,3,0,0,1,1]]}
        """);

    assertThat(read(file))
        .singleElement()
        .satisfies(sample -> {
          assertThat(sample.counts()).hasSize(1);
          assertThat(sample.calls())
              .extracting(call -> call.verb() + " " + call.detail())
              .containsExactly(
                  "MR_REG NONE",
                  "QP_CREATE QueuePairCreation[type=UNKNOWN, pdn=OptionalInt.empty]",
                  "MR_REG QueuePairCreation[type=UNKNOWN, pdn=OptionalInt.empty]");
        });
  }

  private static Sample inOrder(Sample sample) {
    return Samples.of(
        sample.time(),
        sample.nanos(),
        sample.devices(),
        sample.cgroups().stream().sorted(Comparator.comparingLong(Cgroup::id)).toList(),
        sample.counts(),
        sample.errors(),
        sample.health());
  }

  private static LiveObject object(ResourceType type, LiveObject.Detail detail) {
    return new LiveObject(type, 1, detail.hashCode(), 42, "a\u001bb", 4021, detail);
  }

  private static Sample listing(int second, List<LiveObject> objects) {
    Instant time = Scenes.nothing(Duration.ofSeconds(second)).time();
    return listing(second, new Inventory(time, objects, List.of()));
  }

  private static Sample listing(int second, Inventory inventory) {
    Sample sample = inOrder(Scenes.nothing(Duration.ofSeconds(second)));
    return Samples.of(
        sample.time(),
        sample.nanos(),
        sample.devices(),
        sample.cgroups(),
        sample.counts(),
        sample.errors(),
        sample.health(),
        sample.calls(),
        0,
        inventory,
        sample.facts(),
        sample.cost());
  }

  private static List<Sample> read(Path file) {
    List<Sample> samples = new ArrayList<>();
    try (RecordingReader reader = RecordingReader.open(file)) {
      reader.next().ifPresent(samples::add);
      while (!samples.isEmpty()) {
        Optional<Sample> next = reader.next();
        if (next.isEmpty()) {
          break;
        }
        samples.add(next.get());
      }
    }
    return samples;
  }

  private static long unusable(Path file) {
    try (RecordingReader reader = RecordingReader.open(file)) {
      Optional<Sample> next = reader.next();
      while (next.isPresent()) {
        next = reader.next();
      }
      return reader.unusable();
    }
  }

  private Path cut(byte[] whole, int length) throws IOException {
    return Files.write(directory.resolve("cut.rec"), Arrays.copyOf(whole, length));
  }

  private static List<Integer> offsets(byte[] bytes) {
    List<Integer> offsets = new ArrayList<>();
    int offset = 0;
    while (offset < bytes.length) {
      offsets.add(offset);
      ByteBuffer member = ByteBuffer.wrap(bytes, offset, bytes.length - offset).slice();
      offset += (int) MemberHeader.read(member).orElseThrow().length();
    }
    return offsets;
  }
}
