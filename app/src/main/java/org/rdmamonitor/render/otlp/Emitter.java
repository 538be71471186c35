// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.otlp;

import java.util.Map;

/**
 * Who sends log records.
 *
 * @param version of this program
 * @param instance tells this process from all others, everywhere: a UUID
 * @param host whose records these are, as {@code uname -n} prints it
 * @param attributes of the resource, as OTEL_RESOURCE_ATTRIBUTES has them; they win over the above
 */
public record Emitter(
    String version, String instance, String host, Map<String, String> attributes) {
  public Emitter {
    attributes = Map.copyOf(attributes);
  }
}
