// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.loop;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.rdmamonitor.model.Ledger;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.policy.Inspector;
import org.rdmamonitor.policy.Verdict;
import org.rdmamonitor.source.Source;
import org.rdmamonitor.source.SourceException;

/**
 * From a source to readings: samples go into the ledger and past the inspector, and whoever listens
 * is told of both. Not safe for use by several threads.
 */
public final class Feed {
  /** What goes on beside the report or the screen, such as a recorder. */
  public interface Listener {
    /** The sample as it goes on, for whoever knows more of how well the monitor does. */
    default Sample amended(Sample sample) {
      return sample;
    }

    /** Of each sample as it was read. */
    default void sample(Sample sample) {}

    /** Of each reading, before it is shown. */
    default void reading(Snapshot snapshot, Verdict verdict) {}

    /**
     * Whether it keeps the samples, so that it is worth while to have the last one say everything.
     */
    default boolean keepsLast() {
      return false;
    }

    /** That the source has failed. */
    default void failed(SourceException reason) {}
  }

  /** What is shown at once. */
  public record Reading(Snapshot snapshot, Verdict verdict) {}

  private static final Duration UNBOUNDED = Duration.ofNanos(Long.MAX_VALUE);

  /** Of the two seconds that a process has which is asked to end. */
  private static final Duration MOMENT = Duration.ofMillis(500);

  private final Source source;
  private final Inspector inspector;
  private final Optional<LiveConfiguration> configuration;
  private final List<Listener> listeners;
  private final Ledger ledger = new Ledger();
  private boolean hasNews;

  /**
   * A feed.
   *
   * @param configuration looked at again before each sample but the first
   */
  public Feed(
      Source source,
      Inspector inspector,
      Optional<LiveConfiguration> configuration,
      List<Listener> listeners) {
    this.source = source;
    this.inspector = inspector;
    this.configuration = configuration;
    this.listeners = List.copyOf(listeners);
  }

  /** A feed whose settings stay as they are. */
  public static Feed of(Source source, Inspector inspector, Listener... listeners) {
    return new Feed(source, inspector, Optional.empty(), List.of(listeners));
  }

  /**
   * Reads a sample if there is one.
   *
   * @throws SourceException if the source fails
   */
  void read() {
    if (source.next() != Source.Next.NOW) {
      return;
    }
    Sample sample;
    try {
      sample = source.read();
    } catch (SourceException e) {
      listeners.forEach(listener -> listener.failed(e));
      throw e;
    }
    for (Listener listener : listeners) {
      sample = listener.amended(sample);
    }
    take(sample);
  }

  private void take(Sample sample) {
    ledger.add(sample);
    inspector.add(sample);
    listeners.forEach(listener -> listener.sample(sample));
    hasNews = true;
  }

  /** Reads the configuration now, even if the file looks as before, and goes by it. */
  void reload() throws IOException {
    if (configuration.isPresent()) {
      configuration.get().check(true);
    }
  }

  /**
   * Reads a sample, by the settings of now. Where there is no memory for it, it is left out: the
   * watch, and what it enforces, must not end by that.
   */
  public void readOn() throws IOException {
    if (configuration.isPresent()) {
      configuration.get().check(false);
    }
    readIfThereIsMemory();
  }

  private void readIfThereIsMemory() {
    try {
      read();
    } catch (OutOfMemoryError e) {
      source.memoryRanOut();
    }
  }

  /** Reads a sample that is to be the last one: if it is kept, with all objects as they are now. */
  void readLast() throws IOException {
    renew(UNBOUNDED);
    readOn();
  }

  /**
   * Reads another sample if the last one is kept, and had an older list of objects than could be
   * made in a moment. The settings stay as they are: the report may have ended.
   */
  public void readRest() {
    if (renew(MOMENT)) {
      readIfThereIsMemory();
    }
  }

  private boolean renew(Duration most) {
    return listeners.stream().anyMatch(Listener::keepsLast) && source.renew(most);
  }

  /** Takes note that there was no memory to show a reading. */
  void memoryRanOut() {
    source.memoryRanOut();
  }

  /** Whether nothing will ever come again. */
  boolean hasEnded() {
    return source.next() == Source.Next.NEVER;
  }

  /** Whether samples have come since the last reading. */
  boolean hasNews() {
    return hasNews;
  }

  /** The samples since the last reading, as one. */
  Reading reading() {
    Snapshot snapshot = ledger.snapshot();
    Verdict verdict = inspector.inspect(snapshot);
    listeners.forEach(listener -> listener.reading(snapshot, verdict));
    hasNews = false;
    return new Reading(snapshot, verdict);
  }
}
