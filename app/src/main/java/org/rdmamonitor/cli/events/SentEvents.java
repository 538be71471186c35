// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.events;

import java.io.IOException;
import org.rdmamonitor.cli.loop.LogExport;
import org.rdmamonitor.model.CallNames;
import org.rdmamonitor.model.call.AsyncEvent;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.render.EventLog;

/** An event log that is sent, too. */
record SentEvents(EventLog log, LogExport sent) implements EventLog {
  @Override
  public void begin() throws IOException {
    log.begin();
  }

  @Override
  public void call(ControlCall call, CallNames names) throws IOException {
    log.call(call, names);
    sent.call(call, names);
    sent.tell();
  }

  @Override
  public void event(AsyncEvent event, CallNames names) throws IOException {
    log.event(event, names);
    sent.event(event, names);
    sent.tell();
  }

  @Override
  public void lost(long events) throws IOException {
    log.lost(events);
    sent.lost(events);
  }
}
