// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

/**
 * A queue pair's end of its connection (struct rm_end); {@code attributes} tells which fields are
 * valid.
 *
 * @param id as resource tracking numbers the queue pair
 * @param sinceNanos CLOCK_MONOTONIC: when it entered {@code state}; 0 if that is not known
 * @param attributes {@code enum ib_qp_attr_mask}
 * @param state {@code enum ib_qp_state}
 * @param pathMtu {@code enum ib_mtu}
 * @param address of the peer
 */
public record EndRecord(
    int device,
    int id,
    long sinceNanos,
    int attributes,
    int state,
    int port,
    int destinationQpn,
    int rqPsn,
    int sqPsn,
    int pathMtu,
    int timeout,
    int retryCount,
    int rnrRetry,
    int minRnrTimer,
    int maxReads,
    int maxReadsServed,
    AddressRecord address) {
  public static final int STATE = 1;
  public static final int PORT = 1 << 5;
  public static final int ADDRESS = 1 << 7;
  public static final int PATH_MTU = 1 << 8;
  public static final int TIMEOUT = 1 << 9;
  public static final int RETRY_COUNT = 1 << 10;
  public static final int RNR_RETRY = 1 << 11;
  public static final int RQ_PSN = 1 << 12;
  public static final int MAX_READS = 1 << 13;
  public static final int MIN_RNR_TIMER = 1 << 15;
  public static final int SQ_PSN = 1 << 16;
  public static final int MAX_READS_SERVED = 1 << 17;
  public static final int DESTINATION_QPN = 1 << 20;

  public boolean has(int attribute) {
    return (attributes & attribute) != 0;
  }
}
