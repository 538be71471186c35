// SPDX-License-Identifier: MIT
package org.rdmamonitor.model;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How well the source could see, and what it missed. All counts are since the source was opened.
 *
 * @param hooks every place in the kernel that the source wanted to watch
 * @param figures every figure; those that are not given are 0
 * @param readerTrouble why events are not read any more; empty as long as they are
 */
public record Health(List<Hook> hooks, Map<Figure, Long> figures, String readerTrouble) {
  /** Nothing is known. */
  public static final Health NONE = new Health(List.of(), Map.of(), "");

  /** What is counted, in the order of recordings. */
  public enum Figure {
    /** Events read from the ring buffer. */
    EVENTS,
    /** Events that the ring buffer had no room for; counts are not affected. */
    LOST_EVENTS,
    /** Calls whose return, and so errno and duration, was not seen. */
    MISSED_RETURNS,
    /** Objects that the hooks could not track, or whose end they did not see. */
    MISSED_OBJECTS,
    /**
     * By how many objects the hooks and the kernel's own list differ at this moment; -1 if they
     * could not be compared.
     */
    DRIFT,
    /** How often the counts were corrected from the kernel's own list. */
    CORRECTIONS,
    /** Objects added or removed by these corrections. */
    CORRECTED_OBJECTS,
    /** Events that were read but could not be processed; counts are not affected. */
    FAILED_EVENTS,
    /** Objects that exist at this moment, but are not listed one by one in the inventory. */
    OBJECTS_LEFT_OUT,
    /** How often memory ran out, so that something was left out. */
    MEMORY_SHORTAGES,
    /** Queue pairs and address handles whose peer could not be kept. */
    MISSED_PEERS,
    /** Log records that an OTLP receiver has taken. */
    SENT_LOG_RECORDS,
    /** Log records that did not reach an OTLP receiver, or that it rejected. */
    LOST_LOG_RECORDS,
    /**
     * Network namespaces that were not looked into, if each device belongs to one. Outputs show it
     * only if it is not 0.
     */
    NAMESPACES_LEFT_OUT;

    private final String key = name().toLowerCase(Locale.ROOT);

    /** Its name in JSON and recordings: {@code lost_events}. */
    public String key() {
      return key;
    }
  }

  /**
   * A place in the kernel that the source wants to watch.
   *
   * @param name the row it feeds: a verb ({@code QP_CREATE}), or {@code objects}
   * @param symbol the kernel function or tracepoint
   * @param state whether it is watched
   * @param reason why not, in words for a person; empty where it is attached
   */
  public record Hook(String name, String symbol, State state, String reason) {
    public enum State {
      ATTACHED,
      /** This kernel has no such function, or refused the probe. */
      UNAVAILABLE,
      /** Its module is not loaded; it will be attached when it is. */
      WAITING
    }
  }

  public Health {
    hooks = List.copyOf(hooks);
    Map<Figure, Long> all = new EnumMap<>(Figure.class);
    for (Figure figure : Figure.values()) {
      all.put(figure, figures.getOrDefault(figure, 0L));
    }
    figures = Collections.unmodifiableMap(all);
  }

  public long of(Figure figure) {
    return figures.getOrDefault(figure, 0L);
  }

  /** The same health, with these figures in place of its own. */
  public Health with(Map<Figure, Long> changed) {
    Map<Figure, Long> all = new EnumMap<>(figures);
    all.putAll(changed);
    return new Health(hooks, all, readerTrouble);
  }

  /** Whether events are still read. */
  public boolean isReading() {
    return readerTrouble.isEmpty();
  }
}
