// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.recording.RecordingReader;

/** What the manual and samples/fleet say a host costs is what its recording costs. */
class SeriesCountTest {
  private static final Path RECORDING = Path.of("../samples/recordings/tenants.rec");
  private static final Path MANUAL = Path.of("../man/rdma-monitor-fleet.1");
  private static final Path README = Path.of("../samples/fleet/README.md");

  @Test
  void theManualAndTheReadmeHaveTheNumbersOfTheRecordedHost() throws IOException {
    String text = metrics();
    List<String> series = text.lines().filter(line -> !line.startsWith("#")).toList();
    long all = series.size();
    long tenths = Math.round(text.length() / 100.0);
    long histogram =
        series.stream().filter(line -> line.startsWith("rdma_monitor_verb_duration")).count();
    long buckets =
        series.stream()
            .filter(line -> line.startsWith("rdma_monitor_verb_duration_seconds_b"))
            .count();
    long ofDevices =
        series.stream()
            .filter(line -> line.contains("device=") && !line.contains("cgroup="))
            .count();
    long ofHost =
        series.stream()
            .filter(line -> !line.contains("device=") && !line.contains("cgroup="))
            .count();
    assertThat(ofDevices % 2).as("two devices that are alike").isZero();

    assertThat(Files.readString(README))
        .contains(
            "\n%d series, %d.%d KB as text,".formatted(all, tenths / 10, tenths % 10),
            "| %d | any host, of which %d are the histogram".formatted(ofHost, histogram),
            "| %d | each device and its port |".formatted(ofDevices / 2),
            "leaves %d series of %d".formatted(all - buckets, all),
            "some %d + 2 x %d + 20 x 30 = %d."
                .formatted(ofHost, ofDevices / 2, ofHost + ofDevices + 600),
            "| 100 | %s |".formatted(thousands(100 * all)));
    assertThat(Files.readString(MANUAL).replace('\n', ' '))
        .contains(
            "has %d series, %d KB as text".formatted(all, Math.round(tenths / 10.0)),
            "; %d of them are of any host, %d of each device,".formatted(ofHost, ofDevices / 2),
            "it is %d series a host.".formatted(all - buckets),
            " %s ".formatted(thousands(100 * all)));
  }

  private static String thousands(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** At the end of the recording. */
  private static String metrics() throws IOException {
    MetricsScene scene = new MetricsScene(1000);
    try (RecordingReader reader = RecordingReader.open(RECORDING)) {
      for (Optional<Sample> next = reader.next(); next.isPresent(); next = reader.next()) {
        scene.tell(next.get());
      }
    }
    return scene.text(Rendering.PROMETHEUS);
  }
}
