// SPDX-License-Identifier: MIT
package org.rdmamonitor;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import io.opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * The messages of OTLP log records in JSON, stricter than a receiver has to be: fields that it does
 * not know, names with underscores, numbers of 64 bits that are no strings, enums by their names
 * and keys that are there twice are all errors.
 */
public final class OtlpSchema {
  private static final BigInteger TWO_TO_64 = BigInteger.ONE.shiftLeft(64);
  private static final BigInteger TWO_TO_63 = BigInteger.ONE.shiftLeft(63);

  private interface Type {
    void check(Object value, String where);
  }

  private static final Type STRING = (value, where) -> require(value instanceof String, where);
  private static final Type BOOLEAN = (value, where) -> require(value instanceof Boolean, where);
  private static final Type DOUBLE =
      (value, where) ->
          require(
              value instanceof Number
                  || List.of("NaN", "Infinity", "-Infinity").contains(value.toString()),
              where);
  private static final Type UINT32 =
      (value, where) -> require(value instanceof Long n && n >= 0 && n < 1L << 32, where);
  private static final Type SEVERITY =
      (value, where) -> require(value instanceof Long n && n >= 1 && n <= 24, where);
  private static final Type FIXED64 =
      (value, where) -> {
        BigInteger number = whole(value, where);
        require(number.signum() >= 0 && number.compareTo(TWO_TO_64) < 0, where);
      };
  private static final Type INT64 =
      (value, where) -> {
        BigInteger number = whole(value, where);
        require(
            number.compareTo(TWO_TO_63) < 0 && number.compareTo(TWO_TO_63.negate()) >= 0, where);
      };
  private static final Type TRACE_ID =
      (value, where) -> require(value.toString().matches("[0-9a-fA-F]{32}"), where);
  private static final Type SPAN_ID =
      (value, where) -> require(value.toString().matches("[0-9a-fA-F]{16}"), where);
  private static final Type BYTES =
      (value, where) -> require(value.toString().matches("[A-Za-z0-9+/]*=*"), where);

  private static final Type ANY_VALUE = OtlpSchema::anyValue;
  private static final Type KEY_VALUE =
      message(Set.of("key", "value"), Map.of("key", STRING, "value", ANY_VALUE));
  private static final Type ATTRIBUTES = OtlpSchema::attributes;
  private static final Map<String, Type> ANY_FIELDS =
      Map.of(
          "stringValue", STRING,
          "boolValue", BOOLEAN,
          "intValue", INT64,
          "doubleValue", DOUBLE,
          "bytesValue", BYTES,
          "arrayValue", message(Set.of(), Map.of("values", listOf(ANY_VALUE))),
          "kvlistValue", message(Set.of(), Map.of("values", ATTRIBUTES)));
  private static final Type LOG_RECORD =
      message(
          Set.of("timeUnixNano", "observedTimeUnixNano", "severityNumber", "body", "eventName"),
          Map.ofEntries(
              Map.entry("timeUnixNano", FIXED64),
              Map.entry("observedTimeUnixNano", FIXED64),
              Map.entry("severityNumber", SEVERITY),
              Map.entry("severityText", STRING),
              Map.entry("body", ANY_VALUE),
              Map.entry("attributes", ATTRIBUTES),
              Map.entry("droppedAttributesCount", UINT32),
              Map.entry("flags", UINT32),
              Map.entry("traceId", TRACE_ID),
              Map.entry("spanId", SPAN_ID),
              Map.entry("eventName", STRING)));
  private static final Type SCOPE =
      message(
          Set.of("name"),
          Map.of(
              "name", STRING,
              "version", STRING,
              "attributes", ATTRIBUTES,
              "droppedAttributesCount", UINT32));
  private static final Type RESOURCE =
      message(
          Set.of("attributes"), Map.of("attributes", ATTRIBUTES, "droppedAttributesCount", UINT32));
  private static final Type SCOPE_LOGS =
      message(
          Set.of("scope", "logRecords"),
          Map.of("scope", SCOPE, "logRecords", listOf(LOG_RECORD), "schemaUrl", STRING));
  private static final Type RESOURCE_LOGS =
      message(
          Set.of("resource", "scopeLogs"),
          Map.of("resource", RESOURCE, "scopeLogs", listOf(SCOPE_LOGS), "schemaUrl", STRING));
  private static final Type REQUEST =
      message(Set.of("resourceLogs"), Map.of("resourceLogs", listOf(RESOURCE_LOGS)));

  /**
   * A log record with its resource.
   *
   * @param attributes words, {@link Long}, {@link Double}, {@link Boolean} or lists of them
   */
  public record LogRecord(
      Map<String, Object> resource,
      String eventName,
      long severityNumber,
      String severityText,
      String timeUnixNano,
      String body,
      Map<String, Object> attributes) {
    /** What tells it from all others. */
    public String uid() {
      return attributes.getOrDefault("log.record.uid", "").toString();
    }
  }

  private OtlpSchema() {}

