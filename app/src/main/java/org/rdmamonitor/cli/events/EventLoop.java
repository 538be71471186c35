// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.events;

import java.io.Flushable;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.loop.EventReaderNotice;
import org.rdmamonitor.cli.process.Pace;
import org.rdmamonitor.model.CallFilter;
import org.rdmamonitor.model.CallNames;
import org.rdmamonitor.model.LostCalls;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.call.ControlEvent;
import org.rdmamonitor.render.EventLog;
import org.rdmamonitor.source.Source;

/**
 * The event log: reads the source several times a second and writes the calls that have finished.
 */
final class EventLoop {
  private static final Duration INTERVAL = Duration.ofMillis(100);

  private final Source source;
  private final Pace pace;
  private final CallFilter filter;
  private final EventLog log;
  private final Flushable out;
  private final PrintWriter err;
  private final EventReaderNotice notice;
  private final CallNames names = new CallNames();
  private final LostCalls lost = new LostCalls();
  private long left;

  EventLoop(
      Source source, Pace pace, CallFilter filter, EventLog log, Flushable out, PrintWriter err) {
    this.source = source;
    this.pace = pace;
    this.filter = filter;
    this.log = log;
    this.out = out;
    this.err = err;
    this.notice = new EventReaderNotice(err, true);
  }

  /**
   * Runs until the source has ended or the user asks to stop.
   *
   * @param count of calls and events to write
   * @param duration after which it ends
   * @return whether events were read to the end
   * @throws IOException if the log cannot be written
   */
  boolean run(long count, Optional<Duration> duration) throws IOException {
    left = count;
    long next = pace.nanos();
    long end = duration.map(d -> next + d.toNanos()).orElse(Long.MAX_VALUE);
    log.begin();
    out.flush();
    boolean isLast = false;
    for (long due = next; left > 0 && !isLast; due += INTERVAL.toNanos()) {
      boolean undisturbed = pace.waitUntil(Math.min(due, end));
      if (source.next() == Source.Next.NOW) {
        try {
          read();
        } catch (OutOfMemoryError e) {
          source.memoryRanOut();
        }
        out.flush();
      }
      isLast = !undisturbed || due >= end || source.next() == Source.Next.NEVER;
      due = Math.max(due, pace.nanos() - INTERVAL.toNanos());
    }
    return notice.exitCode(ExitCode.OK) == ExitCode.OK;
  }

  private void read() throws IOException {
    Sample sample = source.read();
    notice.sample(sample);
    lost(sample);
    names.follow(sample);
    for (ControlEvent event : sample.events()) {
      if (left > 0 && filter.accepts(event, names)) {
        log.write(event, names);
        left--;
      }
    }
  }

  /** Tells of what is missing before those of a sample. */
  private void lost(Sample sample) throws IOException {
    long more = lost.follow(sample);
    if (more > 0) {
      log.lost(more);
      err.println("rdma-monitor: " + more + " events were lost");
    }
  }
}
