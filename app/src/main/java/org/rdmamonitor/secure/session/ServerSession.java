// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.session;

import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;
import org.rdmamonitor.nativelib.verbs.Verbs;
import org.rdmamonitor.nativelib.verbs.VerbsException;
import org.rdmamonitor.secure.tls.ControlChannel;
import org.rdmamonitor.secure.transfer.Layout;
import org.rdmamonitor.secure.transfer.Role;
import org.rdmamonitor.secure.transfer.Transfer;
import org.rdmamonitor.secure.transfer.TransferPlan;
import org.rdmamonitor.secure.transfer.Tuning;
import org.rdmamonitor.secure.wire.Answer;
import org.rdmamonitor.secure.wire.Bye;
import org.rdmamonitor.secure.wire.Codec;
import org.rdmamonitor.secure.wire.ConnectionMode;
import org.rdmamonitor.secure.wire.Offer;
import org.rdmamonitor.secure.wire.Ready;
import org.rdmamonitor.secure.wire.Refusal;
import org.rdmamonitor.secure.wire.RefusalCode;
import org.rdmamonitor.secure.wire.Request;

/**
 * The server's side of one client, from its request to its farewell. Every client has resources of
 * its own, even an open device, and all are gone when {@link #serve} returns, whatever happens.
 * Safe for threads.
 */
public final class ServerSession {
  private final Verbs verbs;
  private final Terms terms;

  /**
   * What clients may have.
   *
   * @param device what is left open follows the address that a client has connected to
   * @param memory bytes that a client's lanes take at most
   * @param queuePairs of one client
   */
  public record Terms(DeviceChoice device, long memory, int queuePairs, Tuning tuning) {}

  public ServerSession(Verbs verbs, Terms terms) {
    this.verbs = verbs;
    this.terms = terms;
  }

  /** What a server tells of a client. */
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
          Endpoint endpoint = new Endpoint(attachment, request, plan, Role.PASSIVE);
          Sealings sealings = new Sealings(channel, plan, Role.PASSIVE, request.queuePairs())) {
        log.begun(channel, request, attachment);
        channel.send(new Offer(Optional.empty(), endpoint.describe()));
        Answer answer = channel.receive(Answer.class);
        request.check(answer);
        endpoint.connect(answer.queuePairs());
        channel.send(new Ready());
        Transfer transfer =
            Transfer.of(plan, Role.PASSIVE, endpoint.lanes(answer.queuePairs(), sealings.all()));
        Consumer<SizeReport> done = report -> log.done(channel, request, report);
        try (Course course = new Course(channel, plan, Role.PASSIVE, endpoint, transfer)) {
          course.run(done);
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

  private void check(Request request) throws SessionException {
    if (request.version() != Codec.VERSION) {
      throw new SessionException(
          RefusalCode.VERSION,
          "version %d of the protocol is not spoken here, %d is"
              .formatted(request.version(), Codec.VERSION));
    }
    if (request.connection() == ConnectionMode.CONNECTION_MANAGER) {
      throw new SessionException(
          RefusalCode.NOT_ALLOWED, "this server does not connect by the connection manager");
    }
    if (request.queuePairs() > terms.queuePairs) {
      throw new SessionException(
          RefusalCode.NOT_ALLOWED,
          "%d queue pairs are asked for; a client may have %d"
              .formatted(request.queuePairs(), terms.queuePairs));
    }
  }

  private void checkMemory(Request request, TransferPlan plan) throws SessionException {
    long wanted = request.queuePairs() * Layout.of(plan, Role.PASSIVE).bytes();
    if (wanted > terms.memory) {
      throw new SessionException(
          RefusalCode.NOT_ALLOWED,
          "%d bytes of memory are needed; a client may have %d (--max-memory)"
              .formatted(wanted, terms.memory));
    }
  }
}
