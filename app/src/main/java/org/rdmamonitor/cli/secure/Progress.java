// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.secure;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.secure.report.TransferText;
import org.rdmamonitor.secure.session.Attachment;
import org.rdmamonitor.secure.session.SizeReport;
import org.rdmamonitor.secure.wire.Message.Request;
import org.rdmamonitor.secure.wire.QueuePairEndpoint;

/** A line on a terminal that tells how far a size is, twice a second; results wipe it away. */
final class Progress implements Results, AutoCloseable {
  private static final Duration PERIOD = Duration.ofMillis(500);
  private static final String WIPE = "\r\u001b[K";

  private final Results results;
  private final PrintWriter err;
  private final Thread thread;
  private @Nullable LongSupplier operations;
  private long size;
  private long since;

  Progress(Results results, PrintWriter err, Request request) {
    this.results = results;
    this.err = err;
    this.size = request.sizes().first();
    this.thread = Thread.ofVirtual().name("progress").unstarted(this::show);
  }

  /** From now on it asks how far all is. */
  synchronized void start(LongSupplier source) {
    operations = source;
    since = System.nanoTime();
    thread.start();
  }

  private void show() {
    try {
      while (true) {
        Thread.sleep(PERIOD);
        line();
      }
    } catch (InterruptedException e) {
      // Over.
    }
  }

  private void line() {
    LongSupplier source = operations;
    long count = source == null ? 0 : source.getAsLong();
    synchronized (this) {
      if (count > 0 && !Thread.currentThread().isInterrupted()) {
        err.print(
            WIPE + TransferText.progress(size, count, Math.max(1, System.nanoTime() - since)));
        err.flush();
      }
    }
  }

  private void wipe() {
    err.print(WIPE);
    err.flush();
  }

  @Override
  public synchronized void begin(Attachment attachment, QueuePairEndpoint server)
      throws IOException {
    wipe();
    since = System.nanoTime();
    results.begin(attachment, server);
  }

  @Override
  public synchronized void done(List<SizeReport> reports) throws IOException {
    wipe();
    results.done(reports);
    size = reports.getFirst().other().size() * 2;
    since = System.nanoTime();
  }

  @Override
  public synchronized void end() throws IOException {
    thread.interrupt();
    wipe();
    results.end();
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
