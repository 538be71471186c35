// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmamonitor.Golden;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.SyntheticLoad;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.process.ProcessContext;
import org.rdmamonitor.cli.process.ScriptedPace;
import org.rdmamonitor.cli.process.ScriptedSource;

/** The commands that make recordings and use them, as a user runs them. */
class HistoryTest {
  @TempDir Path directory;

  private final SyntheticLoad load = new SyntheticLoad(7, 12, Duration.ofSeconds(1));
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void record() throws IOException {
    Files.writeString(directory.resolve("config.txt"), "MR_REG 3\n");
    assertThat(run("record", "a.rec", "-n", "20")).isEqualTo(ExitCode.OK);
    assertThat(err.toString()).matches("rdma-monitor: a.rec: 20 readings, 240 calls, \\d+ bytes\n");
    clear();
  }

  @Test
  void aReplayHasTheReadingsOfTheRecording() {
    assertThat(run("replay", "a.rec", "-j")).isEqualTo(ExitCode.OK);

    assertThat(out.toString().lines()).hasSize(20);
    assertThat(times()).startsWith("10:45:10.000", "10:45:11.000").endsWith("10:45:29.000");
    assertThat(types().distinct()).containsExactly("start", "interval", "stop");
    assertThat(out.toString()).contains("{\"rule\":\"MR_REG\",\"limit\":3,\"value\":");
    assertThat(err.toString()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-t +5s -d 2 | 10:45:15.000 10:45:16.000 10:45:17.000",
        "-t 2sago | 10:45:27.000 10:45:28.000 10:45:29.000",
        "-t 11:45:27 | 10:45:27.000 10:45:28.000 10:45:29.000",
        "-t 2023-11-05T10:45:28Z -n 1 | 10:45:28.000",
        "-i 7 | 10:45:10.000 10:45:17.000 10:45:24.000 10:45:29.000",
      })
  void aReplayBeginsAndGoesAsIsAskedFor(String options, String expected) {
    String[] words = ("replay a.rec -j " + options).split(" ", -1);
    words = Arrays.stream(words).map(w -> w.replace("2sago", "2s ago")).toArray(String[]::new);
    assertThat(run(words)).isEqualTo(ExitCode.OK);

    assertThat(times()).containsExactly(expected.split(" ", -1));
  }

  @Test
  void whatWasCutOffIsTold() throws IOException {
    byte[] whole = Files.readAllBytes(directory.resolve("a.rec"));
    Files.write(directory.resolve("cut.rec"), Arrays.copyOf(whole, whole.length - 50));

    assertThat(run("replay", "cut.rec")).isEqualTo(ExitCode.OK);
    assertThat(out.toString()).contains("RDMA Control Path Monitor Stopped");
    assertThat(err.toString())
        .matches(
            "rdma-monitor: cut.rec: was cut off or is damaged; \\d+ bytes could not be used\n");
  }

  @Test
  void aFileThatIsNoRecordingIsToldInASentence() {
    assertThat(run("replay", "config.txt")).isEqualTo(ExitCode.RUNTIME);
    assertThat(err.toString())
        .isEqualTo(
            "rdma-monitor: %s: not a recording of rdma-monitor\n"
                .formatted(directory.resolve("config.txt")));
  }

  @Test
  void aTimeWithoutReadingsIsToldInASentence() {
    assertThat(run("dump", "a.rec", "--begin", "+1h")).isEqualTo(ExitCode.RUNTIME);
    assertThat(err.toString())
        .isEqualTo(
            "rdma-monitor: a.rec: has nothing of that time; it goes from 2023-11-05T10:45:10Z to"
                + " 2023-11-05T10:45:29Z\n");
  }

  @Test
  void anExistingFileIsKept() {
    assertThat(run("record", "a.rec", "-n", "1")).isEqualTo(ExitCode.RUNTIME);
    assertThat(err.toString()).endsWith("a.rec: exists already; --force overwrites it\n");
    assertThat(run("record", "a.rec", "-n", "1", "--force")).isEqualTo(ExitCode.OK);
  }

  @Test
  void aRecordingCanBeMadeBesideAView() {
    assertThat(run("-n", "3", "--record", "b.rec")).isEqualTo(ExitCode.OK);
    String seen = out.toString();
    clear();
    assertThat(run("replay", "b.rec")).isEqualTo(ExitCode.OK);

    assertThat(withoutFirstAndLastTime(out.toString())).isEqualTo(withoutFirstAndLastTime(seen));
  }

  @ParameterizedTest
  @ValueSource(strings = {"csv", "openmetrics"})
  void dumpsAreConverted(String format) throws IOException {
    assertThat(run("dump", "a.rec", "-O", format, "--begin", "+1s", "--end", "+2s"))
        .isEqualTo(ExitCode.OK);

    Golden.assertMatches(out.toString().replace("\r\n", "~\n"), "dump-" + format + ".txt");
  }

  @Test
  void aDumpToJsonIsThatOfTheMonitor() {
    run("dump", "a.rec");
    String dumped = out.toString();
    clear();
    run("replay", "a.rec", "-j");

    assertThat(dumped).isNotEmpty().isEqualTo(out.toString());
  }

