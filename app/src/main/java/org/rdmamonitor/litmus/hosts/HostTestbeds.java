// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.hosts;

import java.util.List;
import org.rdmamonitor.litmus.run.Part;
import org.rdmamonitor.litmus.run.TestPlan;
import org.rdmamonitor.litmus.run.Testbed;
import org.rdmamonitor.litmus.run.TestbedException;

/** Makes the parts of testbeds that a host has. */
public interface HostTestbeds {
  /**
   * A part of a testbed. What others have to know of it is told to them; when all have told theirs,
   * all {@link #connect}; when all have, all {@link #attempt}; then it may be used.
   */
  interface Share extends Testbed {
    /** What others have to know of it. */
    HostAddress address();

    /**
     * Connects its queue pairs with those of the others.
     *
     * @throws RuntimeException if the device refuses
     */
    void connect(AddressBook addresses);

    /**
     * Makes sure that the others are reached.
     *
     * @throws TestbedException if they are not
     */
    void attempt();
  }

  /**
   * Makes a part.
   *
   * @param instances that memory is for
   * @param isQueueing as of {@link Testbed.Maker}
   * @throws TestbedException if its devices cannot do it
   */
  Share make(TestPlan plan, Part part, int instances, boolean isQueueing);

  /** The names of its devices. */
  List<String> devices();
}
