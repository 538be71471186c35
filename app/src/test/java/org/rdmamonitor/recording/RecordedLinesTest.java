// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmamonitor.AsyncScenes;
import org.rdmamonitor.Golden;
import org.rdmamonitor.Samples;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.model.Cost;
import org.rdmamonitor.model.Health;
import org.rdmamonitor.model.Health.Figure;
import org.rdmamonitor.model.Health.Hook;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.Sample.Scope;
import org.rdmamonitor.model.activity.Counts;
import org.rdmamonitor.model.call.AsyncEventType;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.ControlCall.Caller;
import org.rdmamonitor.model.call.ControlCall.Detail;
import org.rdmamonitor.model.call.ControlCall.QueuePairChange;
import org.rdmamonitor.model.call.ControlCall.QueuePairCreation;
import org.rdmamonitor.model.call.ControlCall.Refusal;
import org.rdmamonitor.model.call.EndCause;
import org.rdmamonitor.model.call.FlowMatch;
import org.rdmamonitor.model.call.Forewarning;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.cgroup.GivenNames;
import org.rdmamonitor.model.limits.Enforcement;
import org.rdmamonitor.model.limits.Enforcement.Mode;
import org.rdmamonitor.model.limits.Enforcement.Tally;
import org.rdmamonitor.model.limits.LimitOutcome;
import org.rdmamonitor.model.limits.Limits;
import org.rdmamonitor.model.limits.Rule;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.model.resource.DeviceFacts;
import org.rdmamonitor.model.resource.DeviceFacts.Port;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.Inventory.Owner;
import org.rdmamonitor.model.resource.Inventory.Rest;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.QueuePairType;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.model.resource.Size;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** The format to the byte: every field there is, and a recording that an older version has made. */
class RecordedLinesTest {
  private static final Path TENANTS = Path.of("../samples/recordings/tenants.rec");
  private static final Instant TIME = Instant.parse("2026-11-21T22:09:47.323597340Z");
  private static final OptionalInt NONE = OptionalInt.empty();
  private static final JsonFactory JSON = new JsonFactory();

  @Test
  void everyFieldIsWrittenAsEver() throws IOException {
    SampleJson samples = new SampleJson();
    StringBuilder lines = new StringBuilder();
    lines.append(
        line(new RecordingHeader("node7", "6.1.0", "1", TIME, Duration.ofMillis(500))::write));
    for (Sample sample : List.of(full(), full(), changed(), full(), withEthernet())) {
      lines.append(line(json -> samples.write(json, sample)));
    }

    Golden.assertMatches(lines.toString(), "recording.jsonl");
  }

  @Test
  void everyFieldIsReadAsItWasWritten() {
    SampleJson written = new SampleJson();
    SampleJson read = new SampleJson();

    for (Sample sample : List.of(full(), full(), changed(), full(), withEthernet())) {
      assertThat(read(read, line(json -> written.write(json, sample)))).isEqualTo(sample);
    }
  }

