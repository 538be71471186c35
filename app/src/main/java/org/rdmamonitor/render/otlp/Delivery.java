// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.otlp;

/**
 * What has become of log records so far. All that were ever offered are the sum of the numbers.
 *
 * @param sent taken by the receiver
 * @param rejected that the receiver would not have, for good
 * @param dropped for which there was no room, or no time at the end
 * @param waiting to be sent, or for an answer
 * @param trouble why the latest request was not a success, as a sentence; empty if it was, or if
 *     there was none yet
 */
public record Delivery(long sent, long rejected, long dropped, int waiting, String trouble) {
  /** Of a sender that there is none of. */
  public static final Delivery NONE = new Delivery(0, 0, 0, 0, "");

  /** How many the receiver will never have. */
  public long lost() {
    return rejected + dropped;
  }
}
