// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.cgroup;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * To whom a cgroup belongs, as far as its path and its other names tell: a container, a Kubernetes
 * pod, a Slurm job step, a systemd unit or a login session.
 */
public final class CgroupName {
  private static final int SHORT_ID = 12;

  private static final Map<String, String> RUNTIMES =
      Map.of(
          "cri-containerd", "containerd",
          "crio", "cri-o",
          "crio-conmon", "cri-o conmon",
          "libpod", "podman",
          "libpod-conmon", "podman conmon",
          "libpod-payload", "podman",
          "libpod_parent", "podman",
          "k8s.io", "containerd",
          "actions_job", "docker");

  /**
   * A pod's uid. Static pods have a hash without hyphens; systemd replaces hyphens by underscores.
   */
  private static final Pattern POD =
      Pattern.compile(
          "(?:.*-)?pod([0-9a-f]{8}(?:[-_][0-9a-f]{4}){3}[-_][0-9a-f]{12}|[0-9a-f]{32})"
              + "(?:\\.slice)?");

  /**
   * {@code job_42}, {@code step_batch}, {@code task_0}. But {@code task_special} is for all tasks
   * of a step, where Slurm keeps them together, and is no task's name.
   */
  private static final Pattern SLURM_PART =
      Pattern.compile("(?!task_special$)(job|step|task)_(\\w+)");

  private static final Pattern USER_SLICE = Pattern.compile("user-(\\d+)\\.slice");
  private static final Pattern SESSION = Pattern.compile("session-(\\w+)\\.scope");
  private static final Pattern UNIT =
      Pattern.compile(".+\\.(?:service|scope|slice|socket|mount|swap)");

  private static final int MOST_LABELS = 1 << 14;

  /**
   * Labels that were made before. Making one takes a dozen patterns, and each reading of a large
   * host has thousands of cgroups; when there are too many labels, all are dropped.
   */
  private static final Map<Named, Optional<String>> LABELS = new ConcurrentHashMap<>();

  /**
   * The job step that a cgroup of Slurm belongs to.
   *
   * @param job its number
   * @param step number, or {@code batch}, {@code extern}; empty for the whole job
   */
  public record SlurmStep(String job, String step) {
    public static final SlurmStep NONE = new SlurmStep("", "");
  }

  /** Everything that a label depends on. */
  private record Named(String path, int trustedLevels, GivenNames given) {}

  private CgroupName() {}

  /**
   * A short label for a cgroup, by its path and the names that were given: {@code pod
   * default/trainer-0 worker}, {@code docker 0123456789ab}, {@code slurm job 42 step 0 user alice},
   * {@code nginx.service}; empty if it would tell nothing that the path does not show. It begins
   * with what the host itself has named.
   */
  public static Optional<String> of(Cgroup cgroup) {
    if (LABELS.size() >= MOST_LABELS) {
      LABELS.clear();
    }
    return LABELS.computeIfAbsent(
        new Named(cgroup.path(), cgroup.trustedLevels(), cgroup.given()), _ -> label(cgroup));
  }

  private static Optional<String> label(Cgroup cgroup) {
    CgroupParts parts = CgroupParts.of(cgroup);
    Container own = outermost(parts);
    String inner = innermost(parts).made();
    Optional<String> label =
        own.equals(Container.NONE)
            ? slurm(parts)
                .map(job -> withUser(job, cgroup.given()))
                .or(() -> last(parts.host(), CgroupParts.LXC).map(name -> "lxc " + name))
                .or(() -> last(parts.host(), CgroupParts.MACHINE).map(name -> "machine " + name))
                .or(() -> login(parts, inner.isEmpty()))
                .or(() -> unit(parts.host(), inner.isEmpty() ? parts.inner() : List.of()))
            : Optional.of(own.label(cgroup.given()));
    return label.map(outer -> inner.isEmpty() ? outer : outer + " " + inner);
  }

  private static String withUser(String job, GivenNames given) {
    return given.user().isEmpty() ? job : job + " user " + given.user();
  }

  /**
   * The cgroup with this path, which is above a given one, with those names that apply to it too.
   */
  public static Cgroup above(String path, Cgroup cgroup) {
    Cgroup above = new Cgroup(Cgroup.OVERFLOW_ID, path, cgroup.trustedLevels(), GivenNames.NONE);
    GivenNames given = cgroup.given();
    Container own = ofHost(above);
    if (given.isNone() || own.equals(Container.NONE)) {
      return above;
    }
    return above.called(
        own.equals(ofHost(cgroup)) ? given : GivenNames.ofPod(given.namespace(), given.pod(), ""));
  }

  /**
   * Whether a cgroup is meant by this text: the path of the cgroup or of one above it; its pod or
   * container; or its label, or the label's first words, such as {@code slurm job 42}.
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
   * The container and the pod that a cgroup belongs to, as far as its path tells.
   *
   * @param pod uid of the Kubernetes pod; empty if there is none
   * @param runtime which made the container: {@code docker}, {@code containerd}, {@code cri-o},
   *     {@code podman} ...; empty if the path does not tell, or there is no container
   * @param id of the container, 64 hexadecimal digits; empty if there is none
   */
  public record Container(String pod, String runtime, String id) {
    public static final Container NONE = new Container("", "", "");

