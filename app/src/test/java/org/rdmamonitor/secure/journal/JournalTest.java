// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.secure.session.SizeReport;
import org.rdmamonitor.secure.tls.Peer;
import org.rdmamonitor.secure.tls.Reason;
import org.rdmamonitor.secure.transfer.TransferResult;
import org.rdmamonitor.secure.wire.ConnectionMode;
import org.rdmamonitor.secure.wire.Extent;
import org.rdmamonitor.secure.wire.Measure;
import org.rdmamonitor.secure.wire.Message.Request;
import org.rdmamonitor.secure.wire.Message.Result;
import org.rdmamonitor.secure.wire.Operation;
import org.rdmamonitor.secure.wire.Sizes;
import org.rdmamonitor.secure.wire.TransferOption;
import org.rdmamonitor.secure.wire.Transport;

class JournalTest {
  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-11-21T12:00:00.123456Z"), ZoneId.of("Europe/Paris"));
  private static final InetSocketAddress FROM =
      new InetSocketAddress(InetAddress.ofLiteral("192.0.2.1"), 40312);
  private static final Peer PEER = new Peer(FROM, Optional.of("CN=walker"));

  private final StringWriter out = new StringWriter();
  private final AtomicInteger gone = new AtomicInteger();

  private Journal journal(Format format) {
    return new Journal(out, format, CLOCK, gone::incrementAndGet);
  }

  @Test
  void textIsTheLocalTimeAndASentence() {
    Journal journal = journal(Format.TEXT);

    journal.listening(
        new InetSocketAddress(InetAddress.ofLiteral("fd00::1"), 5555), "up to 1 client");
    journal.accepted(PEER);
    journal.refused(FROM, Reason.NOT_TLS, "192.0.2.1:40312: refused: it does not speak TLS");
    journal.ended(PEER, Optional.empty());
    journal.stopped();

    assertThat(out.toString())
        .isEqualTo(
            """
            2026-11-21 13:00:00 listening at [fd00:0:0:0:0:0:0:1]:5555; up to 1 client
            2026-11-21 13:00:00 192.0.2.1:40312 (CN=walker): let in
            2026-11-21 13:00:00 192.0.2.1:40312: refused: it does not speak TLS
            2026-11-21 13:00:00 192.0.2.1:40312 (CN=walker): ended
            2026-11-21 13:00:00 stopped
            """);
  }

  @Test
  void jsonIsAnObjectOnALine() {
    journal(Format.JSON).refused(FROM, Reason.NO_CERTIFICATE, "192.0.2.1:40312: refused: none");

    assertThat(out.toString())
        .isEqualTo(
            "{\"schema\":1,\"type\":\"refused\",\"time\":\"2026-11-21T12:00:00.123Z\","
                + "\"address\":\"192.0.2.1\",\"port\":40312,\"reason\":\"no_certificate\","
                + "\"text\":\"192.0.2.1:40312: refused: none\"}\n");
  }

  @Test
  void othersWordsCommandNoTerminal() {
    journal(Format.TEXT).trouble("192.0.2.1:40312: \u001b[2J\n2026-11-21 stopped \u202e");
    journal(Format.JSON).trouble("\u009b2J");

    assertThat(out.toString())
        .isEqualTo(
            "2026-11-21 13:00:00 192.0.2.1:40312: \\x1b[2J\\x0a2026-11-21 stopped \\u202e\n"
                + "{\"schema\":1,\"type\":\"trouble\",\"time\":\"2026-11-21T12:00:00.123Z\","
                + "\"text\":\"\\\\x9b2J\"}\n");
  }

  @Test
  void itCountsWhoDidNotEndAsTheyShould() {
    Journal journal = journal(Format.TEXT);

    journal.ended(PEER, Optional.empty());
    journal.ended(PEER, Optional.of("192.0.2.1:40312: ended: timed out"));

    assertThat(journal.failed()).isEqualTo(1);
    assertThat(gone).hasValue(2);
  }

  @Test
  void aLogThatCannotBeWrittenKeepsNobodyFromBeingServed() {
    Writer full =
        new Writer() {
          @Override
          public void write(char[] buffer, int offset, int length) throws IOException {
            throw new IOException("full");
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };

    new Journal(full, Format.TEXT, CLOCK, gone::incrementAndGet).ended(PEER, Optional.empty());

    assertThat(gone).hasValue(1);
  }

  private static Request request(Transport transport, ConnectionMode connection) {
    return new Request(
        1,
        Operation.WRITE,
        transport,
        connection,
        Measure.BANDWIDTH,
        new Sizes(2, 64),
        Extent.ofMillis(2_000),
        3,
        128,
        Set.of(TransferOption.VERIFY, TransferOption.SEAL),
        Optional.empty());
  }

  @Test
  void requestsAndResultsAreInWords() {
    Request request = request(Transport.UC, ConnectionMode.BY_HAND);
    Result client = new Result(64, 64 << 20, 1 << 20, 1, 2_000_000_000L, Optional.empty());
    TransferResult server = new TransferResult(64, 0, 2, 5, 0, Optional.empty());

    assertThat(Words.of(request))
        .isEqualTo(
            "WRITE over UC, bandwidth, 2 to 64 bytes, for 2 s, 3 queue pairs, verified, sealed");
    assertThat(Words.of(request(Transport.RC, ConnectionMode.CONNECTION_MANAGER)))
        .isEqualTo(
            "WRITE over RC, bandwidth, 2 to 64 bytes, for 2 s, 3 queue pairs, by the connection"
                + " manager, verified, sealed");
    assertThat(Words.of(new SizeReport(Optional.empty(), Optional.of(server), client)))
        .isEqualTo("64 bytes: 1048576 done, 32.00 MiB/s, 3 wrong, 5 lost");
  }
}
