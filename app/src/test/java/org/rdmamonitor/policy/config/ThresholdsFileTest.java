// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.limits.Limits;
import org.rdmamonitor.model.limits.PeerPolicy;
import org.rdmamonitor.model.limits.Quotas;
import org.rdmamonitor.model.limits.Rule;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.model.resource.Size;
import org.rdmamonitor.policy.config.FindingLimit.ValueKind;

class ThresholdsFileTest {
  @TempDir Path directory;

  @Test
  void theExampleOfSeed1IsRead() throws Exception {
    Limits thresholds =
        limits(
            """
            # Intercept QP creation when total QP count > 1000
            QP_COUNT 1000

            # Intercept MR registration when rate > 200/s
            MR_REG 200

            # Intercept QP creation when rate > 100/s
            QP_CREATE 100

            # No interception for PD count
            PD_COUNT 0
            """);

    assertThat(thresholds.byRule())
        .isEqualTo(
            Map.of(
                new Rule.Count(ResourceType.QP), 1000L,
                new Rule.Rate(Verb.MR_REG), 200L,
                new Rule.Rate(Verb.QP_CREATE), 100L));
  }

  @Test
  void whomToTalkToIsSetForTheHostAndForCgroups() throws Exception {
    Settings settings =
        read(
            """
            PEERS = 10.0.0.0/8, fe80::/10   # and no others
            [cgroup /a]
            PEERS !10.1.2.0/24 10.1.0.0/16 lid:1-400
            QP_COUNT 4
            [cgroup /b]
            PEERS none
            [cgroup /c]
            PEERS unlimited
            [cgroup /d]
            PEERS ::ffff:10.1.0.0/112 ::/0
            [cgroup /e]
            PEERS	= ::1
            """);

    assertThat(settings.thresholds().peers()).hasValue(PeerPolicy.parse("10.0.0.0/8 fe80::/10"));
    assertThat(settings.peerPolicies("/a/sub"))
        .containsExactly(
            Map.entry("host", PeerPolicy.parse("10.0.0.0/8 fe80::/10")),
            Map.entry("/a", PeerPolicy.parse("!10.1.2.0/24 10.1.0.0/16 lid:1-400")));
    assertThat(settings.tenants().get("/b").peers()).hasValue(PeerPolicy.NOBODY);
    assertThat(settings.tenants().get("/c").peers()).isEmpty();
    assertThat(settings.tenants().get("/d").peers()).hasValue(PeerPolicy.parse("10.1.0.0/16 ::/0"));
    assertThat(settings.tenants().get("/e").peers()).hasValue(PeerPolicy.parse("::1"));
    assertThat(settings.quotas().tenants().get("/b").peers()).hasValue(PeerPolicy.NOBODY);
    assertThat(settings.summary())
        .isEqualTo("0 of 22 limits are set, peers are limited, 5 cgroups have limits");
  }

  @Test
  void moreAddressesThanTheKernelIsToldOfAreAnError() throws Exception {
    StringBuilder text = new StringBuilder();
    // A range that begins and ends oddly takes some twenty prefixes.
    for (int cgroup = 0; cgroup < 14; cgroup++) {
      text.append("[cgroup /a%d]%nPEERS".formatted(cgroup));
      for (int entry = 0; entry < PeerPolicy.MOST_ENTRIES; entry++) {
        int first = entry * 8192 + 1;
        text.append(" lid:%d-%d".formatted(first, first + 8189 - 2 * cgroup));
      }
      text.append('\n');
    }

    assertThat(errorsOf(text.toString()))
        .first()
        .asString()
        .matches(
            "config.txt:\\d+: PEERS: the addresses of all cgroups together are \\d+ prefixes; the"
                + " most is 65536");
  }

  @Test
  void everyRuleCanBeSet() throws Exception {
    StringBuilder text = new StringBuilder();
    Rule.all().forEach(rule -> text.append(rule.name()).append(" 7\n"));

    assertThat(limits(text.toString()).byRule().keySet())
        .containsExactlyInAnyOrderElementsOf(Rule.all())
        .extracting(Rule::name)
        .contains("CM_ID_COUNT", "SRQ_COUNT", "CTX_COUNT", "MR_BYTES", "CQ_ENTRIES", "GID_QUERY")
        .hasSize(22);
  }

