// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.cgroup;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Whose a cgroup is, as far as its path tells, and the names that were given besides: a container,
 * a Kubernetes pod, a Slurm job step, a systemd unit or a login session.
 */
public final class CgroupName {
  private static final int SHORT_ID = 12;

  /** {@code docker-ID.scope}, {@code cri-containerd-ID.scope}, or the ID alone. */
  private static final Pattern CONTAINER =
      Pattern.compile("(?:([a-z-]+)-)?([0-9a-f]{64})(?:\\.scope)?");

  /** containerd given a systemd path by a kubelet that uses cgroupfs: {@code SLICE:PREFIX:ID}. */
  private static final Pattern UNPARSED_SLICE =
      Pattern.compile("(.+\\.slice):([a-z-]+):([0-9a-f]{64})");

  private static final Map<String, String> RUNTIMES =
      Map.of(
          "cri-containerd", "containerd",
          "crio", "cri-o",
          "crio-conmon", "cri-o conmon",
          "libpod", "podman",
          "libpod-conmon", "podman conmon",
          "libpod_parent", "podman",
          "k8s.io", "containerd",
          "actions_job", "docker");

  /** A pod's uid; static pods have a hash without hyphens; systemd has underscores for hyphens. */
  private static final Pattern POD =
      Pattern.compile(
          "(?:.*-)?pod([0-9a-f]{8}(?:[-_][0-9a-f]{4}){3}[-_][0-9a-f]{12}|[0-9a-f]{32})"
              + "(?:\\.slice)?");

  /**
   * {@code job_42}, {@code step_batch}, {@code task_0}. But {@code task_special} is of all tasks of
   * a step, where Slurm keeps them together, and is no task's name.
   */
  private static final Pattern SLURM_PART =
      Pattern.compile("(?!task_special$)(job|step|task)_(\\w+)");

  private static final Pattern USER_SLICE = Pattern.compile("user-(\\d+)\\.slice");
  private static final Pattern SESSION = Pattern.compile("session-(\\w+)\\.scope");
  private static final Pattern USER_MANAGER = Pattern.compile("user@(\\d+)\\.service");
  private static final Pattern LXC = Pattern.compile("lxc\\.payload\\.(.+)");
  private static final Pattern MACHINE =
      Pattern.compile("machine-(.+)\\.scope|systemd-nspawn@(.+)\\.service");
  private static final Pattern UNIT =
      Pattern.compile(".+\\.(?:service|scope|slice|socket|mount|swap)");

  private static final int MOST_LABELS = 1 << 14;

  /**
   * Labels that were asked for before. To make one takes a dozen patterns, and every reading has
   * thousands of cgroups on a large host; when there are too many, all are forgotten.
   */
  private static final Map<Named, Optional<String>> LABELS = new ConcurrentHashMap<>();

  /**
   * Of whom a cgroup of Slurm is.
   *
   * @param job its number
   * @param step number, or {@code batch}, {@code extern}; empty for all of the job
   */
  public record SlurmStep(String job, String step) {
    public static final SlurmStep NONE = new SlurmStep("", "");
  }

  /** All that a label is made of. */
  private record Named(String path, GivenNames given) {}

  private CgroupName() {}

  /**
   * A short label for a cgroup: as {@link #of(String)}, but with the names that were given: {@code
   * pod default/trainer-0 worker}, {@code docker web}, {@code slurm job 42 step 0 user alice}.
   */
  public static Optional<String> of(Cgroup cgroup) {
    return label(new Named(cgroup.path(), cgroup.given()));
  }

  private static Optional<String> label(Named named) {
    if (LABELS.size() >= MOST_LABELS) {
      LABELS.clear();
    }
    return LABELS.computeIfAbsent(
        named, n -> n.given.isNone() ? labelByPath(n.path) : labelByNames(n.path, n.given));
  }

  private static Optional<String> labelByNames(String path, GivenNames given) {
    List<String> parts = parts(path);
    Container own = ofHost(parts);
    List<String> label = new ArrayList<>();
    given.podName().ifPresent(name -> label.add("pod " + name));
    if (!given.container().isEmpty()) {
      label.add(given.hasPod() ? given.container() : own.maker() + " " + given.container());
    } else {
      label.add(own.made());
    }
    Container inner = container(parts);
    if (!inner.id().equals(own.id())) {
      label.add(inner.made());
    }
    if (own.equals(Container.NONE) && !given.user().isEmpty()) {
      label.add(slurm(parts).orElse(""));
      label.add("user " + given.user());
    }
    label.removeIf(String::isEmpty);
    return Optional.of(String.join(" ", label));
  }

