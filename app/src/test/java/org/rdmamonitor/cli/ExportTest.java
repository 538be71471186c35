// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.process.Pace;
import org.rdmamonitor.cli.process.ProcessContext;
import org.rdmamonitor.cli.process.ScriptedPace;
import org.rdmamonitor.cli.process.ScriptedSource;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.secure.keys.KeyPlan;
import org.rdmamonitor.secure.keys.Keygen;
import org.rdmamonitor.source.SourceException;

class ExportTest {
  private static final Pattern PLACE =
      Pattern.compile("rdma-monitor: metrics are at (http://\\S+:(\\d+))/metrics");

  private static final Path RECORDING =
      Path.of("../samples/recordings/tenants.rec").toAbsolutePath();

  @TempDir Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final Map<String, String> environment = new HashMap<>();
  private final ScriptedPace pace = new ScriptedPace().stopAfter(Duration.ofMillis(2500));
  private final List<String> scraped = new ArrayList<>();
  private ScriptedSource source = new ScriptedSource(this::sampleAfterAScrape);
  private UnaryOperator<Pace> paces = UnaryOperator.identity();
  private boolean opened;

  @Test
  void theCommandServesReadingsAndShowsNothing() {
    assertThat(run("export", "0")).isEqualTo(ExitCode.OK);

    assertThat(scraped).hasSize(4); // at the start, after 1 and 2 seconds, and at the end
    assertThat(scraped.get(0)).isEqualTo("503 nothing was read yet\n");
    assertThat(scraped.get(1))
        .startsWith("200 ")
        .contains("rdma_monitor_resources{device=\"rxe0\",type=\"QP\"} 3.0\n");
    assertThat(out.toString()).isEmpty();
    assertThat(source.isClosed()).isTrue();
    assertThat(pace.isClosed()).isTrue();
  }

  @Test
  void theServerEndsWithTheMonitor() {
    run("export", "127.0.0.1:0");

    assertThat(scrape()).startsWith("no connection");
  }

  @Test
  void theOptionServesBesideAView() {
    environment.put("RDMA_MONITOR_EXPORT", "0");
    assertThat(run("--json", "-n", "2", "--export-cgroups=1")).isEqualTo(ExitCode.OK);

    assertThat(out.toString().lines()).hasSize(2);
    assertThat(scraped.get(1)).contains("{cgroup=\"[other]\",");
  }

  @Test
  void ipv6IsListenedOnInBrackets() {
    assertThat(run("export", "[::1]:0")).isEqualTo(ExitCode.OK);

    assertThat(err.toString()).contains("metrics are at http://[::1]:");
    assertThat(scraped.get(1)).startsWith("200 ");
  }

