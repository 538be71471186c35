// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.options;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.common.Distribution;
import org.rdmamonitor.cli.process.ProcessContext;
import org.rdmamonitor.http.HttpConfigException;
import org.rdmamonitor.source.kernel.watch.KernelOptions;
import org.rdmamonitor.source.kernel.watch.KernelOptions.Copies;
import org.rdmamonitor.source.kernel.watch.KernelOptions.Probes;
import org.rdmamonitor.text.Printable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of every command that watches the kernel. */
public final class KernelSettings {
  @Option(
      names = "--probes",
      paramLabel = "SET",
      converter = OptionValues.ProbeSets.class,
      completionCandidates = OptionValues.ProbeSets.class,
      description = "Where calls are counted: core (default; every driver) or mlx5.")
  private @Nullable Probes probes;

  @Option(
      names = "--gid-packets",
      description =
          "Count as GID_QUERY also the kernel's own look-ups: on rxe, one for every packet.")
  private boolean gidPackets;

  @Option(
      names = "--hooks",
      paramLabel = "MEANS",
      converter = OptionValues.Means.class,
      completionCandidates = OptionValues.Means.class,
      description = "How objects are counted: auto (default), kprobe, both.")
  private @Nullable Copies hooks;

  @Option(
      names = "--ring-size",
      paramLabel = "SIZE",
      converter = OptionValues.RingSize.class,
      description = "Size of the event buffer, a power of two (default: 1M).")
  private @Nullable Integer ringSize;

  @Option(
      names = "--max-objects",
      paramLabel = "N",
      converter = OptionValues.Objects.class,
      description =
          "Live objects that can be told apart (default: 2097152; 262144 before Linux 6.1).")
  private @Nullable Integer maxObjects;

  @Option(
      names = "--bpf-stats",
      description = "Have the kernel time the runs of BPF programs, all of the host's.")
  private boolean bpfStats;

  @Mixin private DeviceOptions devices = new DeviceOptions();

  @Option(
      names = "--port-interval",
      paramLabel = "SECONDS",
      converter = OptionValues.PortInterval.class,
      description = "Read ports and their counters no more often than this (default: 1).")
  private @Nullable Duration portInterval;

  @Option(
      names = "--intercept-library",
      paramLabel = "LIB",
      converter = OptionValues.LibraryFile.class,
      description =
          "Hear of bad completions by this librdma_intercept.so, beside the installed one.")
  private List<Path> libraries = List.of();

  @Mixin private NameOptions names = new NameOptions();

  /**
   * What the options ask for; what goes wrong with names later on is told on standard error.
   *
   * @throws HttpConfigException if a file that they name is wrong
   */
  public KernelOptions of(ProcessContext context, EnvironmentOptions options)
      throws HttpConfigException {
    return of(
        context, options, what -> context.err().println("rdma-monitor: " + Printable.of(what)));
  }

  /**
   * The same for a program that has the screen: nothing is told later on.
   *
   * @throws HttpConfigException if a file that they name is wrong
   */
  public KernelOptions onScreen(ProcessContext context, EnvironmentOptions options)
      throws HttpConfigException {
    return of(context, options, what -> {});
  }

  private KernelOptions of(
      ProcessContext context, EnvironmentOptions options, Consumer<String> notice)
      throws HttpConfigException {
    KernelOptions defaults = KernelOptions.defaults(Distribution.bpfObject());
    return new KernelOptions(
        defaults.bpfObject(),
        options.value(probes, "PROBES", new OptionValues.ProbeSets()).orElse(defaults.probes()),
        gidPackets,
        options.value(hooks, "HOOKS", new OptionValues.Means()).orElse(defaults.copies()),
        options
            .value(ringSize, "RING_SIZE", new OptionValues.RingSize())
            .orElse(defaults.ringBytes()),
        options
            .value(maxObjects, "MAX_OBJECTS", new OptionValues.Objects())
            .orElse(defaults.maxObjects()),
        bpfStats,
        defaults.enforcement(),
        defaults.onExit(),
        devices.of(options),
        options
            .value(portInterval, "PORT_INTERVAL", new OptionValues.PortInterval())
            .orElse(defaults.portInterval()),
        Stream.concat(
                Distribution.interceptLibraries().stream(),
                options
                    .values(libraries, "INTERCEPT_LIBRARY", new OptionValues.LibraryFile())
                    .stream())
            .distinct()
            .toList(),
        names.of(context, options, notice));
  }
}
