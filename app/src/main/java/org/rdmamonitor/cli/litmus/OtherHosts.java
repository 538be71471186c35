// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.litmus;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.rdmamonitor.litmus.hosts.Leader;

/** Options that name other hosts to run tests on, and how they are reached. */
public interface OtherHosts {
  /**
   * Leads them, if the command line names any.
   *
   * @param devices of this host, by their names; all if there are none
   * @throws IOException with a sentence, if one cannot be reached, or does not want to
   */
  Optional<Leader> lead(List<String> devices) throws IOException;
}