    /**
     * {@code pod UID containerd 0123456789ab}, with names in place of the numbers if they are
     * known.
     */
    private String label(GivenNames given) {
      String named = given.podName().orElse(pod);
      String container =
          given.container().isEmpty()
              ? made()
              : given.hasPod() ? given.container() : maker() + " " + given.container();
      return ((named.isEmpty() ? "" : "pod " + named) + " " + container).strip();
    }

    private String maker() {
      return runtime.isEmpty() ? "container" : runtime;
    }

    /** {@code docker 0123456789ab}; empty where there is no container. */
    private String made() {
      return id.isEmpty() ? "" : maker() + " " + id.substring(0, SHORT_ID);
    }
  }

  /**
   * The pod and the container of a cgroup that the host itself runs: the outermost one, as a
   * container may have more inside; but not something that only looks like one, below a cgroup that
   * others name.
   */
  public static Container ofHost(Cgroup cgroup) {
    return outermost(CgroupParts.of(cgroup));
  }

  /** Whether it is part of a Slurm job that the host itself runs. */
  public static boolean isSlurm(Cgroup cgroup) {
    return slurmStep(cgroup).isPresent();
  }

  /** The Slurm job that a cgroup is part of, if the host itself runs it. */
  public static Optional<SlurmStep> slurmStep(Cgroup cgroup) {
    CgroupParts parts = CgroupParts.of(cgroup);
    return outermost(parts).equals(Container.NONE) && slurm(parts).isPresent()
        ? Optional.of(new SlurmStep(slurmPart(parts, "job"), slurmPart(parts, "step")))
        : Optional.empty();
  }

  /** The number of the innermost part of this kind; empty if there is none. */
  private static String slurmPart(CgroupParts parts, String kind) {
    return parts.host().reversed().stream()
        .map(SLURM_PART::matcher)
        .filter(part -> part.matches() && part.group(1).equals(kind))
        .map(part -> part.group(2))
        .findFirst()
        .orElse("");
  }

  private static Container outermost(CgroupParts parts) {
    List<String> host = parts.host();
    String pod =
        host.stream()
            .map(POD::matcher)
            .filter(Matcher::matches)
            .map(uid -> uid.group(1).replace('_', '-'))
            .findFirst()
            .orElse("");
    Container made =
        host.isEmpty() ? Container.NONE : madeAt(host, host.size() - 1).orElse(Container.NONE);
    return new Container(pod, made.runtime(), made.id());
  }

  /** The innermost container that somebody other than the host runs, without its pod. */
  private static Container innermost(CgroupParts parts) {
    Container container = Container.NONE;
    for (int i = 0; i < parts.inner().size(); i++) {
      container = madeAt(parts.inner(), i).orElse(container);
    }
    return container;
  }

  /** The container whose cgroup is this part of a path, without its pod. */
  private static Optional<Container> madeAt(List<String> parts, int i) {
    Matcher matcher = CgroupParts.CONTAINER.matcher(parts.get(i));
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String maker = matcher.group(1) != null ? matcher.group(1) : i > 0 ? parts.get(i - 1) : "";
    return Optional.of(new Container("", runtime(maker), matcher.group(2)));
  }

  /** Recognises the runtime by a prefix of the container's cgroup, or by the cgroup above. */
  private static String runtime(String maker) {
    if (List.of("docker", "nerdctl", "containerd", "buildkit").contains(maker)) {
      return maker;
    }
    return RUNTIMES.getOrDefault(maker, "");
  }

  private static Optional<String> slurm(CgroupParts parts) {
    if (parts.host().stream().noneMatch(part -> part.contains("slurm"))) {
      return Optional.empty();
    }
    StringBuilder label = new StringBuilder("slurm");
    for (String part : parts.host()) {
      Matcher matcher = SLURM_PART.matcher(part);
      if (matcher.matches()) {
        label.append(' ').append(matcher.group(1)).append(' ').append(matcher.group(2));
      }
    }
    return Optional.of(label.toString()).filter(l -> l.contains(" job "));
  }

  /**
   * What runs in a login session, or under a user's own service manager.
   *
   * @param withUnit whether to add the unit
   */
  private static Optional<String> login(CgroupParts parts, boolean withUnit) {
    List<String> host = parts.host();
    Optional<String> user = last(host, USER_SLICE).or(() -> last(host, CgroupParts.USER_MANAGER));
    if (user.isEmpty()) {
      return Optional.empty();
    }
    String label = "user " + user.get();
    Optional<String> session = last(host, SESSION);
    if (session.isPresent()) {
      return Optional.of(label + " session " + session.get());
    }
    Optional<String> unit =
        withUnit
            ? unit(parts.inner(), List.of())
                .or(() ->
                    unit(host, List.of())
                        .filter(name -> !USER_SLICE.matcher(name).matches())
                        .filter(name -> !CgroupParts.USER_MANAGER.matcher(name).matches()))
            : Optional.empty();
    return Optional.of(unit.map(name -> label + " " + name).orElse(label));
  }

  /**
   * The innermost unit, and the parts that its cgroup is divided into.
   *
   * @param below further such parts
   */
  private static Optional<String> unit(List<String> parts, List<String> below) {
    for (int i = parts.size() - 1; i >= 0; i--) {
      if (UNIT.matcher(parts.get(i)).matches()) {
        return Optional.of(
            String.join(
                "/",
                Stream.concat(parts.subList(i, parts.size()).stream(), below.stream()).toList()));
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
}
