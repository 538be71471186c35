// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmamonitor.FakeCollector;
import org.rdmamonitor.Hanging;
import org.rdmamonitor.OtlpSchema;
import org.rdmamonitor.http.HttpConfig;
import org.rdmamonitor.http.HttpConfigFile;
import org.rdmamonitor.http.HttpSetupException;
import org.rdmamonitor.render.otlp.Receiver.Answer;
import org.rdmamonitor.render.otlp.Receiver.Refused;
import org.rdmamonitor.render.otlp.Receiver.Silent;
import org.rdmamonitor.render.otlp.Receiver.Taken;
import org.rdmamonitor.render.otlp.Receiver.Unavailable;

/** The client, against receivers that do what they should not. */
class OtlpClientTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final byte[] REQUEST =
      ExportRequest.of(
          List.of(new QueuedObservation(1, NOW, ObservationScene.plain(1))),
          ObservationScene.EMITTER);

  @TempDir Path directory;

  private static OtlpClient client(URI server, HttpConfig config, Duration timeout)
      throws HttpSetupException {
    return new OtlpClient(
        server, config, Map.of("X-Scope-OrgID", "tenant-1"), "1.2.3", timeout, () -> NOW);
  }

  private static Answer answer(FakeCollector collector) throws Exception {
    try (OtlpClient client = client(collector.uri(), HttpConfig.PLAIN, Hanging.LIMIT)) {
      return client.send(REQUEST);
    }
  }

  @Test
  void aRequestIsAsTheProtocolHasIt() throws Exception {
    Path file = directory.resolve("http.yml");
    Files.writeString(file, "authorization:\n  credentials: s3cret\n");
    try (FakeCollector collector = new FakeCollector();
        OtlpClient client =
            client(
                URI.create(collector.uri() + "/otlp"),
                HttpConfigFile.read(file, "http.yml"),
                Hanging.LIMIT)) {
      assertThat(client.send(REQUEST)).isEqualTo(new Taken(0, ""));

      assertThat(collector.errors()).isEmpty();
      assertThat(collector.requests())
          .singleElement()
          .satisfies(request -> {
            assertThat(request.path()).isEqualTo("/otlp/v1/logs");
            assertThat(request.headers().getFirst("Authorization")).isEqualTo("Bearer s3cret");
            assertThat(request.headers().getFirst("X-Scope-OrgID")).isEqualTo("tenant-1");
            assertThat(request.headers().getFirst("User-Agent")).isEqualTo("rdma-monitor/1.2.3");
          });
    }
  }

  @ParameterizedTest
  @CsvSource({
    "http://h:4318,          http://h:4318/v1/logs",
    "https://h/a/b,          https://h/a/b/v1/logs",
    "http://h:4318/v1/logs,  http://h:4318/v1/logs",
    "http://h/x/v1/logs,     http://h/x/v1/logs",
  })
  void thePathOfLogsIsAddedToABaseAndToNothingElse(URI server, URI endpoint) {
    assertThat(OtlpClient.endpoint(server)).isEqualTo(endpoint);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "429 | 7                             | 7",
        "503 | Sun, 01 Mar 2026 12:00:30 GMT | 30",
        "503 | Sun, 01 Mar 2026 11:00:00 GMT | 0",
        "502 | 999999999                     | 300",
        "504 | soon                          | -1",
        "503 | -5                            | -1",
      })
  void whatMayGoAnotherTimeIsTriedWhenTheReceiverSays(int status, String after, long seconds)
      throws Exception {
    try (FakeCollector collector =
        new FakeCollector()
            .always(FakeCollector.with(status, "{\"message\":\"busy\"}", "Retry-After", after))) {
      assertThat(answer(collector))
          .isEqualTo(
              new Unavailable(
                  collector.uri() + "/v1/logs answers " + status + ": busy",
                  seconds < 0 ? Optional.empty() : Optional.of(Duration.ofSeconds(seconds))));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "400 | answers 400: why\\x1b",
        "401 | answers 401 (--otlp-config and --otlp-headers take authentication): why\\x1b",
        "404 | answers 404: why\\x1b",
        "408 | answers 408: why\\x1b",
        "413 | answers 413: why\\x1b",
        "500 | answers 500: why\\x1b",
        "307 | answers 307 and sends on to http://127.0.0.1:1/, where it is not followed",
      })
  void allElseIsForGood(int status, String reason) throws Exception {
    try (FakeCollector collector =
        new FakeCollector()
            .always((exchange, records) -> {
              exchange.getResponseHeaders().add("Location", "http://127.0.0.1:1/");
              FakeCollector.with(status, "{\"message\":\"why\\u001b\"}").handle(exchange, records);
            })) {
      assertThat(answer(collector)).isEqualTo(new Refused(collector.uri() + "/v1/logs " + reason));
      assertThat(collector.requests()).hasSize(1);
    }
  }

  @Test
  void aPartialSuccessIsOne() throws Exception {
    try (FakeCollector collector =
        new FakeCollector()
            .always(
                FakeCollector.with(
                    200,
                    "{\"partialSuccess\":{\"rejectedLogRecords\":\"3\",\"errorMessage\":\"old\"}}"))) {
      assertThat(answer(collector))
          .isEqualTo(new Taken(3, collector.uri() + "/v1/logs rejected 3 log records: old"));
    }
  }

  @Test
  void anAnswerWithoutEndIsNotReadToIt() throws Exception {
    CountDownLatch cutOff = new CountDownLatch(1);
    try (FakeCollector collector =
        new FakeCollector()
            .always((exchange, records) -> {
              exchange.sendResponseHeaders(200, 0);
              pour(exchange, cutOff);
            })) {
      assertThat(answer(collector)).isEqualTo(new Taken(0, ""));
      assertThat(cutOff.await(Hanging.SECONDS, TimeUnit.SECONDS)).isTrue();
    }
  }

  /** Writes until the client has gone away. */
  private static void pour(HttpExchange exchange, CountDownLatch cutOff) {
    try (exchange) {
      byte[] blanks = new byte[1 << 16];
      while (true) {
        exchange.getResponseBody().write(blanks);
      }
    } catch (IOException e) {
      cutOff.countDown();
    }
  }

  @Test
  void anAnswerThatStopsHalfwayIsKnownByItsStatus() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    try (FakeCollector collector =
        new FakeCollector()
            .always((exchange, records) -> {
              exchange.sendResponseHeaders(200, 0);
              exchange.getResponseBody().write('{');
              exchange.getResponseBody().flush();
              waitFor(end);
            })) {
      // However slow this machine is, with some time-out the status comes in time, and the end
      // never.
      Answer answer = null;
      for (int seconds = 1; !(answer instanceof Taken); seconds *= 2) {
        assertThat(seconds).isLessThan((int) Hanging.SECONDS);
        try (OtlpClient client =
            client(collector.uri(), HttpConfig.PLAIN, Duration.ofSeconds(seconds))) {
          answer = client.send(REQUEST);
        }
      }
      assertThat(answer).isEqualTo(new Taken(0, ""));
      end.countDown();
    }
  }

  @Test
  void aReceiverThatSaysNothingIsNotWaitedFor() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    try (FakeCollector collector = new FakeCollector().always((exchange, records) -> waitFor(end));
        OtlpClient client = client(collector.uri(), HttpConfig.PLAIN, Duration.ofSeconds(1))) {
      assertThat(client.send(REQUEST))
          .isEqualTo(new Silent(collector.uri() + "/v1/logs did not answer within 1 s"));
      end.countDown();
    }
  }

  private static void waitFor(CountDownLatch latch) throws IOException {
    try {
      assertThat(latch.await(Hanging.SECONDS, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @Test
  void whereNobodyListensItMayGoAnotherTime() throws Exception {
    int free;
    try (ServerSocket socket = new ServerSocket(0)) {
      free = socket.getLocalPort();
    }
    try (OtlpClient client =
        client(URI.create("http://127.0.0.1:" + free), HttpConfig.PLAIN, Hanging.LIMIT)) {
      assertThat(client.send(REQUEST))
          .isInstanceOfSatisfying(
              Unavailable.class,
              answer ->
                  assertThat(answer.reason())
                      .startsWith("http://127.0.0.1:" + free + "/v1/logs cannot be reached"));
    }
  }

  @Test
  void aSecretThatIsGoneForAMomentLosesNothing() throws Exception {
    Path file = directory.resolve("http.yml");
    Files.writeString(directory.resolve("token"), "t");
    Files.writeString(file, "authorization:\n  credentials_file: token\n");
    try (FakeCollector collector = new FakeCollector();
        OtlpClient client =
            client(collector.uri(), HttpConfigFile.read(file, "http.yml"), Hanging.LIMIT)) {
      Files.delete(directory.resolve("token"));
      assertThat(client.send(REQUEST)).isInstanceOf(Unavailable.class);
      assertThat(collector.requests()).isEmpty();
      Files.writeString(directory.resolve("token"), "u");
      assertThat(client.send(REQUEST)).isEqualTo(new Taken(0, ""));
    }
  }

  /** The whole way: a receiver that is killed again and again, and rests that take no time. */
  @Test
  void aReceiverThatIsKilledAndStartedAgainMissesNothingWithinTheBound() throws Exception {
    int capacity = 1024;
    int rounds = 4;
    long offered = 0;
    try (FakeCollector collector = new FakeCollector()) {
      Outbox outbox = new Outbox(capacity, () -> NOW);
      OtlpSender sender =
          new OtlpSender(
              outbox,
              batch -> ExportRequest.of(batch, ObservationScene.EMITTER),
              client(collector.uri(), HttpConfig.PLAIN, Duration.ofSeconds(60)),
              new OtlpSender.Timing(Duration.ofMillis(1), new Backoff(() -> 0)),
              new OtlpSender.Rests() {
                @Override
                public void rest(Duration duration, boolean untilTheEnd)
                    throws InterruptedException {
                  Thread.sleep(1);
                }

                @Override
                public void end() {}
              });
      for (int round = 0; round < rounds; round++) {
        collector.kill();
        // More than there is room for, of which it takes as many as there is.
        for (int i = 0; i < capacity + 100; i++) {
          sender.offer(ObservationScene.rare(i));
          offered++;
        }
        if (round % 2 == 0) {
          // Takes a batch, and is killed before it says so.
          collector.next((exchange, records) -> {
            collector.keep(records);
            exchange.close();
          });
        }
        collector.start();
        long all = offered;
        collector.await(() -> {
          Delivery now = sender.delivery();
          return now.waiting() == 0 && now.sent() + now.lost() == all;
        });
      }
      sender.close();
      Delivery end = sender.delivery();

      Set<String> uids = new HashSet<>();
      collector.taken().forEach(record -> uids.add(record.uid()));
      assertThat(collector.errors()).isEmpty();
      assertThat(end.rejected()).isZero();
      assertThat(uids).hasSize((int) end.sent());
      assertThat(end.sent() + end.dropped()).isEqualTo(offered);
      // All that was in the bound has come; of what came when it was full, some may have fitted.
      assertThat(end.sent()).isGreaterThanOrEqualTo((long) rounds * capacity);
      assertThat(end.dropped()).isPositive();
      assertThat(collector.taken()).allSatisfy(OtlpClientTest::isWhole);
    }
  }

  private static void isWhole(OtlpSchema.LogRecord record) {
    assertThat(record.eventName()).isEqualTo("rdma_monitor.breach");
    assertThat(record.attributes()).containsEntry("rdma_monitor.value", 7.25);
  }
}
