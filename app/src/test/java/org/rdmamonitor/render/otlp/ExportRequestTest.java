// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmamonitor.Golden;
import org.rdmamonitor.OtlpSchema;
import org.rdmamonitor.OtlpSchema.LogRecord;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.cgroup.GivenNames;
import org.rdmamonitor.policy.Detection;
import org.rdmamonitor.policy.Finding;
import org.rdmamonitor.policy.Party;

class ExportRequestTest {
  private static final Emitter EMITTER = ObservationScene.EMITTER;

  private static byte[] request(List<Observation> observations) {
    List<QueuedObservation> entries = new ArrayList<>();
    for (Observation observation : observations) {
      entries.add(
          new QueuedObservation(
              entries.size() + 1, ObservationScene.START.plusSeconds(60), observation));
    }
    return ExportRequest.of(entries, EMITTER);
  }

  @Test
  void everyObservationIsARecordOfItsResource() throws IOException {
    String json = new String(request(ObservationScene.all()), StandardCharsets.UTF_8);

    Golden.assertMatches(
        json.replaceAll("(\\{\"(resource|timeUnixNano)\":)", "\n$1") + "\n", "otlp-logs.json");
  }

  @Test
  void theyAreRightToTheLetterOfTheProtocolAndNoneIsMissing() {
    List<LogRecord> records = OtlpSchema.records(request(ObservationScene.all()));

    assertThat(records).hasSameSizeAs(ObservationScene.all());
    assertThat(records.stream().map(LogRecord::uid).distinct()).hasSameSizeAs(records);
    assertThat(records)
        .allSatisfy(record ->
            assertThat(record.resource())
                .containsEntry("service.version", "1.2.3")
                .containsEntry("host.name", "n1")
                .containsEntry("service.name", "rdma")
                .containsEntry("k8s.node.name", "node-1"));
  }

  @Test
  void theyAreWhatTheProtocolsOwnDefinitionsHave() {
    byte[] request = request(ObservationScene.all());

    List<io.opentelemetry.proto.logs.v1.LogRecord> defined =
        OtlpSchema.defined(request).getResourceLogsList().stream()
            .flatMap(ofResource -> ofResource.getScopeLogsList().stream())
            .flatMap(ofScope -> ofScope.getLogRecordsList().stream())
            .toList();

    assertThat(defined)
        .extracting(record -> record.getEventName() + " " + record.getBody().getStringValue())
        .containsExactlyElementsOf(
            OtlpSchema.records(request).stream()
                .map(record -> record.eventName() + " " + record.body())
                .toList());
    assertThat(defined)
        .allSatisfy(record -> {
          assertThat(record.getSeverityNumber().name()).startsWith("SEVERITY_NUMBER_");
          assertThat(record.getSeverityText()).isNotEmpty();
          assertThat(record.getTimeUnixNano()).isPositive();
        });
  }

  @Test
  void aRecordOfAnotherProcessIsNotSaidToBeOfOurPod() {
    List<LogRecord> records = OtlpSchema.records(request(ObservationScene.all()));

    assertThat(records)
        .filteredOn(record -> record.resource().containsKey("process.pid"))
        .isNotEmpty()
        .allSatisfy(record -> assertThat(record.resource()).doesNotContainKey("k8s.pod.name"));
    assertThat(records)
        .filteredOn(record -> record.eventName().equals("rdma_monitor.finding"))
        .filteredOn(record -> !record.resource().containsKey("process.pid"))
        .isNotEmpty()
        .allSatisfy(
            record -> assertThat(record.resource()).containsEntry("k8s.pod.name", "monitor-x7"));
  }

  @Test
  void recordsOfOneResourceStandTogetherInTheirOrder() {
    List<LogRecord> records =
        OtlpSchema.records(
            request(
                List.of(
                    ObservationScene.plain(1),
                    ObservationScene.rare(2),
                    ObservationScene.plain(3),
                    ObservationScene.rare(4))));

    assertThat(records)
        .extracting(LogRecord::uid)
        .containsExactly(
            EMITTER.instance() + "-1",
            EMITTER.instance() + "-3",
            EMITTER.instance() + "-2",
            EMITTER.instance() + "-4");
  }

