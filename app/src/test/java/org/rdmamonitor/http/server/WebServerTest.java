// SPDX-License-Identifier: MIT
package org.rdmamonitor.http.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Clients of all kinds, over sockets. Those that are to be cut off meet a server with short
 * deadlines; good ones are never asked to keep these, but come to one with long deadlines.
 */
@Timeout(120)
class WebServerTest {
  private static final Duration LONG = Duration.ofMinutes(10);
  private static final Duration SHORT = Duration.ofMillis(200);
  private static final Limits PATIENT = new Limits(64, LONG, LONG, LONG);
  private static final String GET = "GET /x HTTP/1.1\r\nHost: h\r\n";
  private static final int LARGE = 1 << 26;

  private final List<AutoCloseable> open = new ArrayList<>();
  private final AtomicInteger largeOnes = new AtomicInteger();
  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch hold = new CountDownLatch(1);

  @AfterEach
  void end() throws Exception {
    hold.countDown();
    for (AutoCloseable one : open.reversed()) {
      one.close();
    }
  }

  private WebServer serve(Limits limits) throws IOException {
    WebServer server =
        WebServer.start(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            LiveWebConfig.open(),
            limits,
            this::answer);
    open.add(server);
    return server;
  }

  private Response answer(Request request) {
    return switch (request.path()) {
      case "/large" -> {
        largeOnes.incrementAndGet();
        yield new Response(200, Map.of(), LARGE, WebServerTest::writeMuch);
      }
      case "/chunks" ->
          new Response(200, Map.of(), -1, out -> out.write("in chunks".getBytes(ISO_8859_1)));
      case "/held" -> {
        asked.countDown();
        awaitQuietly(hold);
        yield Response.text(200, "at last");
      }
      case "/fails" -> throw new IllegalStateException("a mistake");
      default -> Response.text(200, request.method() + " " + request.path());
    };
  }

