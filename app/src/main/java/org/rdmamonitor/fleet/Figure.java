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
  CALLS("calls/s"),
  /** Of these, those that failed. */
  FAILED("failed/s"),
  /** Calls per second that limits refused; known only where limits are enforced. */
  REFUSED("refused/s"),
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
}
