// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.findings;

import java.util.List;
import org.rdmamonitor.policy.Detector;

/** All rules. */
public final class Detectors {
  private Detectors() {}

  /** A new detector for each rule, in the order of {@link FindingRule}. */
  public static List<Detector> all() {
    return List.of(
        new DeregistrationStorm(),
        new ObjectFlood(),
        new ClonedConnection(),
        new SequenceGuessing(),
        new FixedSequence(),
        new PredictableNumbers(),
        new SharedDomain(),
        new ExposedMemory(),
        new ControlledKey(),
        new PacketDiversion(),
        new GateBypass(),
        new IdleOwner(),
        new StuckQueuePairs(),
        new ForbiddenPeers(),
        new ReconnectStorm(),
        new UnreachedPeers(),
        new ManyPeers(),
        new HalfOpenPairs(),
        new UnequalMtu(),
        new UnheldPairs());
  }
}
