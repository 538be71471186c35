// SPDX-License-Identifier: MIT
package org.rdmamonitor.render;

import java.io.IOException;
import org.rdmamonitor.model.CallNames;
import org.rdmamonitor.model.call.AsyncEvent;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.ControlEvent;

/** Writes finished calls and asynchronous events, one after the other. */
public interface EventLog {
  /** Called before anything else. */
  void begin() throws IOException;

  void call(ControlCall call, CallNames names) throws IOException;

  void event(AsyncEvent event, CallNames names) throws IOException;

  /** Writes a call or an asynchronous event. */
  default void write(ControlEvent event, CallNames names) throws IOException {
    switch (event) {
      case ControlCall call -> call(call, names);
      case AsyncEvent async -> event(async, names);
    }
  }

  /** This many more events were lost before they could be read. */
  void lost(long events) throws IOException;
}