  @Test
  void noneForbidsAndZeroDisables() throws Exception {
    Settings settings =
        read("QP_CREATE none\nMR_BYTES none\nPD_COUNT 0\n[cgroup /a]\nMR_COUNT none\nQP_COUNT 0");

    assertThat(settings.thresholds().byRule())
        .isEqualTo(Map.of(new Rule.Rate(Verb.QP_CREATE), 0L, new Rule.Total(Size.MR_BYTES), 0L));
    assertThat(settings.quotas().tenants().get("/a").byRule())
        .isEqualTo(Map.of(new Rule.Count(ResourceType.MR), 0L));
    assertThat(errorsOf("R4 none\nQP_COUNT None"))
        .containsExactly(
            "config.txt:1: R4: 'none' is not a whole number",
            "config.txt:2: QP_COUNT: 'None' is not a whole number, none or unlimited");
  }

  @Test
  void unlimitedDisablesAsZeroDoes() throws Exception {
    Settings settings =
        read("QP_CREATE unlimited\nMR_BYTES unlimited\n[cgroup /a]\nCALLS unlimited\nMR_COUNT 5");

    assertThat(settings.thresholds()).isEqualTo(Limits.UNLIMITED);
    assertThat(settings.quotas().tenants().get("/a").byRule())
        .isEqualTo(Map.of(new Rule.Count(ResourceType.MR), 5L));
    assertThat(errorsOf("R4 unlimited\nQP_COUNT Unlimited\nQP_COUNT unlimited"))
        .containsExactly(
            "config.txt:1: R4: 'unlimited' is not a whole number",
            "config.txt:2: QP_COUNT: 'Unlimited' is not a whole number, none or unlimited",
            "config.txt:3: QP_COUNT: is set twice, first in line 2");
  }

  @Test
  void bytesMayHaveALetterForAPowerOf1024() throws Exception {
    assertThat(limits("MR_BYTES 4097").of(new Rule.Total(Size.MR_BYTES))).hasValue(4097);
    assertThat(limits("MR_BYTES 3K").of(new Rule.Total(Size.MR_BYTES))).hasValue(3 << 10);
    assertThat(limits("MR_BYTES 7m").of(new Rule.Total(Size.MR_BYTES))).hasValue(7 << 20);
    assertThat(limits("MR_BYTES = 64G").of(new Rule.Total(Size.MR_BYTES))).hasValue(64L << 30);
    assertThat(limits("MR_BYTES 4T").of(new Rule.Total(Size.MR_BYTES)))
        .hasValue(Size.MR_BYTES.most());
    assertThat(
            read("[cgroup /a]\nMR_BYTES 1M")
                .quotas()
                .tenants()
                .get("/a")
                .of(new Rule.Total(Size.MR_BYTES)))
        .hasValue(1 << 20);
  }

  @Test
  void bytesThatAreNoneAreErrors() throws Exception {
    assertThat(
            errorsOf(
                """
                MR_BYTES 5T
                [cgroup /a]
                MR_BYTES 4398046511105
                [cgroup /b]
                MR_BYTES 64GB
                [cgroup /c]
                MR_BYTES 99999999999999999999G
                [host]
                MR_COUNT 1K
                """))
        .containsExactly(
            "config.txt:1: MR_BYTES: 5T is too large; the most is 4T",
            "config.txt:3: MR_BYTES: 4398046511105 is too large; the most is 4T",
            "config.txt:5: MR_BYTES: '64GB' is not a number of bytes: a whole number, and behind it"
                + " nothing or one of K, M, G, T, such as 64G",
            "config.txt:7: MR_BYTES: 99999999999999999999G is too large; the most is 4T",
            "config.txt:9: MR_COUNT: '1K' is not a whole number, none or unlimited");
  }

