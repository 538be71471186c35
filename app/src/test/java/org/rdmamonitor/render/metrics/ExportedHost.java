// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.metrics;

import java.io.IOException;
import java.util.List;
import org.rdmamonitor.model.Sample;

/** What an exporter would say of a host, for tests of whoever reads it. */
public final class ExportedHost {
  private ExportedHost() {}

  /**
   * Its metrics after samples, as lines of text.
   *
   * @param connections that get series of their own
   */
  public static List<String> lines(List<Sample> samples, int connections) throws IOException {
    MetricsScene scene = new MetricsScene(1000, 0, connections);
    samples.forEach(scene::tell);
    return scene.text(Rendering.PROMETHEUS).lines().filter(line -> !line.startsWith("#")).toList();
  }
}
