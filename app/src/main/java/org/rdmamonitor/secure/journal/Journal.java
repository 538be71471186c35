// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.journal;

import java.io.IOException;
import java.io.Writer;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.rdmamonitor.secure.session.Attachment;
import org.rdmamonitor.secure.session.ServerSession;
import org.rdmamonitor.secure.session.SizeReport;
import org.rdmamonitor.secure.tls.ConnectionLog;
import org.rdmamonitor.secure.tls.ControlChannel;
import org.rdmamonitor.secure.tls.Peer;
import org.rdmamonitor.secure.tls.Reason;
import org.rdmamonitor.secure.wire.Message.Request;
import org.rdmamonitor.text.Printable;

/**
 * Writes a line for each thing that happens, at once. Safe for threads. A line that cannot be
 * written is dropped: clients are served all the same.
 */
public final class Journal implements ConnectionLog, ServerSession.Log {
  private final Writer out;
  private final Format format;
  private final Clock clock;
  private final Runnable afterClient;
  private final AtomicLong failed = new AtomicLong();
  private final AtomicLong rejected = new AtomicLong();

  /**
   * To a writer that nobody else writes to meanwhile.
   *
   * @param afterClient is called when a client is gone, on its thread
   */
  public Journal(Writer out, Format format, Clock clock, Runnable afterClient) {
    this.out = out;
    this.format = format;
    this.clock = clock;
    this.afterClient = afterClient;
  }

  /** Clients that did not end as they should. */
  public long failed() {
    return failed.get();
  }

  /** How many messages were not what they had to be. */
  public long rejected() {
    return rejected.get();
  }

  /**
   * The server can be reached from now on.
   *
   * @param terms what clients may have, in words
   */
  public void listening(InetSocketAddress address, String terms) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("listen_address", address.getAddress().getHostAddress());
    values.put("listen_port", address.getPort());
    String host = address.getAddress().getHostAddress();
    write(
        "listening",
        Optional.empty(),
        "listening at %s:%d; %s"
            .formatted(host.contains(":") ? "[" + host + "]" : host, address.getPort(), terms),
        values);
  }

  /** The server cannot be reached any more; all is freed. */
  public void stopped() {
    write("stopped", Optional.empty(), "stopped", Map.of());
  }

  @Override
  public void accepted(Peer peer) {
    write("accepted", Optional.of(peer), peer + ": let in", Map.of());
  }

  @Override
  public void refused(InetSocketAddress from, Reason reason, String line) {
    write(
        "refused",
        Optional.of(new Peer(from, Optional.empty())),
        line,
        Map.of("reason", reason.name().toLowerCase(Locale.ROOT)));
  }

  @Override
  public void begun(ControlChannel channel, Request request, Attachment attachment) {
    Map<String, Object> values = new LinkedHashMap<>(Words.values(request));
    values.put("device", attachment.device());
    values.put("cipher", channel.cipher());
    write(
        "request",
        Optional.of(channel.peer()),
        "%s: %s; on %s; %s"
            .formatted(channel.peer(), Words.of(request), attachment, channel.cipher()),
        values);
  }

  @Override
  public void done(ControlChannel channel, Request request, SizeReport report) {
    rejected.addAndGet(report.rejected());
    write(
        "result",
        Optional.of(channel.peer()),
        "%s: %s".formatted(channel.peer(), Words.of(report)),
        Words.values(report));
  }

  @Override
  public void ended(Peer peer, Optional<String> trouble) {
    if (trouble.isPresent()) {
      failed.incrementAndGet();
    }
    write(
        "ended",
        Optional.of(peer),
        trouble.orElse(peer + ": ended"),
        Map.of("as_it_should", trouble.isEmpty()));
    afterClient.run();
  }

  @Override
  public void trouble(String line) {
    write("trouble", Optional.empty(), line, Map.of());
  }

  private void write(String type, Optional<Peer> client, String text, Map<String, Object> values) {
    // What a client says about itself, and what is in its certificate, was written by others.
    Entry entry = new Entry(clock.instant(), type, client, Printable.of(text), values);
    String line = format.line(entry, clock.getZone()) + "\n";
    synchronized (out) {
      try {
        out.write(line);
        out.flush();
      } catch (IOException e) {
        // Nobody reads it any more.
      }
    }
  }
}
