// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.session;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.rdmamonitor.secure.seal.Direction;
import org.rdmamonitor.secure.seal.Opener;
import org.rdmamonitor.secure.seal.SealKeys;
import org.rdmamonitor.secure.seal.Sealer;
import org.rdmamonitor.secure.tls.ControlChannel;
import org.rdmamonitor.secure.transfer.Lane;
import org.rdmamonitor.secure.transfer.Role;
import org.rdmamonitor.secure.transfer.TransferPlan;
import org.rdmamonitor.secure.wire.RefusalCode;

/** The keys of all lanes of a client; they are overwritten at the end. */
final class Sealings implements AutoCloseable {
  private final List<Lane.Sealing> all = new ArrayList<>();

  /**
   * Derives the keys from the TLS connection, if the plan wants data sealed.
   *
   * @throws SessionException if the connection cannot export any. That is so with TLS 1.2 without
   *     an extended master secret, where another connection may have the same keys (RFC 7627)
   */
  Sealings(ControlChannel channel, TransferPlan plan, Role role, int lanes)
      throws SessionException {
    if (!plan.sealed()) {
      return;
    }
    try {
      derive(new SealKeys(channel::exportKey), plan, role, lanes);
    } catch (IOException e) {
      throw new SessionException(
          RefusalCode.NOT_ALLOWED,
          "nothing can be sealed over this connection, which has to be TLS 1.3, or TLS 1.2 with an"
              + " extended master secret: "
              + e.getMessage(),
          e);
    }
  }

  private void derive(SealKeys keys, TransferPlan plan, Role role, int lanes) throws IOException {
    Direction out = role == Role.ACTIVE ? Direction.CLIENT_TO_SERVER : Direction.SERVER_TO_CLIENT;
    Direction in = role == Role.ACTIVE ? Direction.SERVER_TO_CLIENT : Direction.CLIENT_TO_SERVER;
    for (int i = 0; i < lanes; i++) {
      all.add(
          new Lane.Sealing(
              new Sealer(keys.key(out, i)), new Opener(keys.key(in, i), plan.order())));
    }
  }

  /** By index; none where nothing is sealed. */
  List<Lane.Sealing> all() {
    return List.copyOf(all);
  }

  @Override
  public void close() {
    for (Lane.Sealing sealing : all) {
      sealing.sealer().close();
      sealing.opener().close();
    }
  }
}
