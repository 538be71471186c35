// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.watch;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.rdmamonitor.model.DeviceFilter;
import org.rdmamonitor.model.limits.Enforcement;
import org.rdmamonitor.source.kernel.naming.NameSources;

/**
 * How to watch the kernel.
 *
 * @param bpfObject the file rdma_monitor.bpf.o
 * @param probes whose functions count calls
 * @param gidPackets also watch the GID functions that run for data packets on some devices
 * @param copies how the functions that count objects are watched
 * @param ringBytes size of the ring buffer, a power of two and a multiple of the page size
 * @param maxObjects how many live objects can be told apart; {@link #AUTO_OBJECTS} for as many as
 *     this kernel can have room for without taking the memory before they exist
 * @param runStatistics have the kernel time the runs of BPF programs, all of the host's
 * @param enforcement what is done about limits
 * @param onExit what becomes of that when the process ends, by whatever means
 * @param devices those that are looked at; limits are enforced on all, so that these are all then
 * @param portInterval how long what was read of ports is good enough, at least
 * @param libraries files of librdma_intercept, by which processes tell of bad completions
 * @param names where names of pods, containers and users are looked for
 */
public record KernelOptions(
    Path bpfObject,
    Probes probes,
    boolean gidPackets,
    Copies copies,
    int ringBytes,
    int maxObjects,
    boolean runStatistics,
    Enforcement.Mode enforcement,
    OnExit onExit,
    DeviceFilter devices,
    Duration portInterval,
    List<Path> libraries,
    NameSources names) {

  public KernelOptions {
    libraries = List.copyOf(libraries);
  }

  /** As many objects as cost little memory. */
  public static final int AUTO_OBJECTS = 0;

  /** Ports are read once at each reading that comes a second after the one before, or later. */
  public static final Duration EACH_SECOND = Duration.ofMillis(900);

  /** The functions by which calls are counted. */
  public enum Probes {
    /** ib_uverbs and ib_core: every driver, processes and kernel consumers. */
    CORE,
    /** mlx5_ib: calls that reach this driver. */
    MLX5
  }

  /** How the functions that count objects are watched. */
  public enum Copies {
    /** Both where the kernel preempts itself, else by kprobe. */
    AUTO,
    /** By kprobe alone: ib_core can be unloaded while the monitor runs. */
    KPROBE,
    /** By kprobe and fentry: either may miss an event on a preemptible kernel. */
    BOTH
  }

  /** What becomes of enforcement when the process ends. */
  public enum OnExit {
    /** Limits no longer hold, and nothing is left in the kernel. */
    OPEN,
    /** Limits are enforced until another monitor takes over, or {@link KeptLimits#release()}. */
    KEEP
  }

  /** The defaults, for an object file. */
  public static KernelOptions defaults(Path bpfObject) {
    return new KernelOptions(
        bpfObject,
        Probes.CORE,
        false,
        Copies.AUTO,
        1 << 20,
        AUTO_OBJECTS,
        false,
        Enforcement.Mode.OBSERVE,
        OnExit.OPEN,
        DeviceFilter.ALL,
        EACH_SECOND,
        List.of(),
        NameSources.FILES);
  }

  /** The same options, with limits enforced. */
  public KernelOptions enforcing(Enforcement.Mode mode, OnExit then) {
    return with(mode, then, devices, libraries);
  }

  /** The same options, with these devices. */
  public KernelOptions watching(DeviceFilter others) {
    return with(enforcement, onExit, others, libraries);
  }

  /** The same options, with these files of librdma_intercept. */
  public KernelOptions hearing(List<Path> others) {
    return with(enforcement, onExit, devices, others);
  }

  private KernelOptions with(
      Enforcement.Mode mode, OnExit then, DeviceFilter others, List<Path> otherLibraries) {
    return new KernelOptions(
        bpfObject,
        probes,
        gidPackets,
        copies,
        ringBytes,
        maxObjects,
        runStatistics,
        mode,
        then,
        others,
        portInterval,
        otherLibraries,
        names);
  }
}
