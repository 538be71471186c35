// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.otlp;

/**
 * What has become of log records so far. The sum of the numbers is how many were ever offered.
 *
 * @param sent accepted by the receiver
 * @param rejected by the receiver, for good
 * @param dropped because there was no room, or no time at the end
 * @param unknown sent, without an answer until the end: they may have arrived, or not
 * @param waiting to be sent, or for an answer
 * @param trouble why the latest request failed, as a sentence; empty if it did not, or if there was
 *     none yet
 */
public record Delivery(
    long sent, long rejected, long dropped, long unknown, int waiting, String trouble) {
  /** For when there is no sender. */
  public static final Delivery NONE = new Delivery(0, 0, 0, 0, 0, "");

  /** How many records the receiver will never get. */
  public long lost() {
    return rejected + dropped;
  }
}
