// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.loop;

import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.rdmamonitor.cli.process.Pace;
import org.rdmamonitor.cli.process.ProcessContext;
import org.rdmamonitor.cli.process.Version;
import org.rdmamonitor.http.HttpConfig;
import org.rdmamonitor.http.HttpSetupException;
import org.rdmamonitor.model.CallNames;
import org.rdmamonitor.model.call.AsyncEvent;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.render.otlp.Emitter;
import org.rdmamonitor.render.otlp.OtlpSender;

/** Sends what the monitor finds as log records, if that was asked for. */
public interface LogExport extends Feed.Listener, AutoCloseable {
  /** Sends nothing. */
  LogExport NONE = new LogExport() {};

  /**
   * Who takes log records.
   *
   * @param headers of each request
   * @param queue the most records that wait
   * @param attributes of the resource, besides those that this program knows
   */
  record Receiver(
      URI server,
      HttpConfig http,
      Map<String, String> headers,
      int queue,
      Map<String, String> attributes) {}

  /**
   * Sends from now on.
   *
   * @param receiver empty to send nothing
   * @param host whose records these are
   * @param withCalls whether of samples all is sent, or only calls that were refused, and
   *     asynchronous events of something that failed
   * @param atOnce whether trouble is told when it happens; else at the end, for where a screen is
   *     shown
   * @throws HttpSetupException if TLS cannot be set up
   */
  static LogExport open(
      ProcessContext context,
      Optional<Receiver> receiver,
      String host,
      boolean withCalls,
      boolean atOnce)
      throws HttpSetupException {
    if (receiver.isEmpty()) {
      return NONE;
    }
    Receiver to = receiver.get();
    Emitter emitter =
        new Emitter(Version.ofProgram(), UUID.randomUUID().toString(), host, to.attributes());
    return new LogSender(
        context,
        OtlpSender.open(
            new OtlpSender.Setup(
                to.server(), to.http(), to.headers(), to.queue(), emitter, context.clock())),
        withCalls,
        atOnce);
  }

  /** Waits for room from now on, until the user asks to stop: nothing is missed meanwhile. */
  default void takeTime(Pace pace) {}

  /** Sends a call, whose names are these. */
  default void call(ControlCall call, CallNames callNames) {}

  /** Sends an asynchronous event, whose names are these. */
  default void event(AsyncEvent event, CallNames eventNames) {}

  /** Sends how many calls and events are missing before the next one, if there are any. */
  default void lost(long calls) {}

  /** Says that the receiver does not take records, or takes them again; once each time. */
  default void tell() {}

  /**
   * Sends what is left, within a bound that is shorter when the user asks to stop, and says what
   * was lost of all.
   */
  default void finish(Pace pace) {}

  /** Ends it at once, where it is not finished yet. */
  @Override
  default void close() {}
}
