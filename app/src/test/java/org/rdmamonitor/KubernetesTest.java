// SPDX-License-Identifier: MIT
package org.rdmamonitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyEgressRule;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmamonitor.policy.config.ThresholdsFile;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;

/**
 * The manifests of samples/kubernetes by the API's own types: they have no field that the API does
 * not know, give no more than their README explains, and are what the lab tries.
 */
class KubernetesTest {
  private static final Path PROJECT = Path.of("..");
  private static final Path MANIFESTS = PROJECT.resolve("samples/kubernetes");
  private static final Path KUBECTL = Path.of("/usr/bin/kubectl");
  private static final int PORT = 19879;

  /** What manifests are, but for kustomize's own. */
  private static final Map<String, Class<?>> KINDS =
      Map.of(
          "v1 Namespace", Namespace.class,
          "v1 ConfigMap", ConfigMap.class,
          "apps/v1 DaemonSet", DaemonSet.class,
          "networking.k8s.io/v1 NetworkPolicy", NetworkPolicy.class);

  /** The types keep what they do not know for whoever may know it; here that is an error. */
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .annotationIntrospector(
              new JacksonAnnotationIntrospector() {
                @Override
                public Boolean hasAnySetter(MapperConfig<?> config, Annotated annotated) {
                  return false;
                }
              })
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .build();

  @TempDir Path directory;

  private PodSpec pod;
  private Container container;
  private SecurityContext security;
  private String readme;

  @BeforeEach
  void read() throws IOException {
    DaemonSet daemons = (DaemonSet) manifest(Files.readString(MANIFESTS.resolve("daemonset.yaml")));
    pod = daemons.getSpec().getTemplate().getSpec();
    container = pod.getContainers().getFirst();
    security = container.getSecurityContext();
    readme = Files.readString(MANIFESTS.resolve("README.md"));
  }

  @Test
  void theApiKnowsEveryFieldOfEveryManifest() throws IOException {
    List<String> listed = listed("kustomization.yaml", "resources");
    List<String> files;
    try (Stream<Path> all = Files.list(MANIFESTS)) {
      files =
          all.map(file -> String.valueOf(file.getFileName()))
              .filter(name -> name.endsWith(".yaml") && !name.equals("kustomization.yaml"))
              .sorted()
              .toList();
    }

    assertThat(listed).containsExactlyInAnyOrderElementsOf(files);
    for (String file : files) {
      assertThat(manifest(Files.readString(MANIFESTS.resolve(file)))).isNotNull();
    }
  }

  @Test
  void whatTheApiDoesNotKnowWouldBeAnError() throws IOException {
    String text = Files.readString(MANIFESTS.resolve("daemonset.yaml"));

    assertThatThrownBy(
            () -> manifest(text.replace("readOnlyRootFilesystem", "readOnlyRootFileSystem")))
        .isInstanceOf(JacksonException.class)
        .hasMessageContaining("readOnlyRootFileSystem");
    assertThatThrownBy(() -> manifest(text.replace("hostPID: true", "hostPID: \"true\"")))
        .isInstanceOf(JacksonException.class);
  }

  @Test
  void thePodHasNoTokenAndOnlyTheProcessesOfTheHost() {
    assertThat(pod.getAutomountServiceAccountToken()).isFalse();
    assertThat(pod.getServiceAccountName()).isNull();
    assertThat(pod.getHostPID()).isTrue();
    assertThat(pod.getHostNetwork()).isNull();
    assertThat(pod.getHostIPC()).isNull();
    assertThat(pod.getContainers()).hasSize(1);
    assertThat(pod.getInitContainers()).isEmpty();
  }

  @Test
  void theContainerHasAReadOnlyRootAndTwoCapabilities() {
    assertThat(security.getReadOnlyRootFilesystem()).isTrue();
    assertThat(security.getPrivileged()).isFalse();
    assertThat(security.getAllowPrivilegeEscalation()).isFalse();
    assertThat(security.getSeccompProfile().getType()).isEqualTo("RuntimeDefault");
    assertThat(security.getCapabilities().getDrop()).containsExactly("ALL");
    assertThat(security.getCapabilities().getAdd()).containsExactly("BPF", "PERFMON");
    assertThat(container.getVolumeMounts()).allMatch(VolumeMount::getReadOnly);
  }