  @ParameterizedTest
  @CsvSource({
    "1970-01-01T00:00:00.000000001Z, 1",
    "1969-12-31T23:59:59Z, 0",
    "2500-01-01T00:00:00Z, 16725225600000000000",
    "+999999-01-01T00:00:00Z, 0",
  })
  void timesAreNanosecondsWithoutASign(String time, String nanos) {
    QueuedObservation entry =
        new QueuedObservation(
            1, ObservationScene.START, new Observation.LostCalls(Instant.parse(time), 1));

    assertThat(OtlpSchema.records(ExportRequest.of(List.of(entry), EMITTER)))
        .singleElement()
        .satisfies(record -> assertThat(record.timeUnixNano()).isEqualTo(nanos));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{}                                                                    | 0 | ``",
        "{\"partialSuccess\":{\"rejectedLogRecords\":\"3\",\"errorMessage\":\"too old\"}} | 3 | too"
            + " old",
        "{\"partialSuccess\":{\"rejectedLogRecords\":3}}                       | 3 | ``",
        "{\"partialSuccess\":{\"rejectedLogRecords\":{\"a\":1},\"x\":[2]}}     | 0 | ``",
        "{\"partialSuccess\":{\"rejectedLogRecords\":\"-3\"}}                  | 0 | ``",
        "{\"partialSuccess\":null}                                             | 0 | ``",
        "{\"code\":3,\"message\":\"no\\u001b\\nmore\"}                         | 0 | no\\x1b",
        "<html>                                                                | 0 | ``",
        "[[[[                                                                  | 0 | ``",
        "``                                                                    | 0 | ``",
      })
  void whatAReceiverSaysIsUnderstoodOrPassedOver(String body, long rejected, String message) {
    assertThat(ExportResponse.of(body.getBytes(StandardCharsets.UTF_8)))
        .isEqualTo(new ExportResponse(rejected, message));
  }

  @Test
  void theNamesOfAWorkloadAreThoseOfTheConventions() {
    String id = "0123456789abcdef".repeat(4);
    assertThat(resource("/kubepods/poduid/" + id, GivenNames.ofPod("ml", "trainer-0", "worker")))
        .containsEntry("k8s.namespace.name", "ml")
        .containsEntry("k8s.pod.name", "trainer-0")
        .containsEntry("k8s.container.name", "worker")
        .containsEntry("container.id", id)
        .doesNotContainKey("container.name");
    assertThat(
            resource("/docker/" + id + "/docker/" + "f".repeat(64), GivenNames.ofContainer("web")))
        .containsEntry("container.name", "web")
        .containsEntry("container.id", id)
        .doesNotContainKeys("k8s.pod.name", "k8s.namespace.name", "k8s.container.name");
  }

  /** In a pod, the name that the kernel has is the pod's. */
  @Test
  void whatTheEnvironmentSaysOfTheHostCounts() {
    Map<String, String> said = Map.of("host.name", "node-1");
    assertThat(
            Resources.of(
                ObservationScene.rare(1), new Emitter("1", "uuid", "rdma-monitor-x7", said)))
        .containsEntry("host.name", "node-1");
  }

  /** What looks like a container, below a cgroup that is another's than root's. */
  @Test
  void whatSomebodyCallsAPodIsNone() {
    String id = "0123456789abcdef".repeat(4);
    String pod = "kubepods-pod7d3e6f58_3f0a_4b7a_9a55_0f4ce33d6f2c.slice/crio-" + id + ".scope";
    List<Cgroup> made =
        List.of(
            new Cgroup(7, "/user.slice/user-7.slice/user@7.service/" + pod),
            new Cgroup(7, "/docker/" + "f".repeat(64) + "/" + pod),
            new Cgroup(7, "/system.slice/bob.service/" + pod, 2, GivenNames.NONE));
    assertThat(made)
        .allSatisfy(cgroup ->
            assertThat(resource(cgroup))
                .containsEntry("process.linux.cgroup", "0::" + cgroup.path())
                .doesNotContainKey("k8s.pod.uid")
                .doesNotContainEntry("container.id", id));
  }

  @Test
  void aFindingIsOfItsProcessAndItsPod() {
    Cgroup cgroup = new Cgroup(7, "/docker/" + "f".repeat(64));
    Finding.Severity severity = Finding.Severity.WARNING;
    assertThat(resource(new Party(cgroup, OptionalInt.of(17)), severity))
        .containsEntry("process.pid", 17L)
        .containsEntry("container.id", "f".repeat(64))
        .doesNotContainKey("k8s.pod.name");
    assertThat(resource(new Party(cgroup, OptionalInt.empty()), severity))
        .containsEntry("container.id", "f".repeat(64))
        .doesNotContainKeys("process.pid", "k8s.pod.name");
  }

  private static Map<String, Object> resource(Party party, Finding.Severity severity) {
    Instant now = ObservationScene.START;
    Finding finding =
        new Finding(
            new Detection("R1", severity, "t", "s", Optional.of(party), "e", "a"), now, now, 1);
    return Resources.of(
        new Observation.FindingChange(now, Observation.FindingChange.News.FOUND, finding),
        ObservationScene.EMITTER);
  }

  private static Map<String, Object> resource(String path, GivenNames given) {
    return resource(new Cgroup(7, path, Cgroup.ALL_LEVELS, given));
  }

  private static Map<String, Object> resource(Cgroup cgroup) {
    ControlCall call = ObservationScene.call(1, Verb.PD_ALLOC, 0, ControlCall.None.NONE);
    return Resources.of(new Observation.Call(call, "mlx5_0", cgroup), ObservationScene.EMITTER);
  }

  @Test
  void whatIsLeftOutOfAMemberIsNoHalfAttribute() {
    LogRecord record = OtlpSchema.records(request(ObservationScene.all())).getFirst();

    assertThat(record.attributes())
        .containsEntry("rdma_monitor.access", List.of("LOCAL_WRITE"))
        .containsEntry("rdma_monitor.rkey", 4294967295L)
        .containsEntry("thread.id", 4243L)
        .doesNotContainKeys("rdma_monitor.pid", "rdma_monitor.type", "rdma_monitor.time");
    assertThat(record.resource())
        .containsAllEntriesOf(
            Map.of(
                "process.pid",
                4242L,
                "process.real_user.id",
                4294967294L,
                "k8s.pod.uid",
                "7d3e6f58-3f0a-4b7a-9a55-0f4ce33d6f2c",
                "container.id",
                "0123456789abcdef".repeat(4),
                "container.runtime.name",
                "containerd"));
  }
}