  /** What of the names of a cgroup holds for one above it, too, that has this path. */
  public static GivenNames above(String path, Cgroup cgroup) {
    GivenNames given = cgroup.given();
    Container own = ofHost(path);
    Container below = ofHost(cgroup.path());
    if (given.isNone() || own.equals(Container.NONE)) {
      return GivenNames.NONE;
    }
    return own.equals(below) ? given : GivenNames.ofPod(given.namespace(), given.pod(), "");
  }

  /**
   * Whether someone who asks for this means a cgroup: by its path or the path of one above it; by
   * its pod or container; or by its label or the first words of it, such as {@code slurm job 42}.
   */
  public static boolean isMeant(String wanted, Cgroup cgroup) {
    if (isIn(wanted, cgroup.path())) {
      return true;
    }
    return !wanted.isEmpty()
        && !wanted.startsWith("/")
        && (cgroup.given().answersTo(wanted)
            || of(cgroup)
                .filter(label ->
                    label.equals(wanted)
                        || label.startsWith(wanted + " ")
                        || label.startsWith(wanted + "/"))
                .isPresent());
  }

  /** Whether a path is that of a cgroup, which may end in a slash, or of one below it. */
  private static boolean isIn(String cgroup, String path) {
    return Cgroup.isWithin(
        path, cgroup.endsWith("/") ? cgroup.substring(0, cgroup.length() - 1) : cgroup);
  }

  /**
   * A short label for the path of a cgroup, such as {@code docker 0123456789ab}, {@code slurm job
   * 42 step 0} or {@code nginx.service}; empty where the path tells nothing that it does not show.
   */
  public static Optional<String> of(String path) {
    return label(new Named(path, GivenNames.NONE));
  }

  private static Optional<String> labelByPath(String path) {
    List<String> parts = parts(path);
    return container(parts)
        .label()
        .or(() -> slurm(parts))
        .or(() -> last(parts, LXC).map(name -> "lxc " + name))
        .or(() -> last(parts, MACHINE).map(name -> "machine " + name))
        .or(() -> login(parts))
        .or(() -> unit(parts));
  }

  private static List<String> parts(String path) {
    return Arrays.stream(path.split("/"))
        .filter(part -> !part.isEmpty())
        .flatMap(CgroupName::apart)
        .map(CgroupName::unescape)
        .toList();
  }

  private static Stream<String> apart(String part) {
    Matcher matcher = UNPARSED_SLICE.matcher(part);
    return matcher.matches()
        ? Stream.of(matcher.group(1), matcher.group(2) + "-" + matcher.group(3))
        : Stream.of(part);
  }

  /**
   * The container and the pod that a cgroup belongs to, as far as its path tells.
   *
   * @param pod uid of the Kubernetes pod; empty where there is none
   * @param runtime what made the container: {@code docker}, {@code containerd}, {@code cri-o},
   *     {@code podman} ...; empty where the path does not tell, or there is no container
   * @param id of the container, 64 hexadecimal digits; empty where there is none
   */
  public record Container(String pod, String runtime, String id) {
    public static final Container NONE = new Container("", "", "");

    private Optional<String> label() {
      String label = ((pod.isEmpty() ? "" : "pod " + pod) + " " + made()).strip();
      return label.isEmpty() ? Optional.empty() : Optional.of(label);
    }

    private String maker() {
      return runtime.isEmpty() ? "container" : runtime;
    }

    /** {@code docker 0123456789ab}; empty where there is no container. */
    private String made() {
      return id.isEmpty() ? "" : maker() + " " + id.substring(0, SHORT_ID);
    }
  }

  /** The container and the pod that the cgroup of a path belongs to. */
  public static Container container(String path) {
    return container(parts(path));
  }

  /**
   * The pod and the container that the host itself runs: the outermost, as a container may have
   * more inside; and none of what is below a user's own service manager or a whole system in a
   * container, where cgroups are called what their users like.
   */
  public static Container ofHost(String path) {
    return ofHost(parts(path));
  }

  private static Container ofHost(List<String> parts) {
    String pod = "";
    for (int i = 0; i < parts.size(); i++) {
      String part = parts.get(i);
      if (Stream.of(USER_MANAGER, LXC, MACHINE).anyMatch(own -> own.matcher(part).matches())) {
        break;
      }
      Matcher uid = POD.matcher(part);
      if (pod.isEmpty() && uid.matches()) {
        pod = uid.group(1).replace('_', '-');
      }
      Optional<Container> made = madeAt(parts, i);
      if (made.isPresent()) {
        return new Container(pod, made.get().runtime(), made.get().id());
      }
    }
    return new Container(pod, "", "");
  }

  /** Whether it is part of a Slurm job that the host itself runs. */
  public static boolean isSlurm(String path) {
    return slurmStep(path).isPresent();
  }

