// SPDX-License-Identifier: MIT
package org.rdmamonitor.fleet;

import java.util.Locale;

/** A number that may be known about a host, a device or a cgroup. */
public enum Figure {
  /** Queue pairs that exist. */
  QP("QP"),
  /** Protection domains that exist. */
  PD("PD"),
  /** Completion queues that exist. */
  CQ("CQ"),
  /** Memory regions that exist. */
  MR("MR"),
  /** Bytes that the memory regions cover. */
  MR_BYTES("the memory of MR"),
  /** Queue pairs that the device says it can hold. */
  MAX_QP("the most QP"),
  /** Control-path calls per second, failed ones included. */
  CALLS("the number of calls"),
  /** Of these, those that failed. */
  FAILED("the number of failed calls"),
  /** Calls per second that limits refused; known only where limits are enforced. */
  REFUSED("the number of refused calls"),
  /** Limits that are exceeded now, of the host and of cgroups. */
  BREACHES("breaches"),
  /** Critical findings now. */
  CRITICAL("critical findings"),
  /** Findings that warn, now. */
  WARNING("warnings"),
  /** Findings that are notices, now. */
  NOTICE("notices"),
  /** How often the exporter was restarted within the look-back. */
  RESTARTS("restarts"),
  /** Seconds that the latest scrape took. */
  SCRAPE_SECONDS("the scrape's seconds");

  /** The greatest number that can be: 2^53, beyond which not every whole number is a double. */
  public static final long MOST = 1L << 53;

  private final String words;

  Figure(String words) {
    this.words = words;
  }

  /** Its key in JSON: {@code qp}, {@code scrape_seconds}. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The words for it in sentences. */
  public String words() {
    return words;
  }

  /** Whether it can have this value: there is no negative number of anything. */
  public boolean canBe(double value) {
    return switch (this) {
      case CALLS, FAILED, REFUSED, SCRAPE_SECONDS -> isAmount(value);
      case QP, PD, CQ, MR, MR_BYTES, MAX_QP, BREACHES, CRITICAL, WARNING, NOTICE, RESTARTS ->
          isCount(value);
    };
  }

  /** Whether there can be so many of something: only whole numbers can be counted. */
  public static boolean isCount(double value) {
    return isAmount(value) && value == Math.rint(value);
  }

  private static boolean isAmount(double value) {
    return value >= 0 && value <= MOST;
  }
}
