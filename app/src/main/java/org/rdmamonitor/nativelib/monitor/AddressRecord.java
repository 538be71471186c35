// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.rdmamonitor.nativelib.generated.RdmaMonitorAbi;
import org.rdmamonitor.nativelib.generated.rm_address;

/**
 * An address vector (struct rm_address).
 *
 * @param link with RoCE, the version is certain only if the own GID is known; v1 is assumed
 *     otherwise
 * @param isGlobal whether it has GIDs; without them only port, LID and service level are valid
 * @param isOwnGidKnown whether {@code ownGid} is valid
 */
public record AddressRecord(
    Link link,
    int port,
    int lid,
    int pathBits,
    int serviceLevel,
    boolean isGlobal,
    boolean isOwnGidKnown,
    CallDetail.Gid ownGid,
    int gidIndex,
    CallDetail.Gid peerGid,
    int flowLabel,
    int hopLimit,
    int trafficClass) {

  /** A constant, or each access would look for how it is done. */
  private static final ValueLayout.OfLong BIG_ENDIAN =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  /** None. */
  static final AddressRecord NONE =
      new AddressRecord(
          Link.UNKNOWN,
          0,
          0,
          0,
          0,
          false,
          false,
          CallDetail.Gid.NONE,
          0,
          CallDetail.Gid.NONE,
          0,
          0,
          0);

  /** How packets get to the peer. */
  public enum Link {
    UNKNOWN,
    IB,
    OPA,
    ROCE_V1,
    ROCE_V2
  }

  static AddressRecord of(MemorySegment address) {
    return new AddressRecord(
        link(number(rm_address.transport(address))),
        number(rm_address.port(address)),
        rm_address.dlid(address),
        number(rm_address.src_path_bits(address)),
        number(rm_address.sl(address)),
        rm_address.global(address) != 0,
        rm_address.sgid_known(address) != 0,
        gid(rm_address.sgid(address)),
        number(rm_address.sgid_index(address)),
        gid(rm_address.dgid(address)),
        rm_address.flow_label(address),
        number(rm_address.hop_limit(address)),
        number(rm_address.traffic_class(address)));
  }

  private static int number(byte value) {
    return Byte.toUnsignedInt(value);
  }

  private static Link link(int transport) {
    if (transport == RdmaMonitorAbi.RM_TRANSPORT_IB()) {
      return Link.IB;
    }
    if (transport == RdmaMonitorAbi.RM_TRANSPORT_OPA()) {
      return Link.OPA;
    }
    if (transport == RdmaMonitorAbi.RM_TRANSPORT_ROCE_V1()) {
      return Link.ROCE_V1;
    }
    return transport == RdmaMonitorAbi.RM_TRANSPORT_ROCE_V2() ? Link.ROCE_V2 : Link.UNKNOWN;
  }

  private static CallDetail.Gid gid(MemorySegment bytes) {
    return new CallDetail.Gid(bytes.get(BIG_ENDIAN, 0), bytes.get(BIG_ENDIAN, Long.BYTES));
  }
}