  @Test
  void entriesAreAPlainNumber() throws Exception {
    assertThat(limits("CQ_ENTRIES 1048576").of(new Rule.Total(Size.CQ_ENTRIES))).hasValue(1 << 20);
    assertThat(limits("CQ_ENTRIES none").of(new Rule.Total(Size.CQ_ENTRIES))).hasValue(0);
    assertThat(errorsOf("CQ_ENTRIES 1M\n[cgroup /a]\nCQ_ENTRIES 1073741825"))
        .containsExactly(
            "config.txt:1: CQ_ENTRIES: '1M' is not a whole number, none or unlimited",
            "config.txt:3: CQ_ENTRIES: 1073741825 is too large; the most is 1073741824");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "64MG", "1KMGT", "1GT", "1KK", "64MB", "64MiB", "64Mi", "64B", "1.5G", "64E", "1G2"
      })
  void aNumberOfBytesHasOneUnitAtMost(String bytes) throws Exception {
    assertThat(errorsOf("QP_COUNT 1\nMR_BYTES " + bytes))
        .containsExactly(
            "config.txt:2: MR_BYTES: '%s' is not a number of bytes: a whole number, and behind it nothing or one of K, M, G, T, such as 64G"
                .formatted(bytes));
  }

  @Test
  void everySettingOfFindingsCanBeSet() throws Exception {
    StringBuilder text = new StringBuilder();
    for (FindingLimit limit : FindingLimit.values()) {
      text.append(limit.name()).append(limit.kind() == ValueKind.PATHS ? " /a, /b/c\n" : " 0\n");
    }
    FindingLimits findings = read(text.toString()).findings();

    assertThat(FindingLimit.values())
        .allSatisfy(limit -> assertThat(findings.of(limit)).isZero())
        .allSatisfy(limit -> assertThat(findings.isOn(limit)).isFalse());
    assertThat(findings.rawPacketCgroups()).containsExactly("/a", "/b/c");
  }

  @Test
  void whatIsNotSetOfFindingsHasItsStandard() throws Exception {
    FindingLimits findings = read("R1_WARNING 7\nR13_ALLOW 0").findings();

    assertThat(findings.of(FindingLimit.R1_WARNING)).isEqualTo(7);
    assertThat(findings.of(FindingLimit.R1_CRITICAL)).isEqualTo(5000);
    assertThat(findings.isOn(FindingLimit.R13)).isTrue();
    assertThat(findings.rawPacketCgroups()).isEmpty();
    assertThat(findings.changed()).isOne();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "QP_COUNT 5",
        "QP_COUNT=5",
        "QP_COUNT = 5",
        "QP_COUNT: 5",
        "  QP_COUNT\t\t5  ",
        "QP_COUNT 5 # five",
        "QP_COUNT 5# five",
        "QP_COUNT 005",
        "QP_COUNT 5\r\n",
        "\uFEFFQP_COUNT 5\n",
        "\uFEFF# text\r\n\r\n   # more\rQP_COUNT 5",
        "! a comment too\nQP_COUNT 5",
      })
  void aSettingMayBeWrittenInManyWays(String text) throws Exception {
    assertThat(limits(text).byRule()).isEqualTo(Map.of(new Rule.Count(ResourceType.QP), 5L));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n\n", "# nothing", "\uFEFF", "QP_COUNT 0"})
  void aFileWithoutLimitsDisablesAll(String text) throws Exception {
    assertThat(read(text)).isEqualTo(Settings.STANDARD);
  }

  @Test
  void theLargestLimitIsThatOfALong() throws Exception {
    assertThat(limits("MR_COUNT 9223372036854775807").of(new Rule.Count(ResourceType.MR)))
        .hasValue(Long.MAX_VALUE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "QP_CONT 5           | QP_CONT: unknown name, did you mean QP_COUNT?",
        "qp_count 5          | qp_count: unknown name, did you mean QP_COUNT?",
        "MR_DERGE 5          | MR_DERGE: unknown name, did you mean MR_DEREG?",
        "QP_DISTROY 5        | QP_DISTROY: unknown name, did you mean QP_DESTROY?",
        "COUNT 5             | COUNT: unknown name; the names are listed in rdma-monitor(1)",
        "X 5                 | X: unknown name; the names are listed in rdma-monitor(1)",
        "include = other.txt | include: unknown name; the names are listed in rdma-monitor(1)",
        "QP_COUNT            | QP_COUNT: has no limit; unlimited disables it, none forbids it",
        "QP_COUNT =          | QP_COUNT: has no limit; unlimited disables it, none forbids it",
        "QP_COUNT # 5        | QP_COUNT: has no limit; unlimited disables it, none forbids it",
        "= 5                 | (no name): unknown name; the names are listed in rdma-monitor(1)",
        "QP_COUNT -1         | QP_COUNT: -1 is negative; unlimited disables it, none forbids it",
        "QP_COUNT 1.5        | QP_COUNT: '1.5' is not a whole number, none or unlimited",
        "QP_COUNT 1e3        | QP_COUNT: '1e3' is not a whole number, none or unlimited",
        "QP_COUNT 0x10       | QP_COUNT: '0x10' is not a whole number, none or unlimited",
        "QP_COUNT 1,000      | QP_COUNT: '1,000' is not a whole number, none or unlimited",
        "QP_COUNT many       | QP_COUNT: 'many' is not a whole number, none or unlimited",
        "QP_COUNT ٣          | QP_COUNT: '٣' is not a whole number, none or unlimited",
        "QP_COUNT ${env:UID} | QP_COUNT: '${env:UID}' is not a whole number, none or unlimited",
        "QP_COUNT 5 6        | QP_COUNT: one number expected, not '5 6'",
        "QP_COUNT 5\\        | QP_COUNT: '5\\' is not a whole number, none or unlimited",
        "QP_COUNT \\u0035    | QP_COUNT: '\\u0035' is not a whole number, none or unlimited",
        "QP_RCAETE 5         | QP_RCAETE: unknown name, did you mean QP_CREATE?",
        "QP\\_COUNT 5        | QP\\_COUNT: unknown name, did you mean QP_COUNT?",
        "R1_WARNIGN 5        | R1_WARNIGN: unknown name, did you mean R1_WARNING?",
        "R9_LIMIT 5          | R9_LIMIT: unknown name; the names are listed in rdma-monitor(1)",
        "R4 2                | R4: 2 is neither 0 (off) nor 1 (on)",
        "R4 off              | R4: 'off' is not a whole number",
        "R2_SHARE_PERCENT 101 | R2_SHARE_PERCENT: 101 is more than 100 %",
        "R13_ALLOW           | R13_ALLOW: has no paths; 0 stands for none",
        "R13_ALLOW /a,,/b    | R13_ALLOW: '' is not the path of a cgroup, such as"
            + " /system.slice/foo.service",
        "R13_ALLOW /a b      | R13_ALLOW: '/a b' is not the path of a cgroup, such as"
            + " /system.slice/foo.service",
        "R13_ALLOW foo       | R13_ALLOW: 'foo' is not the path of a cgroup, such as"
            + " /system.slice/foo.service",
        "R13_ALLOV /a        | R13_ALLOV: unknown name, did you mean R13_ALLOW?",
        "PEER 10.1.0.7       | PEER: unknown name, did you mean PEERS?",
        "PEERS               | PEERS: has no addresses; none forbids all peers, unlimited permits"
            + " all",
        "PEERS 10.1          | PEERS: '10.1' is no address or prefix, such as 10.1.0.0/16, fd00::/8"
            + " or lid:1-400",
        "PEERS host.example  | PEERS: 'host.example' is no address or prefix, such as 10.1.0.0/16,"
            + " fd00::/8 or lid:1-400",
        "PEERS 10.1.0.0/16 none | PEERS: 'none' is no address or prefix, such as 10.1.0.0/16,"
            + " fd00::/8 or lid:1-400",
        "PEERS 10.1.0.7/16   | PEERS: '10.1.0.7/16' has bits behind its prefix; 10.1.0.0/16 has"
            + " none",
        "PEERS 10.1.0.0/33   | PEERS: '10.1.0.0/33' has a longer prefix than the 32 bits of an"
            + " address",
        "PEERS fd00::/129    | PEERS: 'fd00::/129' has a longer prefix than the 128 bits of an"
            + " address",
        "PEERS fe80::1%eth0  | PEERS: 'fe80::1%eth0' is no address or prefix, such as 10.1.0.0/16,"
            + " fd00::/8 or lid:1-400",
        "PEERS lid:9-1       | PEERS: 'lid:9-1' is no range of LIDs from 1 to 16777215, such as"
            + " lid:7 or lid:1-400",
        "PEERS 10.1.0.0/16 !10.1.2.0/24 | PEERS: !10.1.2.0/24 has no effect behind entries that it"
            + " lies within; the first that matches decides",
        "PEERS 010.1.0.1     | PEERS: '010.1.0.1' is no address or prefix, such as 10.1.0.0/16,"
            + " fd00::/8 or lid:1-400",
        "PEERS lid:0         | PEERS: 'lid:0' is no range of LIDs from 1 to 16777215, such as lid:7"
            + " or lid:1-400",
        "QP_COUNT 9223372036854775808 "
            + "| QP_COUNT: 9223372036854775808 is too large; the most is 9223372036854775807",
      })
  void aFaultIsToldWithItsLine(String line, String message) throws Exception {
    assertThat(errorsOf("\n# first\n" + line + "\nPD_COUNT 1\n"))
        .containsExactly("config.txt:3: " + message);
  }

  @Test
  void everyFaultIsToldInOneGo() throws Exception {
    String text =
        """
        QP_COUNT 10
        MR_REG fast   # no number
        CQ_COUNT -3
        # PD_COUNT 1
        QP_COUNT 20
        MR_COUNT 1 2

        QP_CONT 5
        QP_CONT many
        """;

    assertThat(errorsOf(text))
        .containsExactly(
            "config.txt:2: MR_REG: 'fast' is not a whole number, none or unlimited",
            "config.txt:3: CQ_COUNT: -3 is negative; unlimited disables it, none forbids it",
            "config.txt:5: QP_COUNT: is set twice, first in line 1",
            "config.txt:6: MR_COUNT: one number expected, not '1 2'",
            "config.txt:8: QP_CONT: unknown name, did you mean QP_COUNT?",
            "config.txt:9: QP_CONT: unknown name, did you mean QP_COUNT?",
            "config.txt:9: QP_CONT: 'many' is not a whole number, none or unlimited");
  }

  @Test
  void whatAFileSaysCannotCommandTheTerminal() throws Exception {
    assertThat(errorsOf("QP_COUNT 5\u001b[2J\nQP\u202eCOUNT 5"))
        .containsExactly(
            "config.txt:1: QP_COUNT: '5\\x1b[2J' is not a whole number, none or unlimited",
            "config.txt:2: QP\\u202eCOUNT: unknown name, did you mean QP_COUNT?");
  }

  @Test
  void aLongFaultIsToldInShort() throws Exception {
    assertThat(errorsOf("Q".repeat(5000) + " 5\nQP_COUNT " + "9".repeat(5000)))
        .allSatisfy(error -> assertThat(error).hasSizeLessThan(130))
        .hasSize(2);
  }

  @Test
  void bytesThatAreNoUtf8AreToldWithTheirLine() throws Exception {
    Path file = directory.resolve("config.txt");
    Files.write(file, "# Gr\u00f6\u00dfe\nQP_COUNT 5\n".getBytes(StandardCharsets.ISO_8859_1));

    assertThat(errorsOf(file)).containsExactly("config.txt:1: byte 0xf6 is not UTF-8 text");

    Files.write(file, "QP_COUNT many\n# Gr\u00f6\n".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(errorsOf(file))
        .as("nothing else is said of a file that is no text")
        .containsExactly("config.txt:2: byte 0xf6 is not UTF-8 text");
  }

  @Test
  void anAbsentFileADirectoryAndAnEndlessFileAreToldInOneSentence() throws Exception {
    assertThat(errorsOf(directory.resolve("absent")))
        .containsExactly("config.txt: there is no such file");
    assertThat(errorsOf(directory))
        .containsExactly("config.txt: is a directory, not a configuration file");
    assertThat(errorsOf(Path.of("/dev/zero")))
        .containsExactly("config.txt: is too large for a configuration file (more than 1 MiB)");
    Path file = Files.writeString(directory.resolve("file"), "");
    assertThat(errorsOf(file.resolve("below")))
        .containsExactly("config.txt: cannot be read: Not a directory");
  }

  private Limits limits(String text) throws IOException, ThresholdsFileException {
    return read(text).thresholds();
  }

  private Settings read(String text) throws IOException, ThresholdsFileException {
    Path file = Files.writeString(directory.resolve("config.txt"), text);
    return ThresholdsFile.read(file, "config.txt");
  }

  private List<String> errorsOf(String text) throws IOException {
    return errorsOf(Files.writeString(directory.resolve("config.txt"), text));
  }

  private static List<String> errorsOf(Path file) {
    return catchThrowableOfType(
            ThresholdsFileException.class, () -> ThresholdsFile.read(file, "config.txt"))
        .errors();
  }

  @Test
  void sectionsAreAboutCgroups() throws Exception {
    Settings settings =
        read(
            """
            QP_COUNT 9
            [cgroup /tenant-a.slice]
            QP_COUNT 7
            CALLS 50 # of all
            [host]
            MR_REG 8
            """);

    assertThat(settings.thresholds().byRule())
        .isEqualTo(Map.of(new Rule.Count(ResourceType.QP), 9L, new Rule.Rate(Verb.MR_REG), 8L));
    assertThat(settings.tenants())
        .isEqualTo(
            Map.of(
                "/tenant-a.slice",
                new Limits(Map.of(new Rule.Count(ResourceType.QP), 7L, new Rule.Calls(), 50L))));
    assertThat(settings.quotas().tenants().get("/tenant-a.slice"))
        .isEqualTo(new Limits(Map.of(new Rule.Count(ResourceType.QP), 7L, new Rule.Calls(), 50L)));
  }

  @Test
  void whatCannotBeRefusedIsNoQuota() throws Exception {
    StringBuilder text = new StringBuilder();
    Rule.all().forEach(rule -> text.append(rule.name()).append(" 7\n"));

    Limits host = read(text.toString()).quotas().host();

    assertThat(host.byRule().keySet())
        .extracting(Rule::name)
        .containsExactlyInAnyOrder(
            "QP_COUNT",
            "PD_COUNT",
            "CQ_COUNT",
            "MR_COUNT",
            "SRQ_COUNT",
            "CTX_COUNT",
            "MR_BYTES",
            "CQ_ENTRIES",
            "QP_CREATE",
            "QP_MODIFY",
            "PD_ALLOC",
            "CQ_CREATE",
            "MR_REG",
            "GID_QUERY");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[cgroup /]         | [cgroup: '/' is not the path of a cgroup below the root, such as"
            + " /tenant-a.slice",
        "[cgroup a]         | [cgroup: 'a' is not the path of a cgroup below the root, such as"
            + " /tenant-a.slice",
        "[group /a]         | [group: a section begins with [cgroup PATH] or [host]",
        "[cgroup /a         | [cgroup: a section begins with [cgroup PATH] or [host]",
      })
  void wrongSectionsAreTold(String line, String error) throws Exception {
    assertThat(errorsOf(line)).containsExactly("config.txt:1: " + error);
  }

  @Test
  void whatACgroupCannotHaveIsTold() throws Exception {
    assertThat(errorsOf("[cgroup /a]\nCM_ID_COUNT 1\nR1 0\nQP_CONT 1\nQP_COUNT 1\nQP_COUNT 2"))
        .containsExactly(
            "config.txt:2: CM_ID_COUNT: cannot be set for a cgroup; [host] ends its section",
            "config.txt:3: R1: cannot be set for a cgroup; [host] ends its section",
            "config.txt:4: QP_CONT: unknown name, did you mean QP_COUNT?",
            "config.txt:6: QP_COUNT: is set twice, first in line 5");
  }

  @Test
  void aFileMayHaveAMebibyteAndNoMore() throws Exception {
    String text = "QP_COUNT 5\n#";
    String comment = "x".repeat((1 << 20) - text.length());

    assertThat(limits(text + comment).byRule())
        .isEqualTo(Map.of(new Rule.Count(ResourceType.QP), 5L));
    assertThat(errorsOf(text + comment + "x"))
        .containsExactly("config.txt: is too large for a configuration file (more than 1 MiB)");
  }

  @Test
  void aLimitOf0IsHintedAtOnce() throws Exception {
    String hint =
        "hint: 0 sets no limit here, but for the collector and librdma_intercept 0 lets nothing"
            + " through; unlimited and none mean the same everywhere";

    assertThat(hintOf("QP_COUNT none\nMR_COUNT unlimited\nR4 0")).isEmpty();
    assertThat(hintOf("R4 0\nQP_COUNT 0")).hasValue("config.txt:2: QP_COUNT: " + hint);
    assertThat(hintOf("MR_BYTES 0\nQP_COUNT 0"))
        .hasValue("config.txt:1: MR_BYTES: " + hint + " (1 more limit is 0)");
    assertThat(hintOf("QP_COUNT 0\n[cgroup /a]\nQP_COUNT 0\nMR_COUNT 0"))
        .hasValue("config.txt:1: QP_COUNT: " + hint + " (2 more limits are 0)");
  }

  private Optional<String> hintOf(String text) throws IOException, ThresholdsFileException {
    Path file = Files.writeString(directory.resolve("config.txt"), text);
    return ThresholdsFile.check(file, "config.txt").hint();
  }

  @Test
  void whomToTalkToIsSetOnce() throws Exception {
    assertThat(errorsOf("PEERS none\nPEERS none\n[cgroup /a]\nPEERS none\nPEERS unlimited"))
        .containsExactly(
            "config.txt:2: PEERS: is set twice, first in line 1",
            "config.txt:5: PEERS: is set twice, first in line 4");
  }

  @Test
  void theSectionOfACgroupMayBeContinued() throws Exception {
    assertThat(read("[cgroup /a]\nQP_COUNT 1\n[host]\n[cgroup /a]\nMR_COUNT 2").tenants())
        .isEqualTo(
            Map.of(
                "/a",
                new Limits(
                    Map.of(
                        new Rule.Count(ResourceType.QP), 1L,
                        new Rule.Count(ResourceType.MR), 2L))));
  }

  @Test
  void noMoreCgroupsHaveLimitsThanTheKernelKeeps() throws Exception {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < Quotas.MOST_TENANTS; i++) {
      text.append("[cgroup /c%d]%n".formatted(i));
    }

    assertThat(read(text.toString()).tenants()).hasSize(Quotas.MOST_TENANTS);
    assertThat(errorsOf(text + "[cgroup /more]\n[cgroup /another]\n"))
        .as("told once")
        .containsExactly("config.txt:1024: [cgroup: more than 1023 cgroups have limits");
  }

  @Test
  void cgroupsWithLimitsAreNotTooDeep() throws Exception {
    String deepest = "/a".repeat(Quotas.MOST_DEPTH);

    assertThat(read("[cgroup %s]%n".formatted(deepest)).tenants()).containsOnlyKeys(deepest);
    assertThat(errorsOf("[cgroup %s/a]%n".formatted(deepest)))
        .containsExactly(
            "config.txt:1: [cgroup: '/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a' is 17 levels below the"
                + " root; limits are possible up to 16");
  }

  /** Whatever the order of their sections is. */
  @ParameterizedTest
  @ValueSource(strings = {"/a /a/b /a/b/c /a/b/c/d", "/a/b/c/d /a/b/c /a/b /a"})
  void noMoreThanThreeCgroupsAboveOneAnotherHaveLimits(String paths) throws Exception {
    List<String> sections =
        Stream.of(paths.split(" ", -1)).map("[cgroup %s]%n"::formatted).toList();

    assertThat(read(String.join("", sections.subList(0, 3)) + "[cgroup /a/other]\n[cgroup /b]\n"))
        .extracting(settings -> settings.tenants().size())
        .isEqualTo(5);
    assertThat(errorsOf(String.join("", sections)))
        .containsExactly(
            "config.txt:4: [cgroup: more than 3 cgroups above one another have limits: /a/b/c/d and"
                + " those above it");
    assertThat(errorsOf(String.join("", sections) + "[cgroup /b]\n"))
        .as("of a cgroup beside them nothing is said")
        .hasSize(1);
  }

  @Test
  void aSummaryCountsWhatDiffersFromTheStandard() throws Exception {
    assertThat(read("QP_COUNT 5\nR13_ALLOW /a, /b\nR4 0\nR5 1\n[cgroup /a]\nQP_COUNT 1").summary())
        .isEqualTo(
            "1 of 22 limits are set, 1 cgroup has limits, 2 of %d settings of findings are not the"
                    .formatted(FindingLimit.values().length)
                + " standard ones");
  }

  @Test
  void whereNoPolicyIsSetPeersAreNotLimited() throws Exception {
    assertThat(read("QP_COUNT 5\n[cgroup /a]\nQP_COUNT 1").limitsPeers()).isFalse();
    assertThat(read("PEERS none").limitsPeers()).isTrue();
    assertThat(read("[cgroup /a]\nQP_COUNT 1\n[cgroup /b]\nPEERS none").limitsPeers()).isTrue();
  }

  @Test
  void everyPercentageUpTo100IsOne() throws Exception {
    assertThat(read("R2_SHARE_PERCENT 100").findings().of(FindingLimit.R2_SHARE_PERCENT))
        .isEqualTo(100);
  }
}
