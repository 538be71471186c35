// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.session;

import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;
import org.rdmamonitor.nativelib.verbs.ConnectionRequest;
import org.rdmamonitor.nativelib.verbs.Verbs;
import org.rdmamonitor.nativelib.verbs.VerbsException;
import org.rdmamonitor.secure.tls.ControlChannel;
import org.rdmamonitor.secure.transfer.LaneLayout;
import org.rdmamonitor.secure.transfer.Role;
import org.rdmamonitor.secure.transfer.Transfer;
import org.rdmamonitor.secure.transfer.TransferPlan;
import org.rdmamonitor.secure.transfer.Tuning;
import org.rdmamonitor.secure.wire.Codec;
import org.rdmamonitor.secure.wire.ConnectionMode;
import org.rdmamonitor.secure.wire.ConnectionService;
import org.rdmamonitor.secure.wire.Message.Answer;
import org.rdmamonitor.secure.wire.Message.Bye;
import org.rdmamonitor.secure.wire.Message.Offer;
import org.rdmamonitor.secure.wire.Message.Ready;
import org.rdmamonitor.secure.wire.Message.Refusal;
import org.rdmamonitor.secure.wire.Message.Request;
import org.rdmamonitor.secure.wire.RefusalCode;

/**
 * The server's side of one client, from its request to its leaving. Every client has its own
 * resources, even its own open device, and all are gone when {@link #serve} returns, whatever
 * happens. Safe for threads.
 */
public final class ServerSession {
  private final Verbs verbs;
  private final Terms terms;
  private final ConnectionListener listener;

  /**
   * What clients may have.
   *
   * @param device what is left open is chosen by the address that a client has connected to
   * @param memory bytes that a client's lanes take at most
   * @param queuePairs of one client
   */
  public record Terms(
      DeviceChoice device, long memory, int queuePairs, Tuning tuning, Placement placement) {}

  /**
   * One for any number of clients.
   *
   * @param listener of the whole server; closed by the caller, after the last client
   */
  public ServerSession(Verbs verbs, Terms terms, ConnectionListener listener) {
    this.verbs = verbs;
    this.terms = terms;
    this.listener = listener;
  }

  /** Is told what happens with a client. */
  public interface Log {
    /** Who asks for what, and on which device. */
    void begun(ControlChannel channel, Request request, Attachment attachment);

    /** What was done. */
    void done(ControlChannel channel, Request request, SizeReport report);
  }

  /**
   * Serves a client that was let in.
   *
   * @throws IOException if it, or the device, fails; it was told so
   * @throws InterruptedException if the server is being closed
   */
  public void serve(ControlChannel channel, Log log) throws IOException, InterruptedException {
    Request request = channel.receive(Request.class);
    try {
      check(request);
      TransferPlan plan = TransferPlan.of(request, terms.tuning);
      checkMemory(request, plan);
      try (Attachment attachment =
              Attachment.open(
                  verbs, terms.device, channel.localAddress().getAddress(), Optional.empty());
          Endpoint endpoint =
              new Endpoint(attachment, request, plan, Role.PASSIVE, terms.placement.memory());
          Sealings sealings = new Sealings(channel, plan, Role.PASSIVE, request.queuePairs())) {
        log.begun(channel, request, attachment);
        if (request.connection() == ConnectionMode.BY_HAND) {
          Answer answer = offer(channel, request, endpoint, Optional.empty());
          endpoint.connect(answer.queuePairs());
          transfer(new Client(channel, request, plan, endpoint, sealings), answer, log);
        } else {
          try (RequestRouter<ConnectionRequest>.WaitingClient client =
                  listener.expect(request.queuePairs());
              Acceptance acceptance = new Acceptance(verbs, endpoint, client)) {
            Answer answer = accept(channel, request, endpoint, client.service(), acceptance);
            transfer(new Client(channel, request, plan, endpoint, sealings), answer, log);
          }
        }
      }
      channel.receive(Bye.class);
      channel.send(new Bye());
    } catch (SessionException e) {
      channel.refuse(Refusal.of(e.code(), String.valueOf(e.getMessage())));
      throw e;
    } catch (VerbsException e) {
      channel.refuse(Refusal.of(RefusalCode.DEVICE, String.valueOf(e.getMessage())));
      throw new SessionException(RefusalCode.DEVICE, String.valueOf(e.getMessage()), e);
    }
  }

  /** If both ends fail, this end's reason is reported, since the other end's follows from it. */
  private static Answer accept(
      ControlChannel channel,
      Request request,
      Endpoint endpoint,
      ConnectionService service,
      Acceptance acceptance)
      throws IOException, InterruptedException {
    try {
      Answer answer = offer(channel, request, endpoint, Optional.of(service));
      acceptance.await();
      return answer;
    } catch (IOException e) {
      if (acceptance.hasFailed()) {
        acceptance.await();
      }
      throw e;
    }
  }

  private static Answer offer(
      ControlChannel channel,
      Request request,
      Endpoint endpoint,
      Optional<ConnectionService> service)
      throws IOException {
    channel.send(new Offer(service, endpoint.describe()));
    Answer answer = channel.receive(Answer.class);
    request.check(answer);
    return answer;
  }

  /** A client whose endpoint was made. */
  private record Client(
      ControlChannel channel,
      Request request,
      TransferPlan plan,
      Endpoint endpoint,
      Sealings sealings) {}

  private void transfer(Client client, Answer answer, Log log)
      throws IOException, InterruptedException {
    client.channel.send(new Ready());
    Transfer transfer =
        Transfer.of(
            client.plan,
            Role.PASSIVE,
            client.endpoint.lanes(answer.queuePairs(), client.sealings.all()));
    Consumer<SizeReport> done = report -> log.done(client.channel, client.request, report);
    try (SizeSweep sweep =
        new SizeSweep(
            client.channel,
            client.plan,
            Role.PASSIVE,
            client.endpoint,
            transfer,
            terms.placement)) {
      sweep.run(done);
    }
  }

  private void check(Request request) throws SessionException {
    if (request.version() != Codec.VERSION) {
      throw new SessionException(
          RefusalCode.VERSION,
          "version %d of the protocol is not spoken here, %d is"
              .formatted(request.version(), Codec.VERSION));
    }
    if (request.queuePairs() > terms.queuePairs) {
      throw new SessionException(
          RefusalCode.NOT_ALLOWED,
          "%d queue pairs are asked for; a client may have %d (--max-qp)"
              .formatted(request.queuePairs(), terms.queuePairs));
    }
  }

  private void checkMemory(Request request, TransferPlan plan) throws SessionException {
    long wanted = request.queuePairs() * LaneLayout.of(plan, Role.PASSIVE).bytes();
    if (wanted > terms.memory) {
      throw new SessionException(
          RefusalCode.NOT_ALLOWED,
          "%d bytes of memory are needed; a client may have %d (--max-memory)"
              .formatted(wanted, terms.memory));
    }
  }
}
