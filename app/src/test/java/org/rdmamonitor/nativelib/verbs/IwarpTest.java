// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class IwarpTest {
  @Test
  void theRefusalSaysWhyAndWhatToDo() {
    assertThat(Iwarp.refusal("siw0"))
        .hasMessage(
            "siw0 is an iWARP device: its queue pairs are connected by RDMA-CM only, not by numbers"
                + " that the ends tell each other, as they are here. --rdma-cm does not help: what"
                + " is done here assumes more than iWARP has. Use a RoCE or InfiniBand device;"
                + " rdma-secure(1), IWARP, says more.");
  }
}
