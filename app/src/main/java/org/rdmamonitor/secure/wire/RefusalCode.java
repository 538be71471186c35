// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.wire;

/** Why one end does not go on. */
public enum RefusalCode implements Coded {
  /** The server has as many clients as its settings permit. */
  SERVER_FULL(1),
  /** The two ends have no version of the protocol in common. */
  VERSION(2),
  /** The server's settings do not permit what the client asks for. */
  NOT_ALLOWED(3),
  /** The value of a field cannot be used. */
  BAD_FIELD(4),
  /** The reason is the RDMA device, or that there is none. */
  DEVICE(5),
  /** The message is not the one that is due. */
  OUT_OF_TURN(6),
  /** The other end did not answer in time. */
  TIMED_OUT(7),
  /** The program is being ended. */
  SHUTTING_DOWN(8),
  /** Sealed data was not what it has to be. */
  SEAL_BROKEN(9),
  /** An error of the program. */
  INTERNAL(10);

  private final int code;

  RefusalCode(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
