// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.session;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.rdmamonitor.nativelib.verbs.Verbs;
import org.rdmamonitor.nativelib.verbs.VerbsException;
import org.rdmamonitor.secure.tls.ControlChannel;
import org.rdmamonitor.secure.transfer.Control;
import org.rdmamonitor.secure.transfer.Role;
import org.rdmamonitor.secure.transfer.Transfer;
import org.rdmamonitor.secure.transfer.TransferPlan;
import org.rdmamonitor.secure.transfer.Tuning;
import org.rdmamonitor.secure.wire.Message.Answer;
import org.rdmamonitor.secure.wire.Message.Bye;
import org.rdmamonitor.secure.wire.Message.Offer;
import org.rdmamonitor.secure.wire.Message.Ready;
import org.rdmamonitor.secure.wire.Message.Refusal;
import org.rdmamonitor.secure.wire.Message.Request;
import org.rdmamonitor.secure.wire.QueuePairEndpoint;
import org.rdmamonitor.secure.wire.RefusalCode;

/** The client's side of a session, from its request to its leaving. Safe for threads. */
public final class ClientSession {
  private final Verbs verbs;
  private final DeviceChoice device;
  private final Tuning tuning;
  private final Placement placement;

  public ClientSession(Verbs verbs, DeviceChoice device, Tuning tuning, Placement placement) {
    this.verbs = verbs;
    this.device = device;
    this.tuning = tuning;
    this.placement = placement;
  }

  /** Is told of the session's progress. */
  public interface Observer {
    /** The queue pairs are connected; how far the data is can be asked. */
    void connected(Attachment attachment, List<QueuePairEndpoint> server, Control control);

    /** A size was done. */
    void done(SizeReport report);
  }

  /**
   * Has a server, which has let this client in, do a request.
   *
   * @throws IOException if the server refuses, or either end fails
   * @throws VerbsException if this host's device refuses
   */
  public void run(ControlChannel channel, Request request, Observer observer)
      throws IOException, InterruptedException {
    TransferPlan plan = TransferPlan.of(request, tuning);
    channel.send(request);
    Offer offer = channel.receive(Offer.class);
    try {
      request.check(offer);
      List<QueuePairEndpoint> server = offer.queuePairs();
      Optional<ConnectionRoute> route = route(channel, offer);
      try (Attachment attachment = attach(channel, server, route);
          Endpoint endpoint =
              new Endpoint(attachment, request, plan, Role.ACTIVE, placement.memory());
          Sealings sealings = new Sealings(channel, plan, Role.ACTIVE, request.queuePairs());
          ManagedConnections connections = new ManagedConnections(verbs, endpoint)) {
        if (route.isPresent()) {
          connections.connect(route.get(), route.get().from(device, attachment));
        } else {
          endpoint.connect(server);
        }
        channel.send(new Answer(endpoint.describe()));
        channel.receive(Ready.class);
        Transfer transfer = Transfer.of(plan, Role.ACTIVE, endpoint.lanes(server, sealings.all()));
        observer.connected(attachment, server, transfer.control());
        Consumer<SizeReport> done = observer::done;
        try (SizeSweep sweep =
            new SizeSweep(channel, plan, Role.ACTIVE, endpoint, transfer, placement)) {
          sweep.run(done);
        }
      }
      channel.send(new Bye());
      channel.receive(Bye.class);
    } catch (SessionException e) {
      channel.refuse(Refusal.of(e.code(), String.valueOf(e.getMessage())));
      throw e;
    } catch (VerbsException e) {
      channel.refuse(Refusal.of(RefusalCode.DEVICE, String.valueOf(e.getMessage())));
      throw e;
    }
  }

  private static Optional<ConnectionRoute> route(ControlChannel channel, Offer offer) {
    return offer
        .connectionService()
        .map(service ->
            ConnectionRoute.of(
                service,
                offer.queuePairs().getFirst().port(),
                channel.peer().address().getAddress()));
  }

  private Attachment attach(
      ControlChannel channel, List<QueuePairEndpoint> server, Optional<ConnectionRoute> route)
      throws SessionException, InterruptedException {
    DeviceChoice choice = route.isPresent() ? route.get().device(verbs, device) : device;
    return Attachment.open(
        verbs,
        choice,
        channel.localAddress().getAddress(),
        Optional.of(Translation.entry(server.getFirst().port())));
  }
}
