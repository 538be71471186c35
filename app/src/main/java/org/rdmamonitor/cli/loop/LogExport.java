// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.loop;

import java.io.PrintWriter;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.process.Pace;
import org.rdmamonitor.cli.process.ProcessContext;
import org.rdmamonitor.cli.process.Version;
import org.rdmamonitor.http.HttpConfig;
import org.rdmamonitor.http.HttpSetupException;
import org.rdmamonitor.model.CallNames;
import org.rdmamonitor.model.Health.Figure;
import org.rdmamonitor.model.LostCalls;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.model.call.AsyncEvent;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.ControlEvent;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.cgroup.CgroupName;
import org.rdmamonitor.model.cgroup.GivenNames;
import org.rdmamonitor.policy.CgroupBreach;
import org.rdmamonitor.policy.Verdict;
import org.rdmamonitor.policy.VerdictChanges;
import org.rdmamonitor.policy.VerdictChanges.Changes;
import org.rdmamonitor.render.otlp.Delivery;
import org.rdmamonitor.render.otlp.Emitter;
import org.rdmamonitor.render.otlp.Observation;
import org.rdmamonitor.render.otlp.Observation.FindingChange.News;
import org.rdmamonitor.render.otlp.OtlpSender;

/**
 * Sends what the monitor finds as log records, if that was asked for; says on stderr, and in the
 * health of samples, what was lost. Not safe for use by several threads.
 */
public final class LogExport implements Feed.Listener, AutoCloseable {
  /** How long a replay, which nobody waits for, waits for a receiver that takes nothing. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final @Nullable OtlpSender sender;
  private final PrintWriter err;
  private final boolean withCalls;
  private final boolean atOnce;
  private final InstantSource clock;
  private final CallNames names = new CallNames();
  private final LostCalls lost = new LostCalls();
  private final VerdictChanges verdicts = new VerdictChanges();
  private @Nullable Pace patient;
  private boolean inTrouble;
  private long lostBefore;

  /**
   * Who takes log records.
   *
   * @param headers of each request
   * @param queue the most records that wait
   * @param attributes of the resource, besides those that this program knows
   */
  public record Receiver(
      URI server,
      HttpConfig http,
      Map<String, String> headers,
      int queue,
      Map<String, String> attributes) {}

  private LogExport(
      ProcessContext context, @Nullable OtlpSender sender, boolean withCalls, boolean atOnce) {
    this.sender = sender;
    this.err = context.err();
    this.withCalls = withCalls;
    this.atOnce = atOnce;
    this.clock = context.clock();
  }

  /**
   * Sends from now on.
   *
   * @param receiver empty to send nothing
   * @param host whose records these are
   * @param withCalls whether of samples all is sent, or only calls that were refused, and
   *     asynchronous events of something that failed
   * @param atOnce whether trouble is told when it happens; else at the end, for where a screen is
   *     shown
   * @throws HttpSetupException if TLS cannot be set up
   */
  public static LogExport open(
      ProcessContext context,
      Optional<Receiver> receiver,
      String host,
      boolean withCalls,
      boolean atOnce)
      throws HttpSetupException {
    if (receiver.isEmpty()) {
      return new LogExport(context, null, withCalls, atOnce);
    }
    Receiver to = receiver.get();
    Emitter emitter =
        new Emitter(Version.ofProgram(), UUID.randomUUID().toString(), host, to.attributes());
    return new LogExport(
        context,
        OtlpSender.open(
            new OtlpSender.Setup(
                to.server(), to.http(), to.headers(), to.queue(), emitter, context.clock())),
        withCalls,
        atOnce);
  }

  /** Waits for room from now on, until the user asks to stop: nothing is missed meanwhile. */
  public void takeTime(Pace pace) {
    patient = pace;
  }

  @Override
  public Sample amended(Sample sample) {
    if (sender == null) {
      return sample;
    }
    Delivery delivery = sender.delivery();
    return sample.with(
        sample
            .health()
            .with(
                Map.of(
                    Figure.SENT_LOG_RECORDS, delivery.sent(),
                    Figure.LOST_LOG_RECORDS, delivery.lost())));
  }

