// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.loop;

import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.process.Pace;
import org.rdmamonitor.cli.process.ProcessContext;
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
import org.rdmamonitor.policy.CgroupBreach;
import org.rdmamonitor.policy.Verdict;
import org.rdmamonitor.policy.VerdictChanges;
import org.rdmamonitor.policy.VerdictChanges.Changes;
import org.rdmamonitor.render.otlp.Delivery;
import org.rdmamonitor.render.otlp.Observation;
import org.rdmamonitor.render.otlp.Observation.FindingChange.News;
import org.rdmamonitor.render.otlp.OtlpSender;

/**
 * Sends log records; says on stderr, and in the health of samples, what was lost. Not safe for use
 * by several threads.
 */
final class LogSender implements LogExport {
  /** How long a replay, which nobody waits for, waits for a receiver that takes nothing. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** The same at the end of other runs. */
  private static final Duration LAST = Duration.ofSeconds(5);

  private final OtlpSender sender;
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

  LogSender(ProcessContext context, OtlpSender sender, boolean withCalls, boolean atOnce) {
    this.sender = sender;
    this.err = context.err();
    this.withCalls = withCalls;
    this.atOnce = atOnce;
    this.clock = context.clock();
  }

  @Override
  public void takeTime(Pace pace) {
    patient = pace;
  }

  @Override
  public Sample amended(Sample sample) {
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

  @Override
  public void call(ControlCall call, CallNames callNames) {
    offer(new Observation.Call(call, callNames.device(call), callNames.cgroup(call)));
  }

  @Override
  public void event(AsyncEvent event, CallNames eventNames) {
    offer(new Observation.Async(event, eventNames.device(event), eventNames.cgroup(event)));
  }

  @Override
  public void lost(long calls) {
    if (calls > 0) {
      offer(new Observation.LostCalls(clock.instant(), calls));
    }
  }

  private static Observation breach(Snapshot snapshot, boolean begun, CgroupBreach breach) {
    Optional<Cgroup> cgroup =
        breach.cgroup().isEmpty()
            ? Optional.empty()
            : Optional.of(cgroup(snapshot, breach.cgroup()));
    return new Observation.BreachChange(snapshot.time(), begun, cgroup, breach.breach());
  }

  /** The cgroup of a path, with what those below it tell. */
  private static Cgroup cgroup(Snapshot snapshot, String path) {
    return snapshot.cgroups().stream()
        .map(Snapshot.CgroupActivity::cgroup)
        .filter(cgroup -> Cgroup.isWithin(cgroup.path(), path))
        .map(cgroup -> CgroupName.above(path, cgroup))
        .findFirst()
        .orElse(new Cgroup(Cgroup.OVERFLOW_ID, path));
  }

  private void offer(Observation observation) {
    Pace pace = patient;
    if (pace == null) {
      sender.offer(observation);
    } else {
      sender.offer(observation, PATIENCE, () -> isStopped(pace));
    }
  }

  private static boolean isStopped(Pace pace) {
    return !pace.waitUntil(pace.nanos());
  }

  @Override
  public void tell() {
    if (!atOnce) {
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

  @Override
  public void finish(Pace pace) {
    sender.close(patient == null ? LAST : PATIENCE, () -> isStopped(pace));
    Delivery delivery = sender.delivery();
    if (delivery.lost() > 0 || delivery.unknown() > 0) {
      say(
          "%d log records were sent and %d lost: %d dropped, %d rejected%s%s"
              .formatted(
                  delivery.sent(),
                  delivery.lost(),
                  delivery.dropped(),
                  delivery.rejected(),
                  delivery.unknown() == 0
                      ? ""
                      : "; of %d more it is not known whether they arrived"
                          .formatted(delivery.unknown()),
                  delivery.trouble().isEmpty() ? "" : "; " + delivery.trouble()));
    }
  }

  @Override
  public void close() {
    sender.close();
  }
}
