// SPDX-License-Identifier: MIT
package org.rdmamonitor;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Which packages use which, package by package; {@link ArchitectureTest} has the layers. */
@AnalyzeClasses(packages = "org.rdmamonitor", importOptions = DoNotIncludeTests.class)
class PackageUseTest {
  /**
   * What the packages of {@link #HOUSES} may use of this project beside units, and those of {@link
   * #OPEN_HOUSES} of their house, as each says of itself.
   */
  private static final Map<String, List<String>> ROOMS =
      Map.ofEntries(
          entry("secure.seal", List.of()),
          entry("secure.keys", List.of()),
          entry("secure.devices", List.of("text", "nativelib.verbs")),
          entry("secure.wire", List.of("secure.seal")),
          entry("secure.tls", List.of("secure.wire", "pem")),
          entry("secure.group", List.of("secure.tls", "secure.wire")),
          entry("secure.transfer", List.of("secure.wire", "secure.seal", "nativelib.verbs")),
          entry(
              "secure.session",
              List.of(
                  "secure.transfer",
                  "secure.tls",
                  "secure.wire",
                  "secure.seal",
                  "nativelib.verbs")),
          entry(
              "secure.journal",
              List.of("secure.session", "secure.transfer", "secure.tls", "secure.wire", "text")),
          entry("secure.report", List.of("secure.transfer", "secure.wire")),
          entry("model.cgroup", List.of()),
          entry("model.resource", List.of("model.cgroup")),
          entry("model.call", List.of("model.resource", "model.cgroup")),
          entry("model.activity", List.of("model.call", "model.resource")),
          entry(
              "model.limits",
              List.of("model.activity", "model.call", "model.resource", "model.cgroup")),
          entry("model.ethernet", List.of("model.call")),
          entry(
              "model",
              List.of(
                  "model.limits",
                  "model.ethernet",
                  "model.activity",
                  "model.call",
                  "model.resource",
                  "model.cgroup")),
          entry(
              "model.connection", List.of("model", "model.call", "model.resource", "model.cgroup")),
          entry(
              "model.join",
              List.of("model.connection", "model", "model.call", "model.resource", "model.cgroup")),
          entry("policy.config", List.of()),
          entry("policy", List.of("policy.config")),
          entry("policy.findings", List.of("policy", "policy.config")),
          entry("policy.join", List.of("policy", "policy.config")),
          entry("policy.peers", List.of("policy.config")),
          entry("http", List.of()),
          entry("http.server", List.of("http")),
          entry("render.words", List.of()),
          entry("render", List.of("render.words")),
          entry("render.text", List.of("render", "render.words")),
          entry("render.json", List.of("render", "render.words")),
          entry("render.join", List.of("render.words", "render.text", "render.json")),
          entry("render.metrics", List.of("render.words")),
          entry("render.otlp", List.of("render.words", "render.text", "render.json")),
          entry("render.tui.canvas", List.of("render.words")),
          entry("render.tui.terminal", List.of("render.tui.canvas")),
          entry(
              "render.tui",
              List.of(
                  "render.tui.terminal",
                  "render.tui.canvas",
                  "render.words",
                  "render.text",
                  "render")),
          entry("quota", List.of()),
          entry(
              "quota.recorded",
              List.of(
                  "quota",
                  "model",
                  "model.activity",
                  "model.call",
                  "model.resource",
                  "model.cgroup")),
          entry("quota.host", List.of("quota", "files", "nativelib.posix")),
          entry("quota.state", List.of("quota")),
          entry("quota.wire", List.of("quota", "quota.recorded")),
          entry(
              "quota.server",
              List.of(
                  "quota", "quota.wire", "quota.state", "quota.host", "files", "nativelib.posix")),
          entry("quota.journal", List.of("quota", "quota.server")),
          entry("quota.client", List.of("quota", "quota.wire", "nativelib.posix")),
          entry("litmus.language", List.of()),
          entry("litmus.generate", List.of("litmus.language")),
          entry("litmus.model", List.of("litmus.language")),
          entry("litmus.search", List.of("litmus.model", "litmus.language")),
          entry("litmus.axiomatic", List.of("litmus.search", "litmus.model", "litmus.language")),
          entry("litmus.certify", List.of("litmus.search", "litmus.model", "litmus.language")),
          entry("litmus.barrier", List.of("litmus.certify", "litmus.language")),
          entry("litmus.table", List.of("litmus.certify", "litmus.language")),
          entry("litmus.run", List.of("litmus.search", "litmus.language")),
          entry("litmus.hosts", List.of("litmus.run", "litmus.language")),
          entry("litmus.device", List.of("litmus.hosts", "litmus.run", "nativelib.verbs")),
          entry(
              "litmus.report",
              List.of(
                  "litmus.axiomatic",
                  "litmus.certify",
                  "litmus.run",
                  "litmus.search",
                  "litmus.model",
                  "litmus.language")),
          entry(
              "cli",
              List.of(
                  "cli.monitor",
                  "cli.events",
                  "cli.connections",
                  "cli.fleet",
                  "cli.recordings",
                  "cli.quota",
                  "cli.secure",
                  "cli.options",
                  "cli.process",
                  "cli.common")),
          entry(
              "cli.monitor",
              List.of("cli.recordings", "cli.options", "cli.loop", "cli.process", "cli.common")),
          entry(
              "cli.fleet",
              List.of("cli.recordings", "cli.options", "cli.loop", "cli.process", "cli.common")),
          entry("fleet", List.of()),
          entry("fleet.prometheus", List.of("fleet", "http", "text")),
          entry(
              "fleet.join",
              List.of(
                  "fleet",
                  "model.join",
                  "model.connection",
                  "model.resource",
                  "model.cgroup",
                  "policy",
                  "policy.join")),
          entry(
              "cli.events",
              List.of("cli.recordings", "cli.options", "cli.loop", "cli.process", "cli.common")),
          entry(
              "cli.connections",
              List.of("cli.recordings", "cli.options", "cli.loop", "cli.process", "cli.common")),
          entry("cli.recordings", List.of("cli.options", "cli.loop", "cli.process", "cli.common")),
          entry("cli.options", List.of("cli.loop", "cli.process", "cli.common")),
          entry("cli.loop", List.of("cli.process", "cli.common")),
          entry("cli.process", List.of()),
          entry("cli.secure", List.of("cli.litmus", "cli.ethernet", "cli.common")),
          entry("cli.litmus", List.of("cli.common")),
          entry("cli.ethernet", List.of("cli.common")),
          entry("cli.quota", List.of("cli.common")),
          entry(
              "source.kernel",
              List.of(
                  "source.kernel.enforce",
                  "source.kernel.reconcile",
                  "source.kernel.watch",
                  "source.kernel.host",
                  "source.kernel.naming",
                  "source")),
          entry("source.kernel.enforce", List.of("source.kernel.watch", "source.kernel.host")),
          entry(
              "source.kernel.reconcile",
              List.of("source.kernel.watch", "source.kernel.host", "source")),
          entry(
              "source.kernel.watch",
              List.of("source.kernel.host", "source.kernel.naming", "source")),
          entry("source.kernel.naming", List.of()),
          entry("source.recording", List.of("source")),
          entry("sst", List.of()),
          entry("sst.verbs", List.of("sst", "nativelib.verbs")),
          entry("sst.measure", List.of("sst")),
          entry("sst.report", List.of("sst", "sst.measure")));

