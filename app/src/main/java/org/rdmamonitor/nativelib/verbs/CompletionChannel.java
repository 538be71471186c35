// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import org.rdmamonitor.nativelib.generated.RdmaVerbs;

/** Where one can wait for completions, instead of polling. */
public final class CompletionChannel extends Resource {
  CompletionChannel(VerbsContext context, long address) {
    super("completion channel of " + context, address, context);
  }

  /**
   * Waits until a completion queue for which {@link CompletionQueue#requestNotification} was called
   * has a completion; blocks the thread, and its carrier.
   *
   * @return false if there was none in this time, or if a signal came
   */
  public boolean await(Duration time) {
    int found =
        RdmaVerbs.rv_wait_completion(struct(), Math.clamp(time.toMillis(), 0, Integer.MAX_VALUE));
    if (found < 0) {
      throw new VerbsException("wait for completions", -found);
    }
    return found > 0;
  }

  @Override
  int destroy(MemorySegment struct) {
    return RdmaVerbs.rv_destroy_channel(struct);
  }
}