  /** Later versions have added keys, and nothing else. */
  @Test
  void aRecordingOfAnOlderVersionIsWrittenAsItWas() throws IOException {
    List<String> lines;
    try (InputStream in = new GZIPInputStream(Files.newInputStream(TENANTS))) {
      lines = new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
    SampleJson reading = new SampleJson();
    SampleJson writing = new SampleJson();
    SampleJson readingAgain = new SampleJson();
    try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), lines.getFirst())) {
      RecordingHeader header = RecordingHeader.read(json).orElseThrow().header();
      assertHas(parsed(line(header::write)), parsed(lines.getFirst()));
    }
    for (String line : lines.subList(1, lines.size())) {
      Sample sample = read(reading, line);
      if (line.startsWith("{\"type\":\"sample\"")) {
        writing.begin();
      }
      String again = line(json -> writing.write(json, sample));

      assertHas(parsed(again), parsed(line));
      assertThat(read(readingAgain, again)).isEqualTo(sample);
    }
  }

  /** A recording may be of anybody's making, or of a later version. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ",7",
        ",[1,2],3",
        ",null,{}",
        ",{\"namespace\":\"ns\",\"pod\":[\"pod\"],\"container\":{},\"later\":[{}]},5",
        ",{\"namespace\":\"ns\",\"pod\":\"\\u001b[2J\",\"container\":\"a b\"}"
      })
  void whatIsNoNameOfAWorkloadIsPassedOver(String behind) {
    Sample sample =
        read(
            new SampleJson(),
            "{\"type\":\"sample\",\"cgroups\":[[94,\"/a\"%s],[95,\"/b\"]]}".formatted(behind));

    assertThat(sample.cgroups()).containsExactly(new Cgroup(94, "/a"), new Cgroup(95, "/b"));
  }

  @Test
  void whatALaterVersionKnowsIsPassedOverAndTheRestIsRead() {
    Sample sample =
        read(
            new SampleJson(),
            """
            {"type":"sample","time":"2026-11-21T22:09:47Z","later":[{}],
            "callers":[[7,7,"app",false,94,1000,false,"later"]],
            "calls":[[5,"LATER",0,null,0,0,0,["create","RC",51,"later"]],[7,"QP_CREATE",0,1,0,0,0,1]],
            "inventory":{"time":"2026-11-21T22:09:47Z","left_out":[[1,"LATER",2,3],[1,"PD",2,0]],
            "objects":[{"object":"LATER","id":1},{"id":2},{"object":"PD","id":3,"later":{"a":[1.5]}}]}}
            """);

    assertThat(sample.calls())
        .singleElement()
        .satisfies(call -> {
          assertThat(call.time()).isEqualTo(sample.time().plusNanos(12_000));
          assertThat(call.detail())
              .isEqualTo(new ControlCall.QueuePairCreation(QueuePairType.RC, OptionalInt.of(51)));
        });
    assertThat(sample.inventory().objects()).extracting(LiveObject::id).containsExactly(3);
    assertThat(sample.inventory().leftOut())
        .containsExactly(new Inventory.Rest(1, ResourceType.PD, 2, 0));
  }

  /** Wherever in it something else stands, the call and those behind it are read. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"text\"",
        "{\"a\":[1,{}]}",
        "[[\"create\"],\"RC\",51]",
        "[\"region\",[1,[2]],3,4,5,6]",
        "[\"region\",1,\"2\",3,4,[5,6]]",
        "[\"create\",{\"a\":[]},51]"
      })
  void aDetailOfAnotherKindIsNone(String detail) {
    Sample sample =
        read(
            new SampleJson(),
            """
            {"type":"sample","time":"2026-11-21T22:09:47Z",
            "callers":[[7,7,"app",false,94,1000,false]],
            "calls":[[5,"MR_REG",0,null,0,0,0,%s,8],[7,"QP_CREATE",0,1,0,0,0,["create","RC",51]]],
            "calls_left_out":9}
            """
                .formatted(detail));

    assertThat(sample.calls())
        .extracting(ControlCall::detail)
        .containsExactly(
            ControlCall.None.NONE,
            new ControlCall.QueuePairCreation(QueuePairType.RC, OptionalInt.of(51)));
    assertThat(sample.callsLeftOut()).isEqualTo(9);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", ",\"interval_ns\":0", ",\"interval_ns\":-5", ",\"interval_ns\":\"1\""})
  void readingsWithoutATrueIntervalAreASecondApart(String interval) {
    String line =
        "{\"schema\":1,\"type\":\"header\",\"time\":\"2026-11-21T22:09:47Z\"%s}"
            .formatted(interval);

    try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), line)) {
      assertThat(RecordingHeader.read(json).map(one -> one.header().interval()))
          .contains(Duration.ofSeconds(1));
    }
  }

  private static String line(Consumer<JsonGenerator> content) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
      content.accept(json);
    }
    return text.append('\n').toString();
  }

  private static Sample read(SampleJson samples, String line) {
    try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), line)) {
      Sample sample = samples.read(json);
      assertThat(sample).isNotNull();
      return sample;
    }
  }

  private static Object parsed(String line) {
    try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), line)) {
      json.nextToken();
      return tree(json);
    }
  }

  private static Object tree(JsonParser json) {
    if (json.currentToken() == JsonToken.START_ARRAY) {
      List<Object> elements = new ArrayList<>();
      while (json.nextToken() != JsonToken.END_ARRAY) {
        elements.add(tree(json));
      }
      return elements;
    }
    if (json.currentToken() != JsonToken.START_OBJECT) {
      return json.currentToken() + " " + json.getString();
    }
    Map<String, Object> members = new LinkedHashMap<>();
    for (String key = json.nextName(); key != null; key = json.nextName()) {
      json.nextToken();
      members.put(key, tree(json));
    }
    return members;
  }

  /** The same but for additional keys; neither scopes nor names in a map have an order. */
  private static void assertHas(Object actual, Object expected) {
    if (expected instanceof Map<?, ?> members) {
      members.forEach((key, value) -> assertHas(((Map<?, ?>) actual).get(key), value));
    } else if (expected instanceof List<?> elements && !elements.isEmpty() && isScope(elements)) {
      assertThat((List<?>) actual).hasSameSizeAs(elements);
      for (Object scope : elements) {
        assertThat((List<?>) actual).anySatisfy(other -> assertHas(other, scope));
      }
    } else {
      assertThat(actual).isEqualTo(expected);
    }
  }

  private static boolean isScope(List<?> elements) {
    return elements.getFirst() instanceof Map<?, ?> first && first.containsKey("calls");
  }

  /** Every figure of health, in their order. */
  private static Map<Figure, Long> figures(long... numbers) {
    Map<Figure, Long> figures = new EnumMap<>(Figure.class);
    for (Figure figure : Figure.values()) {
      figures.put(figure, numbers[figures.size()]);
    }
    return figures;
  }

  /** Something in every field, and one in every map, which has no order. */
  private static Sample withEthernet() {
    return full()
        .with(Scenes.ethernet(TIME, 7))
        .with(calls(), AsyncScenes.events(TIME.minusNanos(340)), 11);
  }

  private static Sample full() {
    Health health =
        new Health(
            List.of(
                new Hook("QP_CREATE", "ib_create_qp_user", Hook.State.ATTACHED, ""),
                new Hook("objects", "rdma_restrack_add", Hook.State.UNAVAILABLE, "not \"there\"")),
            figures(1, 2, 3, 4, -1, 5, 6, 7, 8, 9, 10, 11, 12, 13),
            "java.lang.Error: \u001b");
    Counts counts =
        new Counts.Builder()
            .calls(Verb.QP_CREATE, 3, 1)
            .objects(ResourceType.QP, 5, 2)
            .live(ResourceType.MR, 7)
            .size(Size.MR_BYTES, 4096)
            .size(Size.CQ_ENTRIES, 256)
            .build();
    Port port =
        new Port(1, "ACTIVE", "LinkUp", "Ethernet", "100 Gb/sec", "eth0", Map.of("port_xmit", 9L));
    return Samples.of(
        TIME,
        123,
        List.of(new Device(0, "rxe0"), new Device(1, "rxe\u00e9"), new Device(2, "rxe0", "pod")),
        List.of(
            new Cgroup(0, "[kernel]"),
            new Cgroup(94, "/a.slice", 1, new GivenNames("ns", "pod-0", "app", "alice")),
            new Cgroup(95, "/b.service/docker", 1, GivenNames.ofUser("bob")).removed(),
            new Cgroup(96, "/c.slice").removed()),
        Map.of(new Scope(94, 1), counts),
        Map.of(Verb.MR_REG, Map.of(12, 3L)),
        health,
        calls(),
        11,
        new Inventory(
            TIME,
            objects(),
            List.of(new Owner(7, "app", 94, Duration.ofMillis(5), Duration.ofSeconds(6))),
            List.of(new Rest(Inventory.OTHERS, ResourceType.MR, 5, 4096)),
            Scenes.connections().inventory().handles(),
            12),
        Map.of(1, new DeviceFacts(Map.of(ResourceType.QP, 1024L), List.of(port))),
        new Cost(
            Duration.ofMillis(7),
            1,
            2,
            3,
            List.of(new Cost.Program("rm_enter", 4, Duration.ofNanos(5)))),
        new Enforcement(Mode.STRICT, true, true, "why", 3, List.of(tally(), nothing())));
  }

  /** The same with much of it gone. */
  private static Sample changed() {
    Sample full = full();
    return Samples.of(
        full.time().plusSeconds(1),
        456,
        full.devices().subList(0, 1),
        full.cgroups().subList(0, 1),
        Map.of(),
        Map.of(),
        new Health(full.health().hooks(), figures(1, 2, 3, 4, 5, 6, 7, 0, 0, 0, 0, 0, 0, 0), ""),
        List.of(),
        0,
        new Inventory(
            full.time().plusSeconds(1), full.inventory().objects().subList(2, 3), List.of()),
        Map.of(),
        Cost.NONE,
        Enforcement.inactive(Mode.DENY, "no"));
  }

  private static List<ControlCall> calls() {
    QueuePairChange change =
        new QueuePairChange(57, Optional.of(QueuePairState.INIT), 1, 2, 3, -4, 5, "fe80::1");
    List<Detail> details =
        List.of(
            ControlCall.None.NONE,
            new QueuePairCreation(QueuePairType.RC, OptionalInt.of(51)),
            new QueuePairCreation(QueuePairType.UNKNOWN, NONE),
            change,
            new QueuePairChange(0, Optional.empty(), 0, 0, 0, 0, 0, ""),
            refusal(Refusal.CallOutcome.REFUSED, Refusal.Measure.OBJECTS, ResourceType.QP),
            refusal(Refusal.CallOutcome.KILLED, Refusal.Measure.SIZE, ResourceType.MR),
            new Refusal(
                Refusal.CallOutcome.PASSED, 0, Refusal.Measure.ALL_CALLS, Optional.empty(), 5, 6),
            refusedPeer(Refusal.Measure.PEER, "10.2.0.7"),
            refusedPeer(Refusal.Measure.HANDLE, "lid:401"),
            new ControlCall.QueuePairEnd(
                EndCause.KILLED,
                9,
                Optional.of(QueuePairState.RTS),
                OptionalInt.of(18),
                Optional.of(Scenes.connections().inventory().handles().getFirst().address())),
            new ControlCall.QueuePairEnd(
                EndCause.EXITED, 255, Optional.empty(), NONE, Optional.empty()),
            new ControlCall.QueuePairEnd(
                EndCause.DESTROYED,
                0,
                Optional.empty(),
                NONE,
                Optional.empty(),
                NONE,
                Optional.of(
                    new Forewarning(
                        AsyncEventType.Source.CONNECTION_MANAGER, 8, 28, Duration.ofNanos(5)))),
            new ControlCall.QueuePairEnd(
                EndCause.DESTROYED,
                0,
                Optional.of(QueuePairState.ERR),
                OptionalInt.of(18),
                Optional.empty(),
                OptionalInt.of(12),
                Optional.of(
                    new Forewarning(AsyncEventType.Source.DEVICE, 10, 0, Duration.ofDays(9)))),
            new ControlCall.CompletionQueue(0xffff_ffffL),
            new ControlCall.Flow(
                -5,
                new FlowMatch(
                    FlowMatch.Kind.MATCHING,
                    "02:00:00:00:00:01",
                    OptionalInt.of(0x86dd),
                    OptionalInt.of(4791))),
            new ControlCall.Flow(0, FlowMatch.UNKNOWN),
            new ControlCall.Region(
                4096, -4096, OptionalInt.of(7), OptionalInt.of(51), OptionalInt.of(-1)),
            new ControlCall.Region(1, 0, NONE, NONE, NONE),
            change);
    List<ControlCall> calls = new ArrayList<>();
    for (Detail detail : details) {
      int n = calls.size();
      calls.add(
          new ControlCall(
              TIME.minusNanos(340).plusNanos(7000L * n * n - 50_000),
              n % 2 == 0 ? Verb.QP_CREATE : Verb.MR_REG,
              n % 2,
              n % 3 == 0 ? NONE : OptionalInt.of(n),
              new Caller(7, 7 + n % 2, "app", n % 2 == 1, 94, 1000, n % 2 == 0),
              n,
              Duration.ofNanos(n * 1000L),
              detail));
    }
    return calls;
  }

  private static Refusal refusal(
      Refusal.CallOutcome outcome, Refusal.Measure measure, ResourceType type) {
    return new Refusal(outcome, 94, measure, Optional.of(type), 4096, 8192);
  }

  private static Refusal refusedPeer(Refusal.Measure measure, String peer) {
    return new Refusal(Refusal.CallOutcome.REFUSED, 94, measure, Optional.empty(), 0, 0, peer);
  }

  private static List<LiveObject> objects() {
    List<LiveObject> objects = new ArrayList<>();
    for (LiveObject.Detail detail :
        List.of(
            new LiveObject.QueuePair(
                QueuePairType.RC,
                Optional.of(QueuePairState.RTS),
                17,
                OptionalInt.of(18),
                OptionalInt.of(0),
                OptionalInt.of(-5),
                1,
                OptionalInt.of(3)),
            new LiveObject.QueuePair(
                QueuePairType.UNKNOWN, Optional.empty(), 1, NONE, NONE, NONE, 0, NONE),
            new LiveObject.Region(
                4096, OptionalInt.of(-1), OptionalInt.of(-1), Optional.of(-4096L), NONE),
            new LiveObject.Region(1, OptionalInt.of(7), NONE, Optional.empty(), OptionalInt.of(1)),
            new LiveObject.Region(1, NONE, OptionalInt.of(8), Optional.empty(), NONE),
            new LiveObject.CompletionQueue(1024, 2, OptionalInt.of(9)),
            new LiveObject.CompletionQueue(1, 0, NONE),
            new LiveObject.Connection("LISTEN", "TCP", "10.0.0.1:18515", "", NONE),
            new LiveObject.Connection("CONNECT", "IB", "a", "b", OptionalInt.of(17)),
            LiveObject.None.NONE)) {
      objects.add(new LiveObject(ResourceType.QP, 1, objects.size(), 7, "a\u001bb", 94, detail));
    }
    return objects;
  }

  private static Tally tally() {
    Limits limits =
        new Limits(
            Map.of(
                new Rule.Count(ResourceType.QP), 4L,
                new Rule.Rate(Verb.MR_REG), 100L,
                new Rule.Calls(), 0L,
                new Rule.Total(Size.MR_BYTES), 1L << 20,
                new Rule.Total(Size.CQ_ENTRIES), 4096L));
    return new Tally(
        "/a.slice",
        limits,
        Map.of(
            new Rule.Count(ResourceType.QP), new LimitOutcome(3, 7, 5, 2, 1),
            new Rule.Count(ResourceType.PD), new LimitOutcome(1, 0, 0, 0, 0),
            new Rule.Rate(Verb.MR_REG), new LimitOutcome(0, 2, 0, 0, 0),
            new Rule.Calls(), new LimitOutcome(0, 5, 0, 0, 0),
            new Rule.Total(Size.MR_BYTES), new LimitOutcome(4096, 1, 2, 3, 4),
            new Rule.Total(Size.CQ_ENTRIES), new LimitOutcome(1000, 5, 6, 7, 8)));
  }

  private static Tally nothing() {
    return new Tally("", Limits.UNLIMITED, Map.of());
  }
}
