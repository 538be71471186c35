// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.connections;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.common.ProcessId;
import org.rdmamonitor.model.connection.ConnectionFilter;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.QueuePairType;
import picocli.CommandLine.Option;

/** Which connections are wanted, as options. */
final class FilterOptions {
  @Option(names = "--device", paramLabel = "DEVICE", description = "Only those of this device.")
  private @Nullable String device;

  @Option(
      names = {"-p", "--pid"},
      paramLabel = "PID",
      converter = ProcessId.class,
      description = "Only those of this process.")
  private @Nullable Integer pid;

  @Option(
      names = "--cgroup",
      paramLabel = "PATH|NAME",
      description = "Only those of this cgroup or below it, or of this pod, container or job.")
  private @Nullable String cgroup;

  @Option(
      names = "--peer",
      paramLabel = "ADDRESS",
      converter = ConnectionValues.Peer.class,
      description = "Only those to 10.1.0.7, a GID, or lid:7.")
  private @Nullable String peer;

  @Option(
      names = "--qpn",
      paramLabel = "NUMBER",
      converter = ConnectionValues.QueuePairNumber.class,
      description = "Only those of which an end has this number.")
  private @Nullable Integer number;

  @Option(
      names = "--type",
      paramLabel = "TYPE",
      split = ",",
      converter = ConnectionValues.Type.class,
      description = "Only these: RC,UD ...")
  private List<QueuePairType> types = List.of();

  @Option(
      names = "--state",
      paramLabel = "STATE",
      split = ",",
      converter = ConnectionValues.State.class,
      description = "Only those in these states: RTS,ERR ...")
  private List<QueuePairState> states = List.of();

  @Option(names = "--connected", description = "Only those whose peer is known.")
  private boolean connected;

  /** What they say together. */
  ConnectionFilter filter() {
    Set<QueuePairType> wantedTypes = EnumSet.noneOf(QueuePairType.class);
    wantedTypes.addAll(types);
    Set<QueuePairState> wantedStates = EnumSet.noneOf(QueuePairState.class);
    wantedStates.addAll(states);
    return new ConnectionFilter(
        Optional.ofNullable(device),
        pid == null ? OptionalInt.empty() : OptionalInt.of(pid),
        Optional.ofNullable(cgroup),
        Optional.ofNullable(peer),
        number == null ? OptionalInt.empty() : OptionalInt.of(number),
        wantedTypes,
        wantedStates,
        connected);
  }
}
