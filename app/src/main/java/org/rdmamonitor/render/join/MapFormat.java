// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.join;

import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.rdmamonitor.model.join.ConnectionMap;
import org.rdmamonitor.model.join.ConnectionMap.Edge;
import org.rdmamonitor.model.join.ConnectionMap.Node;
import org.rdmamonitor.model.join.Grouping;
import org.rdmamonitor.text.Printable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** How a map of connections is written. */
public enum MapFormat {
  /** For Graphviz. */
  DOT {
    @Override
    public void write(Appendable out, ConnectionMap map, Grouping by) throws IOException {
      out.append("graph \"connections by ").append(word(by)).append("\" {\n");
      out.append("  node [shape=box];\n");
      for (Node node : map.nodes()) {
        out.append("  ").append(quoted(node.name()));
        out.append(node.outside() ? " [style=dashed];\n" : ";\n");
      }
      for (Edge edge : map.edges()) {
        out.append("  ").append(quoted(edge.one().name()));
        out.append(" -- ").append(quoted(edge.other().name()));
        out.append(" [label=").append(quoted(label(edge)));
        out.append(edge.connections() + edge.handles() == 0 ? ", style=dotted];\n" : "];\n");
      }
      out.append("}\n");
    }
  },
  /** One object on a line. */
  JSON {
    @Override
    public void write(Appendable out, ConnectionMap map, Grouping by) throws IOException {
      StringWriter text = new StringWriter();
      try (JsonGenerator json =
          new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
        json.writeStartObject();
        json.writeNumberProperty("schema", 1);
        json.writeStringProperty("type", "map");
        json.writeStringProperty("by", word(by));
        json.writeArrayPropertyStart("nodes");
        for (Node node : map.nodes()) {
          json.writeStartObject();
          json.writeStringProperty("name", node.name());
          json.writeBooleanProperty("outside", node.outside());
          json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayPropertyStart("edges");
        for (Edge edge : map.edges()) {
          json.writeStartObject();
          json.writeStringProperty("one", edge.one().name());
          json.writeStringProperty("other", edge.other().name());
          json.writeNumberProperty("connections", edge.connections());
          json.writeNumberProperty("ended", edge.ended());
          json.writeNumberProperty("address_handles", edge.handles());
          json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
      }
      out.append(text.getBuffer()).append('\n');
    }
  };

  /**
   * Writes a map.
   *
   * @param out where it is written; it is not flushed
   * @param by how ends are grouped into its nodes
   */
  public abstract void write(Appendable out, ConnectionMap map, Grouping by) throws IOException;

  private static String word(Grouping by) {
    return by.name().toLowerCase(Locale.ROOT);
  }

  private static String label(Edge edge) {
    List<String> parts = new ArrayList<>();
    if (edge.connections() > 0) {
      parts.add(Long.toString(edge.connections()));
    }
    if (edge.ended() > 0) {
      parts.add(edge.ended() + " ended");
    }
    if (edge.handles() > 0) {
      parts.add(edge.handles() + " AH");
    }
    return String.join(", ", parts);
  }

  /** A string of DOT, in which backslashes are escapes as in C. */
  private static String quoted(String text) {
    return '"' + Printable.of(text).replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