  @Test
  void everyPrivilegeAndEveryMountIsExplained() throws IOException {
    List<String> explained = new ArrayList<>(List.of("`hostPID`", "`runAsUser: 0`"));
    security.getCapabilities().getAdd().forEach(name -> explained.add("`CAP_" + name + "`"));
    hostPaths().forEach(path -> explained.add("`" + path + "`"));
    try (Stream<Path> components = Files.list(MANIFESTS.resolve("components"))) {
      components.forEach(
          component -> explained.add("`components/" + component.getFileName() + "`"));
    }

    assertThat(explained)
        .hasSizeGreaterThan(8)
        .allSatisfy(name -> assertThat(readme).contains("\n| " + name + " |"));
  }

  @Test
  void itIsAskedWhereItServes() throws IOException {
    assertThat(container.getArgs()).startsWith("export", "0.0.0.0:" + PORT);
    assertThat(container.getPorts().getFirst().getContainerPort()).isEqualTo(PORT);
    String name = container.getPorts().getFirst().getName();
    assertThat(probes(container))
        .extracting(probe -> probe.getHttpGet().getPath())
        .as("it lives while it answers, and is ready while its readings are of the present")
        .containsExactly("/", "/", "/healthz");
    assertThat(probes(container))
        .allSatisfy(probe -> assertThat(probe.getHttpGet().getPort().getStrVal()).isEqualTo(name));
    NetworkPolicy policy =
        (NetworkPolicy) manifest(Files.readString(MANIFESTS.resolve("networkpolicy.yaml")));
    assertThat(policy.getSpec().getIngress().getFirst().getPorts().getFirst().getPort().getStrVal())
        .isEqualTo(name);
    assertThat(policy.getSpec().getEgress()).as("it asks nobody").isEmpty();
  }

  @Test
  void itsLimitsAreLimits() throws Exception {
    ConfigMap map = (ConfigMap) manifest(Files.readString(MANIFESTS.resolve("config.yaml")));
    Path file = directory.resolve("config.txt");
    Files.writeString(file, map.getData().get("config.txt"));

    assertThat(ThresholdsFile.read(file, "config.txt")).isNotNull();
    assertThat(pod.getVolumes())
        .anySatisfy(volume -> {
          assertThat(volume.getConfigMap()).isNotNull();
          assertThat(volume.getConfigMap().getName()).isEqualTo(map.getMetadata().getName());
        });
  }

  @Test
  void theLabGivesTheImageWhatTheManifestGives() throws Exception {
    List<String> read =
        run(
                PROJECT,
                "bash",
                "-euc",
                "project=$PWD; . samples/lab/tests/lib/daemonset; capabilities; mounts; arguments")
            .lines()
            .toList();
    List<String> written = new ArrayList<>(security.getCapabilities().getAdd());
    for (Volume volume : pod.getVolumes()) {
      if (volume.getHostPath() != null) {
        written.add(
            volume.getName() + " " + volume.getHostPath().getPath() + " " + mountOf(volume));
      }
    }
    written.addAll(container.getArgs());

    assertThat(read).isEqualTo(written);
  }

  /**
   * Of components the API server wants {@code SYS_ADMIN} and not {@code CAP_SYS_ADMIN} in a
   * container that may not gain privileges.
   */
  @Test
  void kustomizePutsEachComponentIn() throws Exception {
    assumeTrue(Files.isExecutable(KUBECTL), "kubectl is not installed");
    assertThat(built("sys-admin").getCapabilities().getAdd())
        .containsExactly("BPF", "PERFMON", "SYS_ADMIN");
    assertThat(built("removed-cgroups").getCapabilities().getAdd())
        .containsExactly("BPF", "PERFMON", "DAC_READ_SEARCH");
    assertThat(built("network-namespaces").getCapabilities().getAdd())
        .containsExactly("BPF", "PERFMON", "SYS_ADMIN", "SYS_PTRACE");
    assertThat(built("seccomp-unconfined").getSeccompProfile().getType()).isEqualTo("Unconfined");
    assertThat(podBuilt("host-network").getHostNetwork()).isTrue();
    assertThat(built("selinux").getSeLinuxOptions().getType()).isEqualTo("spc_t");
    assertThat(built("apparmor-unconfined").getAppArmorProfile().getType()).isEqualTo("Unconfined");
  }

