// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy;

import java.util.List;
import org.rdmamonitor.model.call.AsyncEvent;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.policy.config.FindingLimit;

/**
 * A rule that looks for one thing. It is given each sample as its calls, in order, its asynchronous
 * events, and then as a whole; its work is of the order of calls and objects, and its memory
 * bounded. A rule that lacks its data (older kernels tell less) sees nothing.
 */
public interface Detector {
  /** The switch of the rule. */
  FindingLimit on();

  /** Takes in a finished call, failed ones too. The input shows the state after the call. */
  default void see(ControlCall call, DetectorInput input) {}

  /** Takes in what nobody has called for; after the calls of the same sample. */
  default void see(AsyncEvent event, DetectorInput input) {}

  /** What holds now, after all calls and objects of a sample. */
  List<Detection> detections(DetectorInput input);
}
