// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.ethernet;

/**
 * A frame to be sent over and over, with room for a stamp.
 *
 * @param data with zeros where the stamp goes; not copied
 * @param stampAt where 16 bytes of stamp go; an even number of bytes behind the UDP or TCP header
 * @param checksumAt where the checksum of UDP or TCP is, right for those zeros; 0 for none
 * @param flow from 0, below {@link #MOST_FLOWS}; each flow numbers its own frames
 */
public record FrameTemplate(
    @SuppressWarnings("ArrayRecordComponent") byte[] data, int stampAt, int checksumAt, int flow) {
  public static final int MOST_FLOWS = 1024;
  public static final int STAMP_SIZE = 16;
}
