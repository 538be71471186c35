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
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.process.ProcessContext;
import org.rdmamonitor.cli.process.ScriptedPace;
import org.rdmamonitor.cli.process.ScriptedSource;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.source.SourceException;

class ExportTest {
  private static final Pattern PLACE =
      Pattern.compile("rdma-monitor: metrics are at (http://\\S+:(\\d+))/metrics");

  @TempDir Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final Map<String, String> environment = new HashMap<>();
  private final ScriptedPace pace = new ScriptedPace().stopAfter(Duration.ofMillis(2500));
  private final List<String> scraped = new ArrayList<>();
  private ScriptedSource source = new ScriptedSource(this::sampleAfterAScrape);
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
        "--export-cgroups 5 | --export-cgroups and --export-processes go with --export",
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
                () -> pace,
                options -> {
                  opened = true;
                  return source;
                },
                Optional::empty))
        .run(arguments);
  }
}