  @Override
  public void sample(Sample sample) {
    if (sender == null) {
      return;
    }
    names.follow(sample);
    long missing = lost.follow(sample);
    if (withCalls) {
      lost(missing);
    }
    for (ControlEvent event : sample.events()) {
      switch (event) {
        case ControlCall call when withCalls || call.refusal().isPresent() -> call(call, names);
        case ControlCall _ -> {}
        case AsyncEvent async when withCalls || async.isTrouble() -> event(async, names);
        case AsyncEvent _ -> {}
      }
    }
    tell();
  }

  @Override
  public void reading(Snapshot snapshot, Verdict verdict) {
    if (sender == null) {
      return;
    }
    Instant time = snapshot.time();
    Changes changes = verdicts.follow(verdict);
    changes.begun().forEach(one -> offer(breach(snapshot, true, one)));
    changes.ended().forEach(one -> offer(breach(snapshot, false, one)));
    changes
        .found()
        .forEach(one -> offer(new Observation.FindingChange(one.first(), News.FOUND, one)));
    changes
        .worse()
        .forEach(one -> offer(new Observation.FindingChange(one.last(), News.WORSE, one)));
    changes.faded().forEach(one -> offer(new Observation.FindingChange(time, News.FADED, one)));
  }

  /** Sends a call, whose names are these. */
  public void call(ControlCall call, CallNames callNames) {
    if (sender != null) {
      offer(new Observation.Call(call, callNames.device(call), callNames.cgroup(call)));
    }
  }

  /** Sends an asynchronous event, whose names are these. */
  public void event(AsyncEvent event, CallNames eventNames) {
    if (sender != null) {
      offer(new Observation.Async(event, eventNames.device(event), eventNames.cgroup(event)));
    }
  }

  /** Sends how many calls and events are missing before the next one, if there are any. */
  public void lost(long calls) {
    if (calls > 0 && sender != null) {
      offer(new Observation.LostCalls(clock.instant(), calls));
    }
  }

  private static Observation breach(Snapshot snapshot, boolean begun, CgroupBreach breach) {
    GivenNames given =
        snapshot.cgroups().stream()
            .map(Snapshot.CgroupActivity::cgroup)
            .filter(cgroup -> Cgroup.isWithin(cgroup.path(), breach.cgroup()))
            .map(cgroup -> CgroupName.above(breach.cgroup(), cgroup))
            .findFirst()
            .orElse(GivenNames.NONE);
    return new Observation.BreachChange(
        snapshot.time(), begun, breach.cgroup(), given, breach.breach());
  }

  private void offer(Observation observation) {
    OtlpSender to = sender;
    Pace pace = patient;
    if (to == null) {
      return;
    }
    if (pace == null) {
      to.offer(observation);
    } else {
      to.offer(observation, PATIENCE, () -> isStopped(pace));
    }
  }

  private static boolean isStopped(Pace pace) {
    return !pace.waitUntil(pace.nanos());
  }

  /** Says that the receiver does not take records, or takes them again; once each time. */
  public void tell() {
    if (sender == null || !atOnce) {
      return;
    }
    Delivery delivery = sender.delivery();
    boolean isTroubled = !delivery.trouble().isEmpty();
    if (isTroubled && !inTrouble) {
      say(delivery.trouble());
      lostBefore = delivery.lost();
    } else if (inTrouble && !isTroubled) {
      say(
          "log records are taken again; %d were lost meanwhile"
              .formatted(delivery.lost() - lostBefore));
    }
    inTrouble = isTroubled;
  }

  private void say(String sentence) {
    err.println("rdma-monitor: " + sentence);
    err.flush();
  }

  /**
   * Sends what is left, within a bound that is shorter when the user asks to stop, and says what
   * was lost of all.
   */
  public void finish(Pace pace) {
    if (sender == null) {
      return;
    }
    sender.close(() -> isStopped(pace));
    Delivery delivery = sender.delivery();
    if (delivery.lost() > 0) {
      say(
          "%d log records were sent and %d lost: %d dropped, %d rejected%s"
              .formatted(
                  delivery.sent(),
                  delivery.lost(),
                  delivery.dropped(),
                  delivery.rejected(),
                  delivery.trouble().isEmpty() ? "" : "; " + delivery.trouble()));
    }
  }

  /** Ends it at once, where it is not finished yet. */
  @Override
  public void close() {
    if (sender != null) {
      sender.close(() -> true);
    }
  }
}
