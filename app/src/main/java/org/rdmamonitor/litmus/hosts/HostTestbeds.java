// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.hosts;

import java.util.List;
import org.rdmamonitor.litmus.run.Part;
import org.rdmamonitor.litmus.run.TestPlan;
import org.rdmamonitor.litmus.run.Testbed;
import org.rdmamonitor.litmus.run.TestbedException;

/** Makes a host's parts of testbeds. */
public interface HostTestbeds {
  /**
   * A host's part of a testbed. Its {@link #address} is told to the other hosts; when all have told
   * theirs, each host calls {@link #connect}; when all have connected, each calls {@link #attempt};
   * then the part may be used.
   */
  interface Share extends Testbed {
    /** What the other hosts have to know of it. */
    HostAddress address();

    /**
     * Connects its queue pairs with those of the others.
     *
     * @throws RuntimeException if the device refuses
     */
    void connect(AddressBook addresses);

    /**
     * Checks that the other hosts are reached.
     *
     * @throws TestbedException if they are not
     */
    void attempt();
  }

  /**
   * Makes a part.
   *
   * @param instances how many instances of the test it has memory for
   * @param isQueueing as in {@link Testbed.Maker}
   * @throws TestbedException if this host's devices cannot do it
   */
  Share make(TestPlan plan, Part part, int instances, boolean isQueueing);

  /** The names of its devices. */
  List<String> devices();
}
