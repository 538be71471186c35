// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.metrics;

import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/** Metrics as text, a group at a time, so that no more than a group is in memory. */
final class Rendering {
  static final Rendering PROMETHEUS = new Rendering(PrometheusTextFormatWriter.create(), "");
  static final Rendering OPEN_METRICS =
      new Rendering(OpenMetricsTextFormatWriter.create(), "# EOF\n");

  private final ExpositionFormatWriter format;
  private final byte[] end;

  private Rendering(ExpositionFormatWriter format, String end) {
    this.format = format;
    this.end = end.getBytes(StandardCharsets.UTF_8);
  }

  String contentType() {
    return format.getContentType();
  }

  void write(List<Supplier<MetricSnapshots>> groups, OutputStream out) throws IOException {
    for (Supplier<MetricSnapshots> group : groups) {
      format.write(new WithoutEnd(out, end.length), group.get());
    }
    out.write(end);
  }

  /** Passes on all but the end, which the library writes after every group. */
  private static final class WithoutEnd extends OutputStream {
    private final OutputStream out;
    private final int length;
    private byte[] held = new byte[0];

    WithoutEnd(OutputStream out, int length) {
      this.out = out;
      this.length = length;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
      byte[] all = Arrays.copyOf(held, held.length + count);
      System.arraycopy(bytes, offset, all, held.length, count);
      int passed = Math.max(0, all.length - length);
      out.write(all, 0, passed);
      held = Arrays.copyOfRange(all, passed, all.length);
    }
  }
}
