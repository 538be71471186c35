// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.wire;

import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.rdmamonitor.quota.Amounts;
import org.rdmamonitor.quota.Limit;
import org.rdmamonitor.quota.LimitKey;
import org.rdmamonitor.quota.ProcessKey;
import org.rdmamonitor.quota.QuotaLimits;
import org.rdmamonitor.quota.Resource;
import org.rdmamonitor.quota.Usage;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Who holds what, as one line of JSON: the answer to {@code SHOW}. */
public final class UsageJson {
  private static final String CALLS = "calls";

  private UsageJson() {}

  /** Writes a line, without its end. */
  public static String write(Usage usage) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
      json.writeStartObject();
      json.writeNumberProperty("schema", 1);
      json.writeStringProperty("type", "quota");
      json.writeNumberProperty("granted", usage.granted());
      json.writeNumberProperty("refused", usage.refused());
      limits(json, usage.limits());
      amounts(json, "total", usage.total());
      json.writeNumberProperty(CALLS, usage.calls());
      amounts(json, "uncovered", usage.uncovered());
      json.writeArrayPropertyStart("cgroups");
      usage.cgroups().forEach(cgroup -> write(json, cgroup));
      json.writeEndArray();
      json.writeArrayPropertyStart("processes");
      usage.processes().forEach(process -> write(json, process));
      json.writeEndArray();
      json.writeEndObject();
    }
    return text.toString();
  }

  private static void limits(JsonGenerator json, QuotaLimits limits) {
    json.writeObjectPropertyStart("limits");
    for (Limit limit : limits.all()) {
      json.writeNumberProperty(limit.key().text(), limit.most());
    }
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, Usage.OfCgroup cgroup) {
    json.writeStartObject();
    json.writeStringProperty("cgroup", cgroup.path());
    amounts(json, "own", cgroup.own());
    amounts(json, "tree", cgroup.tree());
    json.writeNumberProperty(CALLS, cgroup.calls());
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, Usage.OfProcess process) {
    json.writeStartObject();
    json.writeNumberProperty("pid", process.process().pid());
    json.writeNumberProperty("start", process.process().start());
    json.writeNumberProperty("uid", process.uid());
    json.writeStringProperty("comm", process.comm());
    json.writeStringProperty("cgroup", process.cgroup());
    amounts(json, "granted", process.granted());
    amounts(json, "uncovered", process.uncovered());
    json.writeEndObject();
  }

  private static void amounts(JsonGenerator json, String name, Amounts amounts) {
    json.writeObjectPropertyStart(name);
    for (Resource resource : Resource.HELD) {
      json.writeNumberProperty(member(resource), amounts.of(resource));
    }
    json.writeEndObject();
  }

  /**
   * Reads a line.
   *
   * @throws IllegalArgumentException if it is none that {@link #write} writes
   */
  public static Usage read(String line) {
    JsonTree root = JsonTree.read(line);
    if (!root.text("type").equals("quota")) {
      throw new IllegalArgumentException("no answer to SHOW: " + line);
    }
    List<Limit> limits = new ArrayList<>();
    root.object("limits").numbers().forEach((key, most) -> limits.add(new Limit(key(key), most)));
    return new Usage(
        QuotaLimits.of(limits),
        amounts(root.object("total")),
        root.number(CALLS),
        amounts(root.object("uncovered")),
        root.objects("cgroups").stream().map(UsageJson::cgroup).toList(),
        root.objects("processes").stream().map(UsageJson::process).toList(),
        root.number("granted"),
        root.number("refused"));
  }

  private static LimitKey key(String text) {
    return LimitKey.parse(text)
        .orElseThrow(() -> new IllegalArgumentException("'%s' is no limit".formatted(text)));
  }

  private static Usage.OfCgroup cgroup(JsonTree one) {
    return new Usage.OfCgroup(
        one.text("cgroup"),
        amounts(one.object("own")),
        amounts(one.object("tree")),
        one.number(CALLS));
  }

  private static Usage.OfProcess process(JsonTree one) {
    return new Usage.OfProcess(
        new ProcessKey((int) one.number("pid"), one.number("start")),
        (int) one.number("uid"),
        one.text("comm"),
        one.text("cgroup"),
        amounts(one.object("granted")),
        amounts(one.object("uncovered")));
  }

  private static Amounts amounts(JsonTree one) {
    Amounts amounts = Amounts.NONE;
    for (Resource resource : Resource.HELD) {
      amounts = amounts.plus(Amounts.of(resource, one.number(member(resource))));
    }
    return amounts;
  }

  private static String member(Resource resource) {
    return resource.key().replace('-', '_');
  }
}