  /**
   * The request as OTLP's own definitions have it, read by protobuf's reader of JSON, which refuses
   * fields that are not defined. What it reads as bytes is not OTLP's: identifiers of traces are
   * hexadecimal there.
   *
   * @throws IllegalArgumentException if it is no such request
   */
  public static ExportLogsServiceRequest defined(byte[] request) {
    ExportLogsServiceRequest.Builder defined = ExportLogsServiceRequest.newBuilder();
    try {
      JsonFormat.parser().merge(new String(request, StandardCharsets.UTF_8), defined);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException(e);
    }
    return defined.build();
  }

  /**
   * The records of a request.
   *
   * @throws IllegalArgumentException with the place of what is wrong
   */
  public static List<LogRecord> records(byte[] request) {
    Object tree;
    try (JsonParser json =
        JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build()
            .createParser(ObjectReadContext.empty(), request)) {
      json.nextToken();
      tree = tree(json);
      require(json.nextToken() == null, "after the request");
    } catch (JacksonException e) {
      throw new IllegalArgumentException(e);
    }
    REQUEST.check(tree, "request");
    defined(request);
    List<LogRecord> records = new ArrayList<>();
    for (Map<?, ?> ofResource : maps(tree, "resourceLogs")) {
      Map<String, Object> resource = values(ofResource.get("resource"));
      for (Map<?, ?> ofScope : maps(ofResource, "scopeLogs")) {
        for (Map<?, ?> record : maps(ofScope, "logRecords")) {
          records.add(
              new LogRecord(
                  resource,
                  record.get("eventName").toString(),
                  (Long) record.get("severityNumber"),
                  String.valueOf(record.get("severityText")),
                  record.get("timeUnixNano").toString(),
                  value(record.get("body")).toString(),
                  values(record)));
        }
      }
    }
    return records;
  }

  private static Map<String, Object> values(Object message) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (Map<?, ?> attribute : maps(message, "attributes")) {
      values.put(attribute.get("key").toString(), value(attribute.get("value")));
    }
    return values;
  }

  private static Object value(Object any) {
    Map.Entry<?, ?> only = ((Map<?, ?>) any).entrySet().iterator().next();
    return switch (only.getKey().toString()) {
      case "intValue" -> Long.parseLong(only.getValue().toString());
      case "arrayValue" -> maps(only.getValue(), "values").stream().map(OtlpSchema::value).toList();
      default -> only.getValue();
    };
  }

  private static List<Map<?, ?>> maps(Object message, String field) {
    Object list = ((Map<?, ?>) message).get(field);
    List<Map<?, ?>> maps = new ArrayList<>();
    if (list != null) {
      ((List<?>) list).forEach(one -> maps.add((Map<?, ?>) one));
    }
    return maps;
  }

  private static Type message(Set<String> required, Map<String, Type> fields) {
    return (value, where) -> {
      require(value instanceof Map, where);
      Map<?, ?> message = (Map<?, ?>) value;
      message.forEach((name, field) -> {
        Type type = fields.get(name.toString());
        require(type != null, where + "." + name);
        type.check(field, where + "." + name);
      });
      required.forEach(name -> require(message.containsKey(name), where + "." + name));
    };
  }

  private static Type listOf(Type type) {
    return (value, where) -> {
      require(value instanceof List, where);
      ((List<?>) value).forEach(one -> type.check(one, where + "[]"));
    };
  }

  private static void anyValue(Object value, String where) {
    require(value instanceof Map<?, ?> any && any.size() == 1, where);
    message(Set.of(), ANY_FIELDS).check(value, where);
  }

  private static void attributes(Object value, String where) {
    listOf(KEY_VALUE).check(value, where);
    Set<String> keys = new HashSet<>();
    for (Object attribute : (List<?>) value) {
      String key = ((Map<?, ?>) attribute).get("key").toString();
      // As the semantic conventions have names: in lower case, with dots between namespaces.
      require(key.matches("[a-z][a-z0-9_]*(\\.[a-z0-9][a-z0-9_]*)*"), where + " " + key);
      require(keys.add(key), where + " " + key);
    }
  }

  private static BigInteger whole(Object value, String where) {
    require(value instanceof String text && text.matches("-?[0-9]{1,20}"), where);
    return new BigInteger(value.toString());
  }

  private static void require(boolean condition, String where) {
    if (!condition) {
      throw new IllegalArgumentException("wrong: " + where);
    }
  }

  /** Maps, lists, words, {@link Long}, {@link Double} and {@link Boolean}. */
  private static Object tree(JsonParser json) {
    return switch (json.currentToken()) {
      case START_OBJECT -> {
        Map<String, Object> object = new LinkedHashMap<>();
        for (String name = json.nextName(); name != null; name = json.nextName()) {
          json.nextToken();
          object.put(name, tree(json));
        }
        yield object;
      }
      case START_ARRAY -> {
        List<Object> list = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
          list.add(tree(json));
        }
        yield list;
      }
      case VALUE_STRING -> json.getString();
      case VALUE_NUMBER_INT -> json.getLongValue();
      case VALUE_NUMBER_FLOAT -> json.getDoubleValue();
      case VALUE_TRUE, VALUE_FALSE -> json.getBooleanValue();
      default -> throw new IllegalArgumentException("wrong: " + json.currentToken());
    };
  }
}
