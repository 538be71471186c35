// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.session;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.rdmamonitor.nativelib.verbs.Completions;
import org.rdmamonitor.nativelib.verbs.ConnectionRequest;
import org.rdmamonitor.nativelib.verbs.MemoryKind;
import org.rdmamonitor.nativelib.verbs.Processors;
import org.rdmamonitor.nativelib.verbs.Verbs;
import org.rdmamonitor.nativelib.verbs.VerbsException;
import org.rdmamonitor.nativelib.verbs.WorkRequests;
import org.rdmamonitor.secure.transfer.Lane;
import org.rdmamonitor.secure.transfer.Role;
import org.rdmamonitor.secure.transfer.TransferPlan;
import org.rdmamonitor.secure.transfer.Tuning;
import org.rdmamonitor.secure.wire.ConnectionMode;
import org.rdmamonitor.secure.wire.ConnectionService;
import org.rdmamonitor.secure.wire.Extent;
import org.rdmamonitor.secure.wire.FreshNumbers;
import org.rdmamonitor.secure.wire.Measure;
import org.rdmamonitor.secure.wire.Message.Request;
import org.rdmamonitor.secure.wire.Operation;
import org.rdmamonitor.secure.wire.QueuePairEndpoint;
import org.rdmamonitor.secure.wire.Sizes;
import org.rdmamonitor.secure.wire.Transport;

/**
 * What needs devices, for {@code samples/lab/tests/connections.test}: connections that the
 * connection manager makes between rxe0 and rxe1, and a pinned thread. Each argument after the
 * library's path is a step; each prints a line of its name, a colon and what came of it.
 */
final class ConnectionTrial {
  private static final int LANES = 3;
  private static final int BYTES = 1000;
  private static final String CLIENT = "10.77.0.1";
  private static final String SERVER = "10.77.0.2";

  private static final DeviceChoice CHOICE = choice("rxe0");

  private final Verbs verbs;

  private ConnectionTrial(Verbs verbs) {
    this.verbs = verbs;
  }

  public static void main(String[] arguments) throws Exception {
    ConnectionTrial trial = new ConnectionTrial(Verbs.load(Path.of(arguments[0])));
    for (String step : List.of(arguments).subList(1, arguments.length)) {
      System.out.println(step + ": " + trial.outcome(step));
    }
  }

  private String outcome(String step) throws Exception {
    try {
      return switch (step) {
        case "connect" -> connect(true);
        case "wrong-token" -> connect(false);
        case "pin" -> pin();
        default -> throw new IllegalArgumentException(step);
      };
    } catch (VerbsException | SessionException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private static Request request() {
    return new Request(
        1,
        Operation.WRITE,
        Transport.RC,
        ConnectionMode.CONNECTION_MANAGER,
        Measure.BANDWIDTH,
        new Sizes(BYTES, BYTES),
        new Extent(1, 0),
        LANES,
        4,
        Set.of(),
        Optional.empty());
  }

  private static DeviceChoice choice(String device) {
    return new DeviceChoice(Optional.of(device), OptionalInt.empty(), OptionalInt.empty());
  }

  private Attachment attach(DeviceChoice device, String address) throws UnknownHostException {
    return Attachment.open(verbs, device, InetAddress.getByName(address), Optional.empty());
  }

  private String connect(boolean rightToken) throws Exception {
    Request request = request();
    TransferPlan plan = TransferPlan.of(request, Tuning.DEFAULT);
    try (Attachment passive = attach(choice("rxe1"), SERVER);
        Attachment active = attach(CHOICE, CLIENT);
        Endpoint server = new Endpoint(passive, request, plan, Role.PASSIVE, MemoryKind.PLAIN);
        Endpoint client = new Endpoint(active, request, plan, Role.ACTIVE, MemoryKind.PLAIN);
        ConnectionListener listener = new ConnectionListener(verbs);
        RequestRouter<ConnectionRequest>.WaitingClient waiting = listener.expect(LANES);
        Acceptance acceptance = new Acceptance(verbs, server, waiting);
        ManagedConnections connections = new ManagedConnections(verbs, client)) {
      List<QueuePairEndpoint> told = server.describe();
      ConnectionService service =
          rightToken
              ? waiting.service()
              : new FreshNumbers().connectionService(waiting.service().port());
      try {
        ConnectionRoute route =
            ConnectionRoute.of(service, told.getFirst().port(), InetAddress.getByName(SERVER));
        connections.connect(route, route.from(CHOICE, active));
      } catch (SessionException e) {
        if (rightToken) {
          acceptance.await();
        }
        throw e;
      }
      acceptance.await();
      List<Lane> from = client.lanes(told, List.of());
      List<Lane> to = server.lanes(client.describe(), List.of());
      int right = 0;
      for (int lane = 0; lane < LANES; lane++) {
        right += write(from.get(lane), to.get(lane)) ? 1 : 0;
      }
      return "%d of %d lanes carry data".formatted(right, LANES);
    }
  }

  /** Has a lane write to the other end's memory, and looks at what came. */
  private static boolean write(Lane from, Lane to) {
    byte[] contents = new byte[BYTES];
    for (int i = 0; i < BYTES; i++) {
      contents[i] = (byte) (i * 7 + from.index());
    }
    from.memory().buffer(0, BYTES).put(contents);
    Lane.Remote remote = from.remote().orElseThrow();
    from.queuePair()
        .postSend(
            WorkRequests.of(1)
                .write(
                    0, from.memory().start(), BYTES, from.lkey(), remote.address(), remote.rkey()));
    Completions completions = Completions.of(1);
    while (from.sends().poll(completions) == 0) {
      Thread.onSpinWait();
    }
    completions.check(0, "WRITE");
    int offset = Math.toIntExact(remote.address() - to.memory().start());
    return to.memory().buffer(offset, BYTES).equals(ByteBuffer.wrap(contents));
  }

  private static String pin() throws IOException {
    Processors.pin(1);
    for (String line : Files.readAllLines(Path.of("/proc/thread-self/status"))) {
      if (line.startsWith("Cpus_allowed_list:")) {
        return line.substring(line.indexOf(':') + 1).strip();
      }
    }
    return "unknown";
  }
}