  /** The Slurm job that a path is part of, if the host itself runs it. */
  public static Optional<SlurmStep> slurmStep(String path) {
    List<String> parts = parts(path);
    boolean isOfHost =
        slurm(parts).isPresent()
            && ofHost(parts).equals(Container.NONE)
            && parts.stream().noneMatch(part -> USER_MANAGER.matcher(part).matches());
    return isOfHost
        ? Optional.of(new SlurmStep(slurmPart(parts, "job"), slurmPart(parts, "step")))
        : Optional.empty();
  }

  /** The number of the innermost such part; empty if there is none. */
  private static String slurmPart(List<String> parts, String kind) {
    return parts.reversed().stream()
        .map(SLURM_PART::matcher)
        .filter(part -> part.matches() && part.group(1).equals(kind))
        .map(part -> part.group(2))
        .findFirst()
        .orElse("");
  }

  private static Container container(List<String> parts) {
    String pod = last(parts, POD).map(uid -> uid.replace('_', '-')).orElse("");
    Container container = Container.NONE;
    for (int i = 0; i < parts.size(); i++) {
      container = madeAt(parts, i).orElse(container);
    }
    return new Container(pod, container.runtime(), container.id());
  }

  /** The container whose cgroup this part of a path is, without its pod. */
  private static Optional<Container> madeAt(List<String> parts, int i) {
    Matcher matcher = CONTAINER.matcher(parts.get(i));
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String maker = matcher.group(1) != null ? matcher.group(1) : i > 0 ? parts.get(i - 1) : "";
    return Optional.of(new Container("", runtime(maker), matcher.group(2)));
  }

  /** Names the maker of a container by a prefix of its cgroup, or by the cgroup above. */
  private static String runtime(String maker) {
    if (List.of("docker", "nerdctl", "containerd", "buildkit").contains(maker)) {
      return maker;
    }
    return RUNTIMES.getOrDefault(maker, "");
  }

  private static Optional<String> slurm(List<String> parts) {
    if (parts.stream().noneMatch(part -> part.contains("slurm"))) {
      return Optional.empty();
    }
    StringBuilder label = new StringBuilder("slurm");
    for (String part : parts) {
      Matcher matcher = SLURM_PART.matcher(part);
      if (matcher.matches()) {
        label.append(' ').append(matcher.group(1)).append(' ').append(matcher.group(2));
      }
    }
    return Optional.of(label.toString()).filter(l -> l.contains(" job "));
  }

  /** What runs in a login session, or under a user's own service manager. */
  private static Optional<String> login(List<String> parts) {
    Optional<String> user = last(parts, USER_SLICE).or(() -> last(parts, USER_MANAGER));
    if (user.isEmpty()) {
      return Optional.empty();
    }
    String label = "user " + user.get();
    Optional<String> session = last(parts, SESSION);
    if (session.isPresent()) {
      return Optional.of(label + " session " + session.get());
    }
    Optional<String> unit =
        unit(parts)
            .filter(name -> !USER_SLICE.matcher(name).matches())
            .filter(name -> !USER_MANAGER.matcher(name).matches());
    return Optional.of(unit.map(name -> label + " " + name).orElse(label));
  }

  /** The innermost unit, with what its cgroup is divided into. */
  private static Optional<String> unit(List<String> parts) {
    for (int i = parts.size() - 1; i >= 0; i--) {
      if (UNIT.matcher(parts.get(i)).matches()) {
        return Optional.of(String.join("/", parts.subList(i, parts.size())));
      }
    }
    return Optional.empty();
  }

  /** The first group that matched in the innermost part that matches. */
  private static Optional<String> last(List<String> parts, Pattern pattern) {
    for (String part : parts.reversed()) {
      Matcher matcher = pattern.matcher(part);
      if (matcher.matches()) {
        return Optional.of(matcher.group(1) != null ? matcher.group(1) : matcher.group(2));
      }
    }
    return Optional.empty();
  }

  /** Undoes systemd's escapes (systemd-escape(1)): {@code \x2d} is a byte of UTF-8. */
  private static String unescape(String part) {
    if (!part.contains("\\x")) {
      return part;
    }
    byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream result = new ByteArrayOutputStream();
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '\\' && i + 3 < bytes.length && bytes[i + 1] == 'x') {
        int high = Character.digit(bytes[i + 2], 16);
        int low = Character.digit(bytes[i + 3], 16);
        if (high >= 0 && low >= 0) {
          result.write(high << 4 | low);
          i += 3;
          continue;
        }
      }
      result.write(bytes[i]);
    }
    return result.toString(StandardCharsets.UTF_8);
  }
}
