// SPDX-License-Identifier: MIT
package org.rdmamonitor.render;

import java.io.IOException;
import org.rdmamonitor.model.CallNames;
import org.rdmamonitor.model.ControlCall;

/** Writes finished calls, one after the other. */
public interface EventLog {
  /** Comes before everything else. */
  void begin() throws IOException;

  void call(ControlCall call, CallNames names) throws IOException;

  /** So many more events were lost before they could be read. */
  void lost(long events) throws IOException;
}
