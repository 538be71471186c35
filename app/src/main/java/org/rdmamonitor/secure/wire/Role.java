// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.wire;

/**
 * What a member is, and what all members do.
 *
 * @param self its number, from 1: the server is 0
 * @param members of the group, from 2 to 64
 * @param verifies whether what the barrier promises is checked
 * @param compares whether it is compared with TCP and others
 * @param iterations from 1
 * @param limitMillis how long to wait for another member at most, from 1 to a day
 */
public record Role(
    int self,
    int members,
    BarrierKind variant,
    boolean verifies,
    boolean compares,
    long iterations,
    long limitMillis)
    implements Message {
  /** How many members a group can have. */
  public static final int MOST_MEMBERS = 64;

  /** Bytes on the wire. */
  static final int BYTES = 13;

  private static final Field MEMBERS = new Field("members", 2, MOST_MEMBERS);
  private static final Field ITERATIONS = new Field("iterations", 1, Integer.MAX_VALUE);
  private static final Field LIMIT = new Field("limit_ms", 1, 86_400_000);

  public Role {
    MEMBERS.check(members);
    new Field("self", 1, members - 1L).check(self);
    ITERATIONS.check(iterations);
    LIMIT.check(limitMillis);
  }

  /** The same for another member. */
  public Role of(int other) {
    return new Role(other, members, variant, verifies, compares, iterations, limitMillis);
  }

  @Override
  public MessageType type() {
    return MessageType.ROLE;
  }

  @Override
  public void write(WireOutput out) {
    out.u8(self);
    out.u8(members);
    out.coded(variant);
    out.u8(verifies ? 1 : 0);
    out.u8(compares ? 1 : 0);
    out.u32(iterations);
    out.u32(limitMillis);
  }

  static Role read(WireInput in) throws WireException {
    int self = in.u8();
    int members = in.u8();
    BarrierKind variant = in.coded("variant", BarrierKind.values());
    return new Role(
        self, members, variant, in.flag("verifies"), in.flag("compares"), in.u32(), in.u32());
  }
}
