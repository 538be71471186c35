// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.findings;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.OptionalInt;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.FlowMatch;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.QueuePairType;
import org.rdmamonitor.policy.Finding;
import org.rdmamonitor.policy.Finding.Severity;
import org.rdmamonitor.policy.findings.Story.Program;

/** R13: who may take packets past the kernel, and which. */
class PacketDiversionTest {
  private static final Program TENANT = Program.of("app", 7);
  private static final Program OTHER = Program.of("other", 8);

  @Test
  void r13FindsRawPacketsOfThoseThatAreNotAllowed() {
    Story story = new Story(new PacketDiversion());
    int qpn = story.create(TENANT, QueuePairType.RAW_PACKET);
    story.call(
        OTHER,
        Verb.QP_CREATE,
        0,
        1,
        new ControlCall.QueuePairCreation(QueuePairType.RAW_PACKET, OptionalInt.empty()));

    assertThat(story.findings())
        .extracting(Finding::severity, Finding::subject, Finding::evidence)
        .containsExactly(
            Tuple.tuple(
                Severity.WARNING,
                "/tenant-a on rxe0",
                "1 queue pair of type RAW_PACKET, of app[7]"),
            Tuple.tuple(
                Severity.NOTICE,
                "/tenant-b/job on rxe0",
                "1 queue pair of type RAW_PACKET refused to other[8]"));
    story.destroy(TENANT, qpn).findings();
    assertThat(story.pass(Duration.ofSeconds(61)).findings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "12, 0", "95, 0"}) // EPERM, ENOMEM, EOPNOTSUPP
  void r13FindsThoseThatWereRefusedBeforeTheirTypeWasKnown(int errno, int findings) {
    Story story = new Story(new PacketDiversion());
    story.call(
        TENANT,
        Verb.QP_CREATE,
        0,
        errno,
        new ControlCall.QueuePairCreation(QueuePairType.UNKNOWN, OptionalInt.empty()));

    assertThat(story.findings())
        .hasSize(findings)
        .allSatisfy(finding -> {
          assertThat(finding.severity()).isEqualTo(Severity.NOTICE);
          assertThat(finding.subject()).isEqualTo("/tenant-a on rxe0");
          assertThat(finding.evidence())
              .isEqualTo(
                  "1 queue pair refused to app[7] for want of CAP_NET_RAW, which those of type"
                      + " RAW_PACKET need");
        });
    assertThat(story.pass(Duration.ofSeconds(61)).findings()).isEmpty();
  }

  @Test
  void r13FindsThoseOfTheListAndThoseThatAreGoneAgain() {
    Story story = new Story(new PacketDiversion());
    story.list(Story.listed(TENANT, 3, QueuePairType.RAW_PACKET, QueuePairState.RTS, 0, 0, 0));
    story.destroy(OTHER, story.create(OTHER, QueuePairType.RAW_PACKET));

    assertThat(story.findings())
        .extracting(Finding::subject)
        .containsExactly("/tenant-a on rxe0", "/tenant-b/job on rxe0");
  }

  @Test
  void r13NamesTheInterface() {
    Story story = new Story(new PacketDiversion()).on("eth1");
    story.create(TENANT, QueuePairType.RAW_PACKET);

    assertThat(story.findings())
        .extracting(Finding::evidence)
        .containsExactly("1 queue pair of type RAW_PACKET, of app[7]; frames of eth1");
  }

  @Test
  void r13NamesWhatFlowRulesTakeForAsLongAsTheyExist() {
    Story story = new Story(new PacketDiversion()).on("eth1");
    story.create(TENANT, QueuePairType.RAW_PACKET);
    story.flow(TENANT, 1, Story.MAC).flow(TENANT, 2, Story.EVERYTHING);

    assertThat(story.findings())
        .extracting(Finding::evidence)
        .containsExactly(
            "1 queue pair of type RAW_PACKET, of app[7]; frames of eth1; takes frames to"
                + " 02:00:00:00:00:01, EtherType 0x0800, port 4791; all frames that no other rule"
                + " takes");
    story.endFlow(TENANT, 2);
    assertThat(story.findings())
        .extracting(Finding::evidence)
        .containsExactly(
            "1 queue pair of type RAW_PACKET, of app[7]; frames of eth1; takes frames to"
                + " 02:00:00:00:00:01, EtherType 0x0800, port 4791");
  }

  @Test
  void r13NamesFourFlowRulesWithoutSayingThatThereAreMore() {
    Story story = new Story(new PacketDiversion());
    for (int port = 1; port <= 4; port++) {
      story.flow(
          TENANT,
          port,
          new FlowMatch(FlowMatch.Kind.MATCHING, "", OptionalInt.of(0x0800), OptionalInt.of(port)));
    }

    assertThat(story.findings())
        .singleElement()
        .satisfies(
            finding -> assertThat(finding.evidence()).endsWith(" port 4").doesNotContain(" more"));
  }

  @Test
  void r13FindsFlowRulesWhoseQueuePairTheKernelDoesNotList() {
    Story story = new Story(new PacketDiversion()).allow("/tenant-b");
    story.flow(TENANT, 1, Story.EVERYTHING).flow(OTHER, 1, Story.MAC);

    assertThat(story.findings())
        .extracting(Finding::severity, Finding::subject, Finding::evidence)
        .containsExactly(
            Tuple.tuple(
                Severity.WARNING,
                "/tenant-a on rxe0",
                "1 flow rule, of app[7]; takes all frames that no other rule takes"));
  }

  @Test
  void r13ForgetsFlowRulesOfAProcessThatIsGone() {
    Story story = new Story(new PacketDiversion());
    story.flow(TENANT, 1, Story.EVERYTHING);
    assertThat(story.findings()).hasSize(1);

    story.pass(Duration.ofSeconds(61)).list(Story.region(OTHER, 1));
    assertThat(story.findings()).isEmpty();
  }

  @Test
  void r13TellsOfFourRulesOneByOne() {
    Story story = new Story(new PacketDiversion());
    for (int port = 1; port <= 6; port++) {
      FlowMatch match =
          new FlowMatch(FlowMatch.Kind.MATCHING, "", OptionalInt.empty(), OptionalInt.of(port));
      story.flow(TENANT, port, match);
    }

    assertThat(story.findings())
        .extracting(Finding::evidence)
        .containsExactly(
            "6 flow rules, of app[7]; takes frames, port 1; frames, port 2; frames, port 3; frames,"
                + " port 4 and 2 more");
  }

  @ParameterizedTest
  @CsvSource({
    "/tenant-a, 1",
    "/tenant-b, 1",
    "/tenant-b/job, 1",
    "/tenant, 2",
    "/, 0",
  })
  void r13AllowsACgroupAndThoseBelow(String allowed, int findings) {
    Story story = new Story(new PacketDiversion()).allow(allowed);
    story.create(TENANT, QueuePairType.RAW_PACKET);
    story.create(OTHER, QueuePairType.RAW_PACKET);
    story.create(OTHER, QueuePairType.RC);
    story.create(Program.ofKernel(), QueuePairType.RAW_PACKET);

    assertThat(story.findings()).hasSize(findings);
  }
}
