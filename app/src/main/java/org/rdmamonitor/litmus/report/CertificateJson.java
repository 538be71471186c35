// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.report;

import java.io.StringWriter;
import java.util.List;
import java.util.function.Consumer;
import org.rdmamonitor.litmus.certify.Bounds;
import org.rdmamonitor.litmus.certify.Certificate;
import org.rdmamonitor.litmus.certify.Certificate.Counterexample;
import org.rdmamonitor.litmus.certify.Certificate.Proof;
import org.rdmamonitor.litmus.certify.Protocol;
import org.rdmamonitor.litmus.certify.Variant;
import org.rdmamonitor.litmus.language.LitmusWriter;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * A certificate of a protocol, for programs: JSON objects, one a line, in the order of {@link
 * CertificateText}; rdma-litmus(1) describes their fields.
 */
public final class CertificateJson {
  private CertificateJson() {}

  /** The proof of a claim about a variant that ships, for one number of members and of rounds. */
  public static String of(Proof proof) {
    return object(
        "proof",
        json -> {
          json.writeStringProperty("claim", proof.claim().name());
          json.writeStringProperty("variant", proof.variant().word());
          json.writeStringProperty("never", proof.claim().bad());
          json.writeNumberProperty("members", proof.members());
          json.writeNumberProperty("rounds", proof.rounds());
          json.writeNumberProperty("instructions", proof.operations());
          json.writeNumberProperty("states", proof.states());
          json.writeNumberProperty("searches", proof.results().size());
          json.writeBooleanProperty("holds", proof.holds());
          json.writeArrayPropertyStart("broken_under");
          proof.results().stream()
              .filter(result -> result.positive() > 0)
              .forEach(result -> json.writeString(result.options().toString()));
          json.writeEndArray();
        });
  }

  /** An execution in which a variant lets something bad happen. */
  public static String of(Counterexample counterexample) {
    return object(
        "counterexample",
        json -> {
          json.writeStringProperty("test", counterexample.test().name());
          json.writeStringProperty("outcome", counterexample.test().comment());
          json.writeStringProperty("condition", LitmusWriter.condition(counterexample.test()));
          json.writeBooleanProperty("unexpected", !counterexample.isAsExpected());
          JsonReport.witness(json, counterexample.witness());
        });
  }

  /** The result of all proofs and counterexamples. */
  public static String ending(
      Protocol<?> protocol,
      Bounds bounds,
      boolean reduced,
      List<Proof> proofs,
      List<Counterexample> counterexamples,
      boolean isProven,
      boolean isKnown) {
    return object(
        "certificate",
        json -> {
          json.writeStringProperty("what", protocol.word());
          json.writeArrayPropertyStart("ships");
          protocol.shipped().forEach(variant -> json.writeString(variant.word()));
          json.writeEndArray();
          json.writeNumberProperty("members", bounds.members());
          json.writeNumberProperty("rounds", bounds.rounds());
          json.writeNumberProperty("options", Certificate.allOptions().size());
          json.writeBooleanProperty("reduced", reduced);
          json.writeBooleanProperty("proved", isProven);
          json.writeBooleanProperty("variants_as_known", isKnown);
          json.writeNumberProperty("claims", proofs.size());
          json.writeNumberProperty(
              "searches", proofs.stream().mapToLong(proof -> proof.results().size()).sum());
          json.writeNumberProperty("states", proofs.stream().mapToLong(Proof::states).sum());
          json.writeArrayPropertyStart("left_out");
          Certificate.leftOut(protocol, proofs).forEach(json::writeString);
          json.writeEndArray();
          json.writeObjectPropertyStart("broken");
          for (Variant variant : protocol.variants()) {
            json.writeArrayPropertyStart(variant.word());
            Certificate.broken(variant, counterexamples)
                .forEach(claim -> json.writeString(claim.name()));
            json.writeEndArray();
          }
          json.writeEndObject();
        });
  }

  private static String object(String type, Consumer<JsonGenerator> fields) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
      json.writeStartObject();
      json.writeNumberProperty("schema", JsonReport.SCHEMA);
      json.writeStringProperty("type", type);
      fields.accept(json);
      json.writeEndObject();
    }
    return text.append('\n').toString();
  }
}
