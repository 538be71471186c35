// SPDX-License-Identifier: MIT
package org.rdmamonitor;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleNameEndingWith;
import static com.tngtech.archunit.lang.conditions.ArchConditions.be;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Set;
import org.jspecify.annotations.NullMarked;

@AnalyzeClasses(packages = "org.rdmamonitor", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String[] NATIVE = {
    "org.rdmamonitor.nativelib.bpf",
    "org.rdmamonitor.nativelib.monitor",
    "org.rdmamonitor.nativelib.netlink",
    "org.rdmamonitor.nativelib.posix"
  };

  /** Amounts as text; below everything. */
  private static final String UNITS = "org.rdmamonitor.units";

  private static final String GENERATED = "org.rdmamonitor.nativelib.generated";

  @ArchTest
  static final ArchRule layers =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .withOptionalLayers(true)
          .layer("cli")
          .definedBy("org.rdmamonitor.cli..")
          .layer("source")
          .definedBy("org.rdmamonitor.source..")
          .layer("render")
          .definedBy("org.rdmamonitor.render..")
          .layer("policy")
          .definedBy("org.rdmamonitor.policy..")
          .layer("recording")
          .definedBy("org.rdmamonitor.recording..")
          .layer("model")
          .definedBy("org.rdmamonitor.model..")
          .layer("text")
          .definedBy("org.rdmamonitor.text")
          .layer("pem")
          .definedBy("org.rdmamonitor.pem")
          .layer("http")
          .definedBy("org.rdmamonitor.http..")
          .layer("fleet")
          .definedBy("org.rdmamonitor.fleet..")
          .layer("files")
          .definedBy("org.rdmamonitor.files")
          .layer("secure")
          .definedBy("org.rdmamonitor.secure..")
          .layer("quota")
          .definedBy("org.rdmamonitor.quota..")
          .layer("litmus")
          .definedBy("org.rdmamonitor.litmus..")
          .layer("sst")
          .definedBy("org.rdmamonitor.sst..")
          .layer("ethernet")
          .definedBy("org.rdmamonitor.ethernet..")
          .layer("frames")
          .definedBy("org.rdmamonitor.nativelib.ethernet")
          .layer("verbs")
          .definedBy("org.rdmamonitor.nativelib.verbs")
          .layer("nativelib")
          .definedBy(NATIVE)
          .layer("generated")
          .definedBy(GENERATED)
          .whereLayer("cli")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("source")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("render")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("policy")
          .mayOnlyBeAccessedByLayers("cli", "render", "fleet")
          .whereLayer("recording")
          .mayOnlyBeAccessedByLayers("cli", "source")
          .whereLayer("model")
          .mayOnlyBeAccessedByLayers(
              "cli", "source", "render", "policy", "recording", "quota", "fleet")
          .whereLayer("text")
          .mayOnlyBeAccessedByLayers(
              "cli", "source", "render", "policy", "recording", "secure", "fleet", "http")
          .whereLayer("pem")
          .mayOnlyBeAccessedByLayers("secure", "http")
          .whereLayer("http")
          .mayOnlyBeAccessedByLayers("cli", "source", "render", "fleet")
          .whereLayer("fleet")
          .mayOnlyBeAccessedByLayers("cli", "render")
          .whereLayer("files")
          .mayOnlyBeAccessedByLayers("source", "quota", "ethernet")
          .whereLayer("secure")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("quota")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("litmus")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("sst")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("ethernet")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("frames")
          .mayOnlyBeAccessedByLayers("cli", "ethernet")
          .whereLayer("verbs")
          .mayOnlyBeAccessedByLayers("cli", "secure", "litmus", "sst")
          .whereLayer("nativelib")
          .mayOnlyBeAccessedByLayers("source", "frames", "verbs", "quota")
          .whereLayer("generated")
          .mayOnlyBeAccessedByLayers("nativelib", "frames", "verbs");

  @ArchTest
  static final ArchRule everyPackageIsInALayer =
      noClasses()
          .should()
          .resideOutsideOfPackages(
              "org.rdmamonitor.cli..",
              "org.rdmamonitor.source..",
              "org.rdmamonitor.render..",
              "org.rdmamonitor.policy..",
              "org.rdmamonitor.recording..",
              "org.rdmamonitor.model..",
              "org.rdmamonitor.text",
              "org.rdmamonitor.files",
              "org.rdmamonitor.pem",
              "org.rdmamonitor.http..",
              "org.rdmamonitor.fleet..",
              "org.rdmamonitor.secure..",
              "org.rdmamonitor.quota..",
              "org.rdmamonitor.litmus..",
              "org.rdmamonitor.sst..",
              "org.rdmamonitor.ethernet..",
              "org.rdmamonitor.nativelib.bpf",
              "org.rdmamonitor.nativelib.ethernet",
              "org.rdmamonitor.nativelib.monitor",
              "org.rdmamonitor.nativelib.netlink",
              "org.rdmamonitor.nativelib.posix",
              "org.rdmamonitor.nativelib.verbs",
              UNITS,
              GENERATED);

  @ArchTest
  static final ArchRule wrappersBuildOnEachOther =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("monitor")
          .definedBy("org.rdmamonitor.nativelib.monitor")
          .layer("bpf")
          .definedBy("org.rdmamonitor.nativelib.bpf")
          .layer("netlink")
          .definedBy("org.rdmamonitor.nativelib.netlink")
          .layer("verbs")
          .definedBy("org.rdmamonitor.nativelib.verbs")
          .layer("ethernet")
          .definedBy("org.rdmamonitor.nativelib.ethernet")
          .layer("posix")
          .definedBy("org.rdmamonitor.nativelib.posix")
          .whereLayer("ethernet")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("monitor")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("netlink")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("verbs")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("bpf")
          .mayOnlyBeAccessedByLayers("monitor")
          .whereLayer("posix")
          .mayOnlyBeAccessedByLayers("monitor", "bpf", "ethernet", "netlink", "verbs");

  @ArchTest
  static final ArchRule packagesAreFreeOfCycles =
      slices().matching("org.rdmamonitor.(**)").should().beFreeOfCycles().allowEmptyShould(true);

  @ArchTest
  static final ArchRule foreignMemoryStaysBelow =
      onlyIn(
          resideInAPackage("java.lang.foreign.."),
          "org.rdmamonitor.nativelib..",
          "org.rdmamonitor.source.kernel..",
          // Messages are made, awaited and checked where the device reads and writes them.
          "org.rdmamonitor.secure.transfer..");

  @ArchTest
  static final ArchRule commandLinesAreParsedInCli =
      onlyIn(resideInAPackage("picocli.."), "org.rdmamonitor.cli..");

  @ArchTest
  static final ArchRule configurationFilesAreReadInPolicyConfig =
      onlyIn(
          resideInAPackage("org.apache.commons.configuration2.."), "org.rdmamonitor.policy.config");

  @ArchTest
  static final ArchRule jsonIsReadAndWrittenInAFewPackages =
      onlyIn(
          resideInAPackage("tools.jackson.."),
          "org.rdmamonitor.render..",
          "org.rdmamonitor.recording..",
          "org.rdmamonitor.secure..",
          "org.rdmamonitor.quota.wire..",
          "org.rdmamonitor.quota.journal..",
          "org.rdmamonitor.fleet.prometheus..",
          "org.rdmamonitor.source.kernel.naming",
          "org.rdmamonitor.litmus.report..",
          "org.rdmamonitor.sst.report..",
          "org.rdmamonitor.ethernet.report..");

  @ArchTest
  static final ArchRule decisionsNeedTheJdkAndUnitsOnly =
      noClasses()
          .that()
          .resideInAPackage("org.rdmamonitor.quota")
          .should()
          .dependOnClassesThat(
              are(
                  resideOutsideOfPackages(
                      "java..", "org.rdmamonitor.quota", UNITS, "org.jspecify.annotations..")))
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule theScreenIsDrawnInTui =
      onlyIn(resideInAPackage("com.googlecode.lanterna.."), "org.rdmamonitor.render.tui..");

  @ArchTest
  static final ArchRule metricsAreServedInTheirPackage =
      onlyIn(resideInAPackage("io.prometheus.."), "org.rdmamonitor.render.metrics..");

  /** It has no bounds that hold against hostile clients. */
  @ArchTest
  static final ArchRule theJdksHttpServerIsNotUsed =
      noClasses().should().dependOnClassesThat().resideInAPackage("com.sun.net.httpserver..");

  @ArchTest
  static final ArchRule passwordsAreCheckedWhereTheyAreAskedFor =
      onlyIn(resideInAPackage("org.springframework.."), "org.rdmamonitor.http.server");

  @ArchTest
  static final ArchRule theWebServerNeedsTheJdkHttpPemTextAndBcryptOnly =
      noClasses()
          .that()
          .resideInAPackage("org.rdmamonitor.http.server")
          .should()
          .dependOnClassesThat(
              are(
                  resideOutsideOfPackages(
                      "java..",
                      "javax.crypto..",
                      "javax.net..",
                      "org.rdmamonitor.http..",
                      "org.rdmamonitor.pem",
                      "org.rdmamonitor.text",
                      "org.jspecify.annotations..",
                      "org.springframework.security.crypto.bcrypt")));

  @ArchTest
  static final ArchRule modelNeedsTheJdkAndUnitsOnly =
      noClasses()
          .that()
          .resideInAPackage("org.rdmamonitor.model..")
          .should()
          .dependOnClassesThat(
              are(
                  resideOutsideOfPackages(
                      "java..",
                      "org.rdmamonitor.model..",
                      UNITS,
                      "org.jspecify.annotations..",
                      "org.HdrHistogram..")))
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule aFleetNeedsTheJdkOnly =
      noClasses()
          .that()
          .resideInAPackage("org.rdmamonitor.fleet")
          .should()
          .dependOnClassesThat(
              are(
                  resideOutsideOfPackages(
                      "java..", "org.rdmamonitor.fleet", "org.jspecify.annotations..")))
          .orShould()
          .dependOnClassesThat()
          .resideInAnyPackage("java.io..", "java.nio..", "java.net..");

  @ArchTest
  static final ArchRule textNeedsTheJdkOnly =
      noClasses()
          .that()
          .resideInAPackage("org.rdmamonitor.text")
          .should()
          .dependOnClassesThat(
              are(
                  resideOutsideOfPackages(
                      "java..", "org.rdmamonitor.text", "org.jspecify.annotations..")));

  @ArchTest
  static final ArchRule filesNeedTheJdkOnly =
      noClasses()
          .that()
          .resideInAPackage("org.rdmamonitor.files")
          .should()
          .dependOnClassesThat(
              are(
                  resideOutsideOfPackages(
                      "java..", "org.rdmamonitor.files", "org.jspecify.annotations..")));

  @ArchTest
  static final ArchRule pemNeedsTheJdkOnly =
      noClasses()
          .that()
          .resideInAPackage("org.rdmamonitor.pem")
          .should()
          .dependOnClassesThat(
              are(
                  resideOutsideOfPackages(
                      "java..", "org.rdmamonitor.pem", "org.jspecify.annotations..")));

  @ArchTest
  static final ArchRule httpNeedsTheJdkPemTextAndYamlOnly =
      noClasses()
          .that()
          .resideInAPackage("org.rdmamonitor.http")
          .should()
          .dependOnClassesThat(
              are(
                  resideOutsideOfPackages(
                      "java..",
                      "javax.net..",
                      "org.rdmamonitor.http",
                      "org.rdmamonitor.pem",
                      "org.rdmamonitor.text",
                      UNITS,
                      "org.jspecify.annotations..",
                      "org.snakeyaml.engine..")));

  @ArchTest
  static final ArchRule yamlIsReadInHttp =
      onlyIn(resideInAPackage("org.snakeyaml.."), "org.rdmamonitor.http");

  @ArchTest
  static final ArchRule unitsNeedTheJdkOnly =
      noClasses()
          .that()
          .resideInAPackage(UNITS)
          .should()
          .dependOnClassesThat(
              are(resideOutsideOfPackages("java..", UNITS, "org.jspecify.annotations..")));

  @ArchTest
  static final ArchRule litmusSharesNothingWithTheRestButUnits =
      noClasses()
          .that()
          .resideInAPackage("org.rdmamonitor.litmus..")
          .and()
          .resideOutsideOfPackage("org.rdmamonitor.litmus.device")
          .should()
          .dependOnClassesThat(
              are(
                  resideOutsideOfPackages(
                      "java..",
                      "org.rdmamonitor.litmus..",
                      UNITS,
                      "org.jspecify.annotations..",
                      "tools.jackson..")))
          .orShould()
          .dependOnClassesThat()
          .resideInAPackage("org.rdmamonitor.litmus.device")
          .allowEmptyShould(true);

  // Two checkers that are to agree must not have their mistakes in common.
  @ArchTest
  static final ArchRule theAxiomsShareNothingWithTheMachine =
      noClasses()
          .that()
          .resideInAPackage("org.rdmamonitor.litmus.axiomatic")
          .should()
          .dependOnClassesThat(
              are(
                  resideInAnyPackage(
                          "org.rdmamonitor.litmus.model", "org.rdmamonitor.litmus.search")
                      .and(
                          describe(
                              "more than options, limits and outcomes",
                              used ->
                                  !Set.of(
                                          "ModelOptions",
                                          "Flush",
                                          "RemoteReads",
                                          "RemoteFence",
                                          "LitmusLimitException",
                                          "Checked",
                                          "Outcome")
                                      .contains(used.getSimpleName())))));

  @ArchTest
  static final ArchRule theTableNeedsTheJdkAndUnitsOnly =
      noClasses()
          .that()
          .resideInAPackage("org.rdmamonitor.sst")
          .should()
          .dependOnClassesThat(
              are(
                  resideOutsideOfPackages(
                      "java..", "org.rdmamonitor.sst", UNITS, "org.jspecify.annotations..")))
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule theHandshakeNeedsTheJdkOnly =
      noClasses()
          .that()
          .resideInAnyPackage(
              "org.rdmamonitor.secure.wire..",
              "org.rdmamonitor.secure.tls..",
              "org.rdmamonitor.secure.keys..",
              "org.rdmamonitor.secure.seal..")
          .should()
          .dependOnClassesThat(
              are(
                  resideOutsideOfPackages(
                      "java..",
                      "javax.crypto..",
                      "javax.net..",
                      "javax.security.auth..",
                      "org.rdmamonitor.secure..",
                      "org.rdmamonitor.pem",
                      "org.jspecify.annotations..")))
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule onlyCliUsesTheStandardStreamsAndExits =
      noClasses()
          .that(are(handWritten()))
          .and()
          .resideOutsideOfPackage("org.rdmamonitor.cli..")
          .should()
          .accessField(System.class, "out")
          .orShould()
          .accessField(System.class, "err")
          .orShould()
          .accessField(System.class, "in")
          .orShould()
          .callMethod(System.class, "exit", int.class)
          .orShould()
          .callMethod(Throwable.class, "printStackTrace")
          .allowEmptyShould(true);

  @ArchTest static final ArchRule loggingIsSystemLogger = NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;

  @ArchTest
  static final ArchRule namesSayWhatAClassIs =
      noClasses()
          .should(
              be(
                  simpleNameEndingWith("Util")
                      .or(simpleNameEndingWith("Utils"))
                      .or(simpleNameEndingWith("Helper"))
                      .or(simpleNameEndingWith("Manager"))));

  @ArchTest
  static void everyPackageIsDescribedAndNullMarked(JavaClasses classes) {
    assertThat(classes.stream().filter(handWritten()).map(JavaClass::getPackage).distinct())
        .isNotEmpty()
        .allSatisfy(javaPackage ->
            assertThat(javaPackage.tryGetPackageInfo())
                .as("package-info.java of %s", javaPackage.getName())
                .hasValueSatisfying(
                    info -> assertThat(info.isAnnotatedWith(NullMarked.class)).isTrue()));
  }

  private static DescribedPredicate<JavaClass> handWritten() {
    return resideOutsideOfPackages(GENERATED).as("are written by hand");
  }

  private static ArchRule onlyIn(
      DescribedPredicate<JavaClass> dependency, String... allowedPackages) {
    return noClasses()
        .that()
        .resideOutsideOfPackages(allowedPackages)
        .should()
        .dependOnClassesThat(dependency)
        .allowEmptyShould(true);
  }
}
