// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

/**
 * How two queue pairs are connected: what each is told about the other.
 *
 * @param remoteQueuePair its number, 24 bits; without meaning for datagrams
 * @param receivePsn the packet sequence number that the other one begins with, 24 bits
 * @param sendPsn the one that this queue pair begins with, 24 bits
 * @param readsServed how many READs and atomics of the other one are served at a time, 0 to 255
 *     (RC)
 * @param readsAsked how many this queue pair has under way at a time, 0 to 255 (RC)
 * @param minRnrTimer how long the other one waits if no receive is posted: 0 to 31, a code of the
 *     InfiniBand specification; 1 is 10 µs, 12 is 640 µs (RC)
 * @param timeout after which a packet is sent again: 4.096 µs times 2 to the power of this, 0
 *     never, to 31 (RC)
 * @param retries of packets that are not acknowledged, 0 to 7 (RC)
 * @param rnrRetries of packets that find no receive, 0 to 7, where 7 is without end (RC)
 */
public record Connection(
    Route route,
    int remoteQueuePair,
    Mtu mtu,
    int receivePsn,
    int sendPsn,
    int readsServed,
    int readsAsked,
    int minRnrTimer,
    int timeout,
    int retries,
    int rnrRetries) {
  /** The largest packet sequence number and number of a queue pair. */
  public static final int MAX_24_BITS = 0xffffff;

  /** Checks the ranges. */
  public Connection {
    Ranges.check("number of the remote queue pair", remoteQueuePair, 0, MAX_24_BITS);
    Ranges.check("receive PSN", receivePsn, 0, MAX_24_BITS);
    Ranges.check("send PSN", sendPsn, 0, MAX_24_BITS);
    Ranges.check("number of READs served", readsServed, 0, 255);
    Ranges.check("number of READs asked", readsAsked, 0, 255);
    Ranges.check("minimal RNR timer", minRnrTimer, 0, 31);
    Ranges.check("timeout", timeout, 0, 31);
    Ranges.check("number of retries", retries, 0, 7);
    Ranges.check("number of RNR retries", rnrRetries, 0, 7);
  }

  /**
   * A connection with one READ at a time, a timeout of 67 ms, 7 retries, and RNR retries without
   * end.
   *
   * @param route to the other one
   */
  public static Connection of(
      Route route, int remoteQueuePair, Mtu mtu, int receivePsn, int sendPsn) {
    return new Connection(route, remoteQueuePair, mtu, receivePsn, sendPsn, 1, 1, 12, 14, 7, 7);
  }

  /** The same connection, with this many READs and atomics at a time in each direction. */
  public Connection withReads(int served, int asked) {
    return new Connection(
        route,
        remoteQueuePair,
        mtu,
        receivePsn,
        sendPsn,
        served,
        asked,
        minRnrTimer,
        timeout,
        retries,
        rnrRetries);
  }
}
