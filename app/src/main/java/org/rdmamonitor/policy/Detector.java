// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy;

import java.util.List;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.policy.config.FindingLimit;

/**
 * A rule that looks for one thing. For each sample it is given the calls, in order, and then the
 * sample as a whole. Its work is proportional to the calls and objects, and its memory is bounded.
 * A rule whose data the kernel does not provide (older ones tell less) finds nothing.
 */
public interface Detector {
  /** The switch of the rule. */
  FindingLimit on();

  /** Takes in a finished call, failed ones too. The input shows the state after the call. */
  default void see(ControlCall call, DetectorInput input) {}

  /** What holds now, after all calls and objects of a sample were taken in. */
  List<Detection> detections(DetectorInput input);
}