  /** The kubelet has no password and no certificate, and nothing else may depend on them. */
  @Test
  void whereAPasswordIsNeededTheProbesNeedNone() throws Exception {
    assumeTrue(Files.isExecutable(KUBECTL), "kubectl is not installed");
    PodSpec guarded = podBuilt("web-config");
    Container built = guarded.getContainers().getFirst();

    assertThat(probes(built))
        .allSatisfy(probe -> {
          assertThat(probe.getHttpGet()).isNull();
          assertThat(probe.getTcpSocket().getPort().getStrVal())
              .isEqualTo(built.getPorts().getFirst().getName());
        });
    String mount = built.getVolumeMounts().getLast().getMountPath();
    assertThat(built.getArgs()).contains("--web.config.file=" + mount + "/web-config.yml");
    assertThat(guarded.getVolumes().getLast().getSecret().getDefaultMode()).isEqualTo(0400);
  }

  @Test
  void logRecordsLeaveForTheCollectorAndAreTheNodes() throws Exception {
    assumeTrue(Files.isExecutable(KUBECTL), "kubectl is not installed");
    Container built = podBuilt("otlp").getContainers().getFirst();

    assertThat(built.getArgs()).anyMatch(argument -> argument.startsWith("--otlp=http"));
    assertThat(built.getEnv())
        .extracting(EnvVar::getName, EnvVar::getValue)
        .containsExactly(
            tuple("NODE_NAME", null),
            tuple("OTEL_RESOURCE_ATTRIBUTES", "host.name=$(NODE_NAME),k8s.node.name=$(NODE_NAME)"));
    assertThat(built.getEnv().getFirst().getValueFrom().getFieldRef().getFieldPath())
        .isEqualTo("spec.nodeName");
    assertThat(built("otlp", NetworkPolicy.class).getSpec().getEgress())
        .flatExtracting(NetworkPolicyEgressRule::getPorts)
        .extracting(port -> port.getPort().getIntVal())
        .containsExactly(4318, 53, 53);
  }

  private static List<Probe> probes(Container of) {
    return List.of(of.getStartupProbe(), of.getLivenessProbe(), of.getReadinessProbe());
  }

  private SecurityContext built(String component) throws Exception {
    return podBuilt(component).getContainers().getFirst().getSecurityContext();
  }

  private PodSpec podBuilt(String component) throws Exception {
    PodSpec built = built(component, DaemonSet.class).getSpec().getTemplate().getSpec();
    assertThat(built.getContainers().getFirst().getImage())
        .isEqualTo("registry.example/rdma-monitor:1");
    return built;
  }

  /** With a component, and with an image from elsewhere, as the README has it. */
  private <T> T built(String component, Class<T> kind) throws Exception {
    Path overlay = Files.createDirectories(directory.toRealPath().resolve(component));
    Path base = overlay.relativize(MANIFESTS.toRealPath());
    Files.writeString(
        overlay.resolve("kustomization.yaml"),
        """
        resources: [%s]
        components: [%s/components/%s]
        images:
          - {name: rdma-monitor, newName: registry.example/rdma-monitor, newTag: "1"}
        """
            .formatted(base, base, component));
    String all = run(overlay, KUBECTL.toString(), "kustomize", ".");
    return Stream.of(all.split("\n---\n", -1))
        .map(KubernetesTest::manifest)
        .filter(kind::isInstance)
        .map(kind::cast)
        .findFirst()
        .orElseThrow();
  }

  private List<String> hostPaths() {
    return pod.getVolumes().stream()
        .filter(volume -> volume.getHostPath() != null)
        .map(volume -> volume.getHostPath().getPath())
        .sorted(Comparator.naturalOrder())
        .toList();
  }

  private String mountOf(Volume volume) {
    return container.getVolumeMounts().stream()
        .filter(mount -> mount.getName().equals(volume.getName()))
        .map(VolumeMount::getMountPath)
        .findFirst()
        .orElseThrow();
  }

  private static List<String> listed(String file, String key) throws IOException {
    return ((List<?>) yaml(Files.readString(MANIFESTS.resolve(file))).get(key))
        .stream().map(String::valueOf).toList();
  }

  private static Object manifest(String text) {
    Map<?, ?> fields = yaml(text);
    String kind = fields.get("apiVersion") + " " + fields.get("kind");
    assertThat(KINDS).containsKey(kind);
    return MAPPER.convertValue(fields, KINDS.get(kind));
  }

  private static Map<?, ?> yaml(String text) {
    return (Map<?, ?>) new Load(LoadSettings.builder().build()).loadFromString(text);
  }

  private static String run(Path directory, String... command) throws Exception {
    Process process =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }
}
