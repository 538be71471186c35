// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.join;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.model.call.ControlCall.QueuePairEnd;
import org.rdmamonitor.model.call.EndCause;
import org.rdmamonitor.model.call.Signal;
import org.rdmamonitor.model.join.ConnectionEnd;
import org.rdmamonitor.model.join.ConnectionPair;
import org.rdmamonitor.model.join.JoinedHosts;
import org.rdmamonitor.policy.Finding.Severity;
import org.rdmamonitor.units.Times;

/** J2: one end went away while the other still existed, and why. */
final class LostPeers {
  /** If both ends ended in the same way within this time, they ended together. */
  private static final Duration TOGETHER = Duration.ofSeconds(1);

  /** How long the other end may remain after one has ended in good order. */
  private static final Duration LEFT_BEHIND = Duration.ofSeconds(10);

  private static final int SIGINT = 2;
  private static final int SIGTERM = 15;

  private final JoinedHosts hosts;
  private final Sightings sightings;

  LostPeers(JoinedHosts hosts, Sightings sightings) {
    this.hosts = hosts;
    this.sightings = sightings;
  }

  void see(ConnectionPair pair) {
    ConnectionEnd one = pair.one();
    ConnectionEnd other = pair.other();
    boolean isOneFirst =
        one.life().ended().isPresent()
            && (other.life().ended().isEmpty() || !later(one, other).isNegative());
    if (isOneFirst) {
      see(one, other);
    } else if (other.life().ended().isPresent()) {
      see(other, one);
    }
  }

  /** How long after the one end the other ended, or was last seen. */
  private Duration later(ConnectionEnd gone, ConnectionEnd left) {
    return hosts.between(
        gone.host(),
        gone.life().ended().orElseThrow(),
        left.host(),
        left.life().ended().orElse(hosts.host(left).end()));
  }

  private void see(ConnectionEnd gone, ConnectionEnd left) {
    Duration later = later(gone, left);
    Duration doubt = hosts.doubt(gone.host(), left.host(), LEFT_BEHIND);
    QueuePairEnd why = gone.life().ending().orElse(null);
    Optional<Severity> loss = loss(why);
    if (later.isNegative() || (loss.isPresent() && wentTogether(gone, left, later, doubt))) {
      return;
    }
    if (loss.isEmpty() && later.compareTo(LEFT_BEHIND.plus(doubt)) <= 0) {
      return;
    }
    Instant ended = gone.life().ended().orElseThrow();
    String cause = cause(why);
    sightings.add(
        JoinRule.J2,
        loss.orElse(Severity.NOTICE),
        EndNames.group(left, hosts) + ", of " + EndNames.group(gone, hosts),
        cause,
        "%s lost its peer: %s; there %s %s %s %s"
            .formatted(
                EndNames.pair(left),
                EndNames.peer(left),
                EndNames.owner(gone),
                cause,
                before(later, doubt),
                fate(left)),
        hosts.time(gone.host(), ended));
  }

  private static String before(Duration later, Duration doubt) {
    return later.compareTo(doubt) <= 0
        ? "at the same time or before"
        : Times.text(later.toNanos()) + " before";
  }

  /** What became of the other end afterwards. */
  private String fate(ConnectionEnd left) {
    if (left.life().ended().isEmpty()) {
      String last = hosts.host(left).file().isEmpty() ? "it was read last" : "the recording ended";
      return left.connection()
          .state()
          .map(state -> "%s, where it was in %s".formatted(last, state))
          .orElse(last);
    }
    return "it ended itself"
        + left.life()
            .ending()
            .map(why -> ": %s %s%s".formatted(EndNames.owner(left), cause(why), after(why)))
            .orElse("");
  }

  /** What the process was told of the connection before it ended this, if that is known. */
  private static String after(QueuePairEnd why) {
    return why.after().isEmpty() ? "" : " " + why.after();
  }

  /**
   * Whether both ends ended together in the same way, as those of a program that was ended on both
   * hosts.
   */
  private static boolean wentTogether(
      ConnectionEnd gone, ConnectionEnd left, Duration later, Duration doubt) {
    return later.compareTo(TOGETHER.plus(doubt)) <= 0
        && gone.life()
            .ending()
            .flatMap(why ->
                left.life()
                    .ending()
                    .map(other -> why.cause() == other.cause() && why.status() == other.status()))
            .orElse(false);
  }

  /** How bad this way of ending is; empty for the usual ones. */
  private static Optional<Severity> loss(@Nullable QueuePairEnd why) {
    if (why == null) {
      return Optional.empty();
    }
    return switch (why.cause()) {
      case EXITED -> why.status() == 0 ? Optional.empty() : Optional.of(Severity.WARNING);
      case KILLED ->
          Optional.of(
              why.status() == SIGINT || why.status() == SIGTERM
                  ? Severity.NOTICE
                  : Severity.WARNING);
      case OUT_OF_MEMORY, DEVICE_REMOVED -> Optional.of(Severity.CRITICAL);
      case UNKNOWN, DESTROYED, CLOSED, KERNEL_CONSUMER -> Optional.empty();
    };
  }

  /** What the owner did, or what happened to it. */
  private static String cause(@Nullable QueuePairEnd why) {
    EndCause cause = why == null ? EndCause.UNKNOWN : why.cause();
    int status = why == null ? 0 : why.status();
    return switch (cause) {
      case UNKNOWN -> "ended it, or was ended, which was not seen,";
      case DESTROYED, KERNEL_CONSUMER -> "destroyed it";
      case CLOSED -> "closed the device";
      case EXITED -> "exited with " + status;
      case KILLED -> "was killed by " + Signal.name(status);
      case OUT_OF_MEMORY -> "was killed, likely by the OOM killer";
      case DEVICE_REMOVED -> "lost its device, which was removed,";
    };
  }
}