  private static final Set<String> HOUSES =
      Set.of("model", "secure", "quota", "litmus", "sst", "fleet");

  /** What these may use of other houses, the layers tell. */
  private static final Set<String> OPEN_HOUSES =
      Set.of("cli", "source", "policy", "render", "http");

  @ArchTest
  static void roomsUseWhatTheySay(JavaClasses classes) {
    Predicate<Dependency> isForbidden =
        dependency -> {
          String user = room(dependency.getOriginClass());
          String used = room(dependency.getTargetClass().getBaseComponentType());
          boolean isOfTheLayers =
              OPEN_HOUSES.contains(house(user)) && !house(used).equals(house(user));
          return !isOfTheLayers
              && !Set.of("", user, "units").contains(used)
              && !uses(user).contains(used);
        };
    assertThat(
            classes.stream()
                .filter(user -> {
                  String house = house(room(user));
                  return HOUSES.contains(house) || OPEN_HOUSES.contains(house);
                })
                .flatMap(user -> user.getDirectDependenciesFromSelf().stream())
                .filter(isForbidden)
                .map(Dependency::getDescription))
        .isEmpty();
  }

  private static String house(String room) {
    return room.split("\\.", 2)[0];
  }

  private static List<String> uses(String room) {
    return ROOMS.getOrDefault(room, List.of());
  }

  /** The package without the project's name; empty if it is another's. */
  private static String room(JavaClass javaClass) {
    String project = "org.rdmamonitor.";
    String name = javaClass.getPackageName();
    return name.startsWith(project) ? name.substring(project.length()) : "";
  }
}
