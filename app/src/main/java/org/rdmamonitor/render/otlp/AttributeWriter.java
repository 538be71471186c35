// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.otlp;

import java.util.Map;
import java.util.Objects;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.util.JsonGeneratorDelegate;

/**
 * Turns members of a JSON object into attributes of OTLP: {@code "errno":12} becomes {@code
 * {"key":"rdma_monitor.errno","value":{"intValue":"12"}}}. So what an attribute contains is decided
 * in the same place as for the other outputs. Takes words, numbers, booleans and arrays of words.
 */
final class AttributeWriter extends JsonGeneratorDelegate {
  private final Map<String, String> names;
  private final String prefix;
  private String name = "";
  private boolean inArray;

  /**
   * A writer, to be used between {@link #begin} and {@link #end}.
   *
   * @param names of attributes by the members' names; empty for members that are left out
   * @param prefix of the names of all others
   */
  AttributeWriter(JsonGenerator json, Map<String, String> names, String prefix) {
    super(json);
    this.names = names;
    this.prefix = prefix;
  }

  void begin() {
    delegate.writeArrayPropertyStart("attributes");
  }

  void end() {
    delegate.writeEndArray();
  }

  @Override
  public JsonGenerator writeName(String member) {
    name = Objects.requireNonNullElse(names.get(member), prefix + member.replace('-', '_'));
    return this;
  }

  private interface Value {
    void write();
  }

  private JsonGenerator value(Value value) {
    if (name.isEmpty()) {
      return this;
    }
    if (!inArray) {
      open();
    }
    delegate.writeStartObject();
    value.write();
    delegate.writeEndObject();
    if (!inArray) {
      delegate.writeEndObject();
    }
    return this;
  }

  private void open() {
    delegate.writeStartObject();
    delegate.writeStringProperty("key", name);
    delegate.writeName("value");
  }

  @Override
  public JsonGenerator writeString(String text) {
    return value(() -> delegate.writeStringProperty("stringValue", text));
  }

  @Override
  public JsonGenerator writeNumber(int number) {
    return writeNumber((long) number);
  }

  @Override
  public JsonGenerator writeNumber(long number) {
    // A JSON number is not certain to keep 64 bits.
    return value(() -> delegate.writeStringProperty("intValue", Long.toString(number)));
  }

  @Override
  public JsonGenerator writeNumber(double number) {
    return value(() -> delegate.writeNumberProperty("doubleValue", number));
  }

  @Override
  public JsonGenerator writeBoolean(boolean state) {
    return value(() -> delegate.writeBooleanProperty("boolValue", state));
  }

  @Override
  public JsonGenerator writeStartArray() {
    if (!name.isEmpty()) {
      open();
      delegate.writeStartObject();
      delegate.writeObjectPropertyStart("arrayValue");
      delegate.writeArrayPropertyStart("values");
    }
    inArray = true;
    return this;
  }

  @Override
  public JsonGenerator writeEndArray() {
    if (!name.isEmpty()) {
      delegate.writeEndArray();
      delegate.writeEndObject();
      delegate.writeEndObject();
      delegate.writeEndObject();
    }
    inArray = false;
    return this;
  }
}
