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

/** The keys of all lanes of a client, overwritten at the end. */
final class Sealings implements AutoCloseable {
  private final List<Lane.Sealing> all = new ArrayList<>();

  /**
   * Derives them from the TLS connection, if the plan wants its data sealed.
   *
   * @throws IOException if the connection has none to give
   */
  Sealings(ControlChannel channel, TransferPlan plan, Role role, int lanes) throws IOException {
    if (!plan.sealed()) {
      return;
    }
    SealKeys keys = new SealKeys(channel::exportKey);
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
