// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.wire;

/**
 * The port by which a queue pair is reached.
 *
 * @param lid a unicast LID up to 0xbfff; 0 with RoCE, which has none
 * @param mtu the port's active MTU
 */
public record Port(Gid gid, GidType gidType, int lid, Mtu mtu) {
  private static final Field LID = new Field("lid", 0, 0xbfff);

  public Port {
    LID.check(lid);
    if (gidType != GidType.INFINIBAND && lid != 0) {
      throw new FieldException("lid", Integer.toString(lid), "0 with " + gidType);
    }
  }

  void write(WireOutput out) {
    gid.write(out);
    out.coded(gidType);
    out.u16(lid);
    out.coded(mtu);
  }

  static Port read(WireInput in) throws WireException {
    return new Port(
        Gid.read(in),
        in.coded("gid_type", GidType.values()),
        in.u16(),
        in.coded("mtu", Mtu.values()));
  }
}
