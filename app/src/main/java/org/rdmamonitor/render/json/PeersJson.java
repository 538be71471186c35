// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.json;

import java.io.StringWriter;
import java.util.List;
import org.rdmamonitor.model.connection.Contact;
import org.rdmamonitor.model.connection.ContactLog;
import org.rdmamonitor.model.limits.PeerPolicy;
import org.rdmamonitor.policy.peers.PeerAdvice;
import org.rdmamonitor.policy.peers.PeerDryRun;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Whom programs talked to, as one line of JSON. */
public final class PeersJson {
  private PeersJson() {}

  /** For each cgroup, whom it talked to, in the form of the configuration file. */
  public static String advice(ContactLog log) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = begin(text, "peers-advice", log)) {
      json.writeNumberProperty("unknown", log.ofUnknownCgroups());
      json.writeArrayPropertyStart("cgroups");
      PeerAdvice.byCgroup(log)
          .forEach((cgroup, contacts) -> {
            json.writeStartObject();
            json.writeStringProperty("cgroup", cgroup);
            json.writeArrayPropertyStart("programs");
            contacts.stream().map(Contact::comm).distinct().sorted().forEach(json::writeString);
            json.writeEndArray();
            json.writeStringProperty(PeerPolicy.NAME, PeerAdvice.fitting(contacts).text());
            json.writeEndObject();
          });
      json.writeEndArray();
      json.writeEndObject();
    }
    return text.toString();
  }

  /** Which contacts policies would have refused, and by whose. */
  public static String dryRun(ContactLog log, PeerDryRun run) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = begin(text, "peers-dry-run", log)) {
      json.writeNumberProperty("contacts", run.contacts());
      json.writeNumberProperty("refused", run.refusals().size());
      json.writeArrayPropertyStart("refusals");
      refusals(json, run.refusals());
      json.writeEndArray();
      json.writeEndObject();
    }
    return text.toString();
  }

  private static JsonGenerator begin(StringWriter text, String type, ContactLog log) {
    JsonGenerator json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text);
    json.writeStartObject();
    json.writeNumberProperty("schema", JsonReport.SCHEMA);
    json.writeStringProperty("type", type);
    json.writeStringProperty("begin", log.begin().toString());
    json.writeStringProperty("end", log.end().toString());
    json.writeNumberProperty("left_out", log.leftOut());
    json.writeArrayPropertyStart("unknown_peers");
    log.unknown()
        .forEach((cgroup, of) -> {
          json.writeStartObject();
          json.writeStringProperty("cgroup", cgroup);
          json.writeNumberProperty("connections", of.connections());
          json.writeArrayPropertyStart("programs");
          of.programs().forEach(json::writeString);
          json.writeEndArray();
          json.writeEndObject();
        });
    json.writeEndArray();
    return json;
  }

  private static void refusals(JsonGenerator json, List<PeerDryRun.Refusal> refusals) {
    for (PeerDryRun.Refusal refusal : refusals) {
      json.writeStartObject();
      json.writeStringProperty("cgroup", refusal.contact().cgroup());
      json.writeStringProperty("comm", refusal.contact().comm());
      json.writeStringProperty("peer", refusal.contact().peer().text());
      json.writeStringProperty("policy", refusal.by());
      json.writeStringProperty("first", refusal.first().toString());
      json.writeEndObject();
    }
  }
}
