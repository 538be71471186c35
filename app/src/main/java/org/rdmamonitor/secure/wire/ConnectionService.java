// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.wire;

/**
 * Where the server waits for the connection manager's requests, and the token that a request must
 * carry as private data so that the server knows whose it is.
 *
 * @param port TCP-like port number of RDMA_PS_TCP or RDMA_PS_UDP, from 1
 * @param tokenHigh the first 8 bytes of the token of 16 random bytes, never all 0
 * @param tokenLow the last 8 bytes
 */
public record ConnectionService(int port, long tokenHigh, long tokenLow) {
  /** Bytes on the wire. */
  static final int BYTES = 18;

  private static final Field PORT = new Field("cm_port", 1, 65535);

  public ConnectionService {
    PORT.check(port);
    if (tokenHigh == 0 && tokenLow == 0) {
      throw new FieldException("cm_token", "0", "16 random bytes");
    }
  }

  void write(WireOutput out) {
    out.u16(port);
    out.u64(tokenHigh);
    out.u64(tokenLow);
  }

  static ConnectionService read(WireInput in) throws WireException {
    return new ConnectionService(in.u16(), in.u64(), in.u64());
  }

  /** Leaves out the token. */
  @Override
  public String toString() {
    return "connection manager's port " + port;
  }
}