  private static void writeMuch(OutputStream out) throws IOException {
    byte[] part = new byte[1 << 16];
    for (int written = 0; written < LARGE; written += part.length) {
      out.write(part);
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private Socket connect(WebServer server) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.address().getPort());
    open.add(socket);
    return socket;
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(ISO_8859_1));
  }

  /** All until the server closes the connection, also where it cuts it. */
  private static String rest(Socket socket) throws IOException {
    StringBuilder text = new StringBuilder();
    try {
      for (int c = socket.getInputStream().read(); c >= 0; c = socket.getInputStream().read()) {
        text.append((char) c);
      }
    } catch (SocketException cut) {
      return text.toString();
    }
    return text.toString();
  }

  private String ask(WebServer server, String request) throws IOException {
    try (Socket socket = connect(server)) {
      send(socket, request);
      return rest(socket);
    }
  }

  private void assertAnswers(WebServer server) throws IOException {
    assertThat(ask(server, GET + "Connection: close\r\n\r\n"))
        .startsWith("HTTP/1.1 200 OK\r\n")
        .endsWith("\r\n\r\nGET /x\n");
  }

  @Test
  void aConnectionServesManyRequestsAlsoWhereTheyComeAtOnce() throws IOException {
    Socket socket = connect(serve(PATIENT));
    send(socket, GET + "\r\n" + GET + "\r\n" + GET + "Connection: close\r\n\r\n");

    assertThat(rest(socket).split("GET /x\n", -1)).hasSize(4);
  }

  @Test
  void aRequestMayComeInPieces() throws Exception {
    Socket socket = connect(serve(PATIENT));
    for (String piece : List.of("GE", "T /y?a=b HT", "TP/1.1\r", "\nHost: h\r\nConnec")) {
      send(socket, piece);
      Thread.sleep(20);
    }
    send(socket, "tion: close\r\n\r\n");

    assertThat(rest(socket)).endsWith("\r\n\r\nGET /y\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET http://h:1/z HTTP/1.1~Host: h~Connection: close~~ | 200 | GET /z",
        "GET / HTTP/1.0~~                                      | 200 | GET /",
        "GET /chunks HTTP/1.0~~                                | 200 | in chunks",
        "POST /p HTTP/1.1~Host: h~Content-Length: 2~Connection: close~~ab | 200 | POST /p",
        "hello~~                                               | 400 | That is no request.",
        "GET /a b HTTP/1.1~Host: h~~                           | 400 | That is no request.",
        "GET / HTTP/2.0~~                                      | 505 | HTTP/1.1 is spoken here.",
        "GET / HTTP/1.1~~                                      | 400 | There is not one Host.",
        "GET / HTTP/1.1~Host: a~Host: b~~                      | 400 | There is not one Host.",
        "GET / HTTP/1.1~no header~~                            | 400 | There is a line that is no"
            + " header.",
        "GET / HTTP/1.1~Host: h~ folded~~                      | 400 | There is a line that is no"
            + " header.",
        "POST / HTTP/1.1~Host: h~Content-Length: -1~~          | 400 | Content-Length is no"
            + " length.",
        "POST / HTTP/1.1~Host: h~Content-Length: 1~Content-Length: 2~~ | 400 | Content-Length is no"
            + " length.",
        "POST / HTTP/1.1~Host: h~Content-Length: 99999999~~    | 413 | A request has no body here.",
        "POST / HTTP/1.1~Host: h~Transfer-Encoding: chunked~~0~~ | 413 | A request has no body"
            + " here.",
        "GET /fails HTTP/1.1~Host: h~Connection: close~~       | 500 | This could not be answered.",
      })
  void whatIsAskedIsAnsweredOrRefused(String request, int status, String body) throws IOException {
    String answer = ask(serve(PATIENT), request.replace("~", "\r\n"));

    assertThat(answer).startsWith("HTTP/1.1 " + status + " ").contains("\r\nDate: ");
    assertThat(answer.substring(answer.indexOf("\r\n\r\n") + 4).strip()).isEqualTo(body);
  }

  @Test
  void aBodyOfUnknownLengthComesInChunks() throws IOException {
    assertThat(ask(serve(PATIENT), GET.replace("/x", "/chunks") + "Connection: close\r\n\r\n"))
        .contains("\r\nTransfer-Encoding: chunked\r\n")
        .endsWith("\r\n\r\n00000009\r\nin chunks\r\n0\r\n\r\n");
  }

  @Test
  void aHeadHasTheLengthAndNoBody() throws IOException {
    assertThat(ask(serve(PATIENT), "HEAD /x HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"))
        .contains("\r\nContent-Length: 8\r\n")
        .endsWith("\r\n\r\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"one line", "many headers"})
  void whatIsTooLongIsRefusedBeforeItIsAllThere(String kind) throws IOException {
    Socket socket = connect(serve(PATIENT));
    send(
        socket,
        kind.equals("one line")
            ? "GET /" + "x".repeat(RequestReader.MOST_HEAD)
            : GET + "a: b\r\n".repeat(RequestReader.MOST_HEADERS));

    assertThat(rest(socket)).startsWith("HTTP/1.1 431 ");
  }

  @Test
  void aSilentClientIsCutOff() throws IOException {
    assertThat(rest(connect(serve(new Limits(64, SHORT, LONG, LONG))))).isEmpty();
  }

  @Test
  void aClientThatSendsByteByByteIsCutOff() throws Exception {
    Socket socket = connect(serve(new Limits(64, SHORT, LONG, LONG)));
    boolean isOpen = true;
    for (int i = 0; i < 100_000 && isOpen; i++) {
      try {
        send(socket, i == 0 ? GET : "a");
        Thread.sleep(5);
      } catch (SocketException cut) {
        isOpen = false;
      }
    }

    assertThat(isOpen).isFalse();
  }

  @Test
  void aClientThatAsksNoMoreIsCutOff() throws IOException {
    Socket socket = connect(serve(new Limits(64, LONG, LONG, SHORT)));
    send(socket, GET + "\r\n");

    assertThat(rest(socket)).endsWith("GET /x\n");
  }

  @Test
  void aClientThatNeverReadsIsCutOff() throws Exception {
    WebServer server = serve(new Limits(64, LONG, SHORT, LONG));
    Socket socket = connect(server);
    send(socket, GET.replace("/x", "/large") + "\r\n");

    while (server.connections() > 0) {
      Thread.sleep(5);
    }
    assertThat(rest(socket).length()).isLessThan(LARGE);
  }

  @Test
  void whoDoesNotReadAnAnswerIsGivenNoFurtherOne() throws Exception {
    WebServer server = serve(new Limits(64, LONG, SHORT, LONG));
    send(connect(server), (GET.replace("/x", "/large") + "\r\n").repeat(50));

    while (largeOnes.get() == 0 || server.connections() > 0) {
      Thread.sleep(5);
    }
    assertThat(largeOnes).hasValue(1);
  }

  @Test
  void aThousandIdleConnectionsKeepNobodyOut() throws IOException {
    WebServer server = serve(PATIENT);
    for (int i = 0; i < 1000; i++) {
      connect(server);
      if (i % 250 == 249) {
        assertAnswers(server);
      }
    }
    assertAnswers(server);

    assertThat(server.connections()).isLessThanOrEqualTo(PATIENT.connections());
  }

  @Test
  void clientsThatNeverReadOrNeverEndTheirRequestKeepNobodyOut() throws IOException {
    WebServer server = serve(PATIENT);
    for (int i = 0; i < PATIENT.connections(); i++) {
      send(connect(server), GET.replace("/x", "/large") + (i % 2 == 0 ? "\r\n" : "a: "));
    }
    assertAnswers(server);
  }

  @Test
  void whoIsBeingAnsweredGivesWayLast() throws IOException {
    WebServer server = serve(PATIENT);
    Socket held = connect(server);
    send(held, GET.replace("/x", "/held") + "Connection: close\r\n\r\n");
    awaitQuietly(asked);
    for (int i = 0; i < 2 * PATIENT.connections(); i++) {
      connect(server);
    }
    assertAnswers(server);
    hold.countDown();

    assertThat(rest(held)).endsWith("at last\n");
  }

  @Test
  void aClientThatWasAnsweredOnceGivesWayAfterThoseThatNeverAsked() throws IOException {
    WebServer server = serve(PATIENT);
    Socket scraper = connect(server);
    send(scraper, GET + "\r\n");
    assertThat(scraper.getInputStream().read()).isEqualTo('H');
    for (int i = 0; i < 2 * PATIENT.connections(); i++) {
      connect(server);
    }
    assertAnswers(server);
    send(scraper, GET + "Connection: close\r\n\r\n");

    assertThat(rest(scraper).split("GET /x\n", -1)).hasSize(3);
  }

  @Test
  void anAddressThatHasLittleDoesNotGiveWayToOneThatHasMuch() throws IOException {
    WebServer server = serveAnyAddress();
    Socket quiet = connect(server, "127.0.0.2");
    for (int i = 0; i < 2 * PATIENT.connections(); i++) {
      connect(server);
    }
    assertAnswers(server);
    send(quiet, GET + "Connection: close\r\n\r\n");

    assertThat(rest(quiet)).endsWith("GET /x\n");
  }

  @Test
  void whoHasJustComeDoesNotGiveWayToManyThatWereAnsweredAndStay() throws IOException {
    WebServer server = serveAnyAddress();
    answerStrangers(server, 1, PATIENT.connections());
    Socket honest = connect(server);
    answerStrangers(server, PATIENT.connections() + 1, 3 * PATIENT.connections());
    send(honest, GET + "Connection: close\r\n\r\n");

    assertThat(rest(honest)).endsWith("GET /x\n");
  }

  @Test
  void whoWasAnsweredAndStaysDoesNotGiveWayToManyThatHaveJustCome() throws IOException {
    WebServer server = serveAnyAddress();
    Socket scraper = connect(server);
    send(scraper, GET + "\r\n");
    assertThat(scraper.getInputStream().read()).isEqualTo('H');
    for (int i = 0; i < 3 * PATIENT.connections(); i++) {
      connect(server, "127.0.1." + (1 + i));
    }
    assertAnswers(server);
    send(scraper, GET + "Connection: close\r\n\r\n");

    assertThat(rest(scraper).split("GET /x\n", -1)).hasSize(3);
  }

  /** Each from an address of its own, and each stays. */
  private void answerStrangers(WebServer server, int from, int to) throws IOException {
    for (int i = from; i <= to; i++) {
      Socket stranger = connect(server, "127.0.1." + i);
      send(stranger, GET + "\r\n");
      assertThat(stranger.getInputStream().read()).isEqualTo('H');
    }
  }

  private WebServer serveAnyAddress() throws IOException {
    WebServer server =
        WebServer.start(
            new InetSocketAddress("0.0.0.0", 0), LiveWebConfig.open(), PATIENT, this::answer);
    open.add(server);
    return server;
  }

  private Socket connect(WebServer server, String from) throws IOException {
    Socket socket = new Socket();
    open.add(socket);
    socket.bind(new InetSocketAddress(from, 0));
    socket.connect(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), server.address().getPort()));
    return socket;
  }

  @Test
  void theEndIsThatOfAllConnections() throws IOException {
    WebServer server = serve(PATIENT);
    Socket socket = connect(server);
    assertAnswers(server);
    server.close();

    assertThat(rest(socket)).isEmpty();
  }
}