  @ParameterizedTest
  @CsvSource({"-n 3", "-d 2", "-i 2 -n 3"})
  void aDumpIsAsLongAsAReplay(String schedule) {
    String[] words = schedule.split(" ", -1);
    run(Stream.concat(Stream.of("dump", "a.rec"), Stream.of(words)).toArray(String[]::new));
    String dumped = out.toString();
    clear();
    run(Stream.concat(Stream.of("replay", "a.rec", "-j"), Stream.of(words)).toArray(String[]::new));

    assertThat(dumped.lines()).hasSize(3);
    assertThat(dumped).isEqualTo(out.toString());
  }

  @ParameterizedTest
  @CsvSource({"diff a.rec b.rec, diff.txt", "diff a.rec b.rec -j, diff.json"})
  void recordingsAreCompared(String command, String golden) throws IOException {
    assertThat(run("record", "b.rec", "-n", "10")).isEqualTo(ExitCode.OK);
    clear();
    assertThat(run(command.split(" ", -1))).isEqualTo(ExitCode.OK);

    Golden.assertMatches(out.toString(), golden);
  }

  @ParameterizedTest
  @CsvSource({"-n30, events.txt", "-jn30, events.jsonl"})
  void eventsArePrinted(String option, String golden) throws IOException {
    assertThat(run("events", "--replay", "a.rec", option)).isEqualTo(ExitCode.OK);

    Golden.assertMatches(out.toString(), golden);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "--verb QP_CREATE,QP_DESTROY; .*\"verb\":\"QP_(CREATE|DESTROY)\".*",
        "-p 20013; .*\"pid\":20013,.*",
        "--cgroup /kubepods.slice/tenant-3.service; .*tenant-3.*",
        "--device mlx5_0; .*\"ifname\":\"mlx5_0\".*",
        "--errno ENOMEM; .*\"errno\":12,\"result\":\"ENOMEM\".*",
        "--errno 0; .*\"errno\":0,\"result\":\"OK\".*",
        "--min-duration 20us; .*\"duration_ns\":([2-9]\\d{4}|\\d{6,}).*",
      })
  void eventsAreFiltered(String options, String expected) {
    run("events", "--replay", "a.rec", "-j");
    List<String> all = calls();
    clear();
    assertThat(run(("events --replay a.rec -j " + options).split(" ", -1))).isEqualTo(ExitCode.OK);

    assertThat(calls())
        .isNotEmpty()
        .hasSizeLessThan(all.size())
        .containsExactlyElementsOf(all.stream().filter(l -> l.matches(expected)).toList());
  }

  @Test
  void liveEventsEndAfterACount() {
    assertThat(run("events", "-n", "15")).isEqualTo(ExitCode.OK);

    assertThat(out.toString().lines()).hasSize(16);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"replay a.rec", "dump a.rec", "diff a.rec a.rec", "events --replay a.rec"})
  void recordingsNeedNothingNative(String command) throws IOException, InterruptedException {
    List<String> words =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xlog:class+load:file=classes",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                    .map(part -> Path.of(part).toAbsolutePath().toString())
                    .collect(Collectors.joining(File.pathSeparator)),
                Main.class.getName()));
    words.addAll(List.of(command.split(" ", -1)));
    Process process =
        new ProcessBuilder(words)
            .directory(directory.toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(directory.resolve("err").toFile())
            .start();

    assertThat(process.waitFor()).isZero();
    assertThat(Files.readString(directory.resolve("err")))
        .matches("(rdma-monitor: 3 events were lost\n)*");
    assertThat(Files.readString(directory.resolve("classes")))
        .contains("org.rdmamonitor.recording.RecordingReader ")
        .doesNotContain("org.rdmamonitor.nativelib.", "KernelSource");
  }

  private List<String> calls() {
    return out.toString().lines().filter(line -> line.contains("\"type\":\"call\"")).toList();
  }

  private List<String> times() {
    return out.toString()
        .lines()
        .map(line -> line.replaceAll(".*?\"time\":\"[^T]*T([^Z]*)Z.*", "$1"))
        .toList();
  }

  private Stream<String> types() {
    return out.toString().lines().map(line -> line.replaceAll(".*?\"type\":\"(\\w+)\".*", "$1"));
  }

  /** The end of a live run has the time of the clock. */
  private static String withoutFirstAndLastTime(String text) {
    return text.replaceAll("\\[[^]]*] (?=RDMA Control Path Monitor Stopped)", "");
  }

  private void clear() {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
  }

  @Test
  void theSampleRecordingHasWhatItsReadmeSays() {
    Path sample = Path.of("../samples/recordings/tenants.rec").toAbsolutePath();
    assertThat(run("replay", "-j", sample.toString())).isEqualTo(ExitCode.OK);

    assertThat(out.toString().lines().count()).isGreaterThan(60);
    assertThat(out.toString())
        .contains(
            "/demo-pingpong.slice",
            "/demo-perftest.slice",
            "/demo-rping.slice",
            "/guest.slice/R1.scope")
        .contains("\"rule\":\"R3\"", "\"rule\":\"R5\"", "\"rule\":\"R6\"");
  }

  private int run(String... arguments) {
    ProcessContext context =
        new ProcessContext(
            out,
            new PrintWriter(err, true),
            Map.of(),
            directory,
            Clock.fixed(Scenes.START, ZoneId.of("Europe/Berlin")),
            () -> false,
            () -> {
              throw new AssertionError("there is no terminal");
            },
            ScriptedPace::new,
            options -> new ScriptedSource(i -> load.next()),
            () -> Optional.empty());
    return new Program(context).run(arguments);
  }
}