  @Test
  void aPortThatIsTakenIsToldInASentenceAndNothingStarts() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThat(run("export", Integer.toString(taken.getLocalPort()))).isEqualTo(ExitCode.RUNTIME);
      assertThat(err.toString().lines().filter(line -> !line.contains("config.txt")))
          .singleElement()
          .asString()
          .startsWith(
              "rdma-monitor: metrics cannot be served at 127.0.0.1:%d, which is taken"
                  .formatted(taken.getLocalPort()));
    }
    assertThat(opened).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "export x        | Invalid value for positional parameter at index 0 ([HOST:]PORT): 'x' is"
            + " not [HOST:]PORT, such as 19879, 0.0.0.0:19879 or [::1]:19879",
        "--export 65536  | Invalid value for option '--export': '65536' is not [HOST:]PORT, such as"
            + " 19879, 0.0.0.0:19879 or [::1]:19879",
        "--export 1 --export-cgroups 2001 | Invalid value for option '--export-cgroups': '2001' is"
            + " not a whole number from 0 to 2000",
        "--export-cgroups 5 | --export-cgroups, --export-processes and --export-connections go with"
            + " --export",
      })
  void aWrongCommandLineIsToldAndNothingStarts(String arguments, String message) {
    assertThat(run(arguments.split(" ", -1))).isEqualTo(ExitCode.USAGE);

    assertThat(err.toString()).startsWith("rdma-monitor: " + message + "\n");
    assertThat(opened).isFalse();
  }

  @Test
  void aSourceThatFailsEndsItWithTheReason() {
    source =
        new ScriptedSource(i -> {
          if (i == 1) {
            throw new SourceException("the kernel refuses");
          }
          return Scenes.busy();
        });

    assertThat(run("export", "0")).isEqualTo(ExitCode.RUNTIME);
    assertThat(err.toString()).endsWith("rdma-monitor: the kernel refuses\n");
  }

  @Test
  void aRecordingIsServedAsIfItHappenedNowAndItsEndStays() {
    pace.stopAfter(Duration.ofMinutes(2));
    paces = ScrapingPace::new;

    assertThat(run("export", "0", "-i", "10", "--replay", RECORDING.toString()))
        .isEqualTo(ExitCode.OK);

    assertThat(opened).isFalse();
    assertThat(scraped)
        .hasSize(12) // of a recording of 75 seconds
        .allSatisfy(text ->
            assertThat(text)
                .contains(
                    "rdma_monitor_last_reading_timestamp_seconds %s\n"
                        .formatted(Scenes.START.toEpochMilli() / 1e3)));
    assertThat(verbs(scraped.get(1))).isLessThan(verbs(scraped.get(7)));
    assertThat(verbs(scraped.get(10))).isEqualTo(verbs(scraped.get(11))).isPositive();
  }

  @Test
  void aRecordingIsServedWithoutADevice() {
    pace.stopAfter(Duration.ofMinutes(2));
    paces = ScrapingPace::new;

    run("export", "0", "-i", "10", "--replay", RECORDING.toString(), "--exclude-device=rxe1");

    assertThat(scraped.getLast()).contains("device=\"rxe0\"").doesNotContain("device=\"rxe1\"");
  }

  @Test
  void theFileSaysWhoMayAsk() throws IOException {
    Files.writeString(
        directory.resolve("web.yml"),
        """
        basic_auth_users:
          u: $2b$04$abcdefghijklmnopqrstuuMFdJu9yVgmagVAIC24fOZkaFqd3s9JC
        """);

    assertThat(run("export", "0", "--web.config.file=web.yml")).isEqualTo(ExitCode.OK);

    assertThat(scraped.getLast()).startsWith("401 ").doesNotContain("rdma_monitor_resources");
    assertThat(err.toString()).doesNotContain("passwords can be read");
  }

  @Test
  void aFileThatIsWrongIsToldWithItsLineAndNothingIsServed() throws IOException {
    Files.writeString(directory.resolve("web.yml"), "basic_auth_users:\n  u: secret\n");

    assertThat(run("export", "0", "--web.config.file", "web.yml"))
        .isEqualTo(ExitCode.CONFIGURATION);
    assertThat(err.toString())
        .contains("\nweb.yml:2: the password of 'u' is no bcrypt hash such as ");
    assertThat(opened).isFalse();
  }

  @Test
  void aKeyThatIsNoneIsAnErrorOfConfiguration() throws IOException {
    Files.writeString(
        directory.resolve("web.yml"),
        "tls_server_config:\n  cert_file: keys/server.pem\n  key_file: keys/server.key\n");
    new Keygen()
        .make(directory.resolve("keys"), KeyPlan.forThisHost(List.of()), Keygen.Existing.KEPT);
    Files.writeString(
        directory.resolve("keys/server.key"),
        "-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----\n");

    assertThat(run("export", "0", "--web.config.file", "web.yml"))
        .isEqualTo(ExitCode.CONFIGURATION);
    assertThat(err.toString()).contains("TLS cannot be set up: ", "has 'EC PRIVATE KEY'");
    assertThat(opened).isFalse();
  }

  @Test
  void theFileGoesWithServing() {
    assertThat(run("-n1", "--web.config.file=web.yml")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).startsWith("rdma-monitor: --web.config.file goes with --export\n");
  }

  @Test
  void aRecordingIsNotEnforcedUpon() {
    assertThat(run("export", "--replay", RECORDING.toString(), "--enforce=deny"))
        .isEqualTo(ExitCode.USAGE);
    assertThat(err.toString())
        .startsWith("rdma-monitor: --replay watches nothing, so nothing is enforced\n");
  }

  @Test
  void rulesArePrintedAndNothingIsServed() throws IOException {
    Files.writeString(directory.resolve("limits.txt"), "QP_COUNT 7\n");

    assertThat(run("export", "--rules", "-c", "limits.txt")).isEqualTo(ExitCode.OK);

    assertThat(out.toString()).contains("(rdma_monitor_resources{type=\"QP\"}) > 7");
    assertThat(err.toString()).isEmpty();
    assertThat(opened).isFalse();
  }

  /** All calls that the metrics tell of. */
  private static double verbs(String metrics) {
    return metrics
        .lines()
        .filter(line -> line.startsWith("rdma_monitor_verbs_total{"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf("} ") + 2)))
        .sum();
  }

  /** Time at each step of which the metrics are scraped. */
  private final class ScrapingPace implements Pace {
    private final Pace pace;
    private int steps;

    ScrapingPace(Pace pace) {
      this.pace = pace;
    }

    @Override
    public long nanos() {
      return pace.nanos();
    }

    @Override
    public Wake await(long nanos) {
      // Between readings there are steps of five seconds.
      if (steps++ % 2 == 0) {
        scraped.add(scrape());
      }
      return pace.await(nanos);
    }

    @Override
    public void close() {
      pace.close();
    }
  }

  private Sample sampleAfterAScrape(int reading) {
    if (err.toString().contains("metrics are at")) {
      scraped.add(scrape());
    }
    return reading == 0 ? Scenes.busy() : Scenes.busier();
  }

  /** The status and the body, or that there is no server any more. */
  private String scrape() {
    Matcher place = PLACE.matcher(err.toString());
    assertThat(place.find()).isTrue();
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> response =
          client.send(
              HttpRequest.newBuilder(URI.create(place.group(1) + "/metrics")).build(),
              BodyHandlers.ofString());
      return response.statusCode() + " " + response.body();
    } catch (IOException e) {
      return "no connection: " + e;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private int run(String... arguments) {
    return new Program(
            new ProcessContext(
                out,
                new PrintWriter(err, true),
                environment,
                directory,
                Clock.fixed(Scenes.START, ZoneOffset.UTC),
                () -> false,
                () -> {
                  throw new AssertionError("there is no terminal");
                },
                () -> paces.apply(pace),
                options -> {
                  opened = true;
                  return source;
                },
                Optional::empty))
        .run(arguments);
  }
}
