// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.words;

import org.rdmamonitor.model.Health;
import org.rdmamonitor.model.Health.Figure;

/** What each figure of health is called in outputs, in the order of display. */
public enum HealthWords {
  EVENTS(Figure.EVENTS, 0, "", "", "Events read from the event buffer."),
  FAILED_EVENTS(
      Figure.FAILED_EVENTS,
      0,
      "Failed events",
      "read and not taken in; counts are right",
      "Events that were read and could not be taken in; counts are not affected."),
  LOST_EVENTS(
      Figure.LOST_EVENTS,
      0,
      "Lost events",
      "missing from the event log; counts are right",
      "Events that the event buffer had no room for; counts are not affected."),
  MISSED_RETURNS(
      Figure.MISSED_RETURNS,
      0,
      "Missed returns",
      "calls whose outcome was not seen",
      "Calls whose end was not seen."),
  MISSED_OBJECTS(
      Figure.MISSED_OBJECTS,
      0,
      "Missed objects",
      "not seen by the hooks",
      "Objects whose beginning or end the hooks did not see."),
  DRIFT(
      Figure.DRIFT,
      0,
      "Drift",
      "objects off the kernel's own list at this moment",
      "Objects by which counts and the kernel's own list differ; absent while not compared."),
  CORRECTIONS(
      Figure.CORRECTIONS,
      0,
      "Corrections",
      "objects added or removed by the kernel's own list",
      "How often counts were mended from the kernel's own list."),
  CORRECTED_OBJECTS(
      Figure.CORRECTED_OBJECTS,
      0,
      "",
      "",
      "Objects added to the counts or taken from them by the kernel's own list."),
  OBJECTS_LEFT_OUT(
      Figure.OBJECTS_LEFT_OUT,
      1,
      "Left out",
      "objects, which are counted but not listed one by one",
      "Objects that are counted but not listed one by one."),
  MEMORY_SHORTAGES(
      Figure.MEMORY_SHORTAGES,
      1,
      "Memory",
      "times there was too little to list objects or calls",
      "How often there was too little memory to list objects or calls."),
  MISSED_PEERS(
      Figure.MISSED_PEERS,
      1,
      "Missed peers",
      "queue pairs or address handles of whose peer nothing could be kept",
      "Queue pairs and address handles of whose peer nothing could be kept."),
  SENT_LOG_RECORDS(
      Figure.SENT_LOG_RECORDS, 1, "", "", "Log records that the OTLP receiver has taken."),
  LOST_LOG_RECORDS(
      Figure.LOST_LOG_RECORDS,
      1,
      "Lost records",
      "which the OTLP receiver did not get or would not have",
      "Log records that the OTLP receiver did not get, or would not have."),
  NAMESPACES_LEFT_OUT(
      Figure.NAMESPACES_LEFT_OUT,
      1,
      "Namespaces",
      "of the network, which were not looked into and may have devices",
      "Network namespaces that were not looked into for devices; absent where there is none.");

  private final Figure figure;
  private final long least;
  private final String label;
  private final String meaning;
  private final String help;

  /**
   * A figure.
   *
   * @param least below which JSON leaves it out
   * @param label before the number in text; empty if no line is about it
   * @param meaning after the number
   * @param help what metrics say it is
   */
  HealthWords(Figure figure, long least, String label, String meaning, String help) {
    this.figure = figure;
    this.least = least;
    this.label = label;
    this.meaning = meaning;
    this.help = help;
  }

  public Figure figure() {
    return figure;
  }

  public boolean isInJson(Health health) {
    return of(health) >= least;
  }

  public String label() {
    return label;
  }

  /** What text says after the number. */
  public String meaning(Health health) {
    return this == CORRECTIONS ? CORRECTED_OBJECTS.of(health) + " " + meaning : meaning;
  }

  /** The number; -1 where there is none. */
  public long of(Health health) {
    return health.of(figure);
  }

  /** Its name in metrics, without what the type of the metric adds. */
  public String metric() {
    return "rdma_monitor_" + figure.key() + (this == DRIFT ? "_objects" : "");
  }

  /** Whether it is about this moment, and so can fall; else it counts since the start. */
  public boolean isOfNow() {
    return this == DRIFT || this == OBJECTS_LEFT_OUT || this == NAMESPACES_LEFT_OUT;
  }

  /** Whether metrics have it: what does not exist on most hosts only where it does. */
  public boolean isInMetrics(Health health) {
    return this != NAMESPACES_LEFT_OUT || of(health) > 0;
  }

  /** What it is, as metrics describe it. */
  public String help() {
    return help;
  }
}
