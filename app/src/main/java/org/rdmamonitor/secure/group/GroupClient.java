// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.group;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.secure.tls.ControlChannel;
import org.rdmamonitor.secure.wire.GroupMessage.Join;
import org.rdmamonitor.secure.wire.GroupMessage.Role;
import org.rdmamonitor.secure.wire.GroupMessage.Roster;
import org.rdmamonitor.secure.wire.Message.Answer;
import org.rdmamonitor.secure.wire.Message.Bye;
import org.rdmamonitor.secure.wire.Message.Ready;
import org.rdmamonitor.secure.wire.Message.Refusal;
import org.rdmamonitor.secure.wire.RefusalCode;

/** A member that joins a server. For one thread, except for {@link #stop}. */
public final class GroupClient {
  /** Others may be started much later, and runs may be long. */
  static final Duration PATIENCE = Duration.ofDays(1);

  private static final Refusal STOPPED =
      new Refusal(RefusalCode.SHUTTING_DOWN, "the member was stopped");

  private final ControlChannel channel;
  private final Member member;
  private volatile @Nullable Thread own;
  private volatile boolean isStopped;

  /** Over a channel by which the server has let this member in; the caller closes it. */
  public GroupClient(ControlChannel channel, Member member) {
    this.channel = channel;
    this.member = member;
  }

  /**
   * Joins, waits until all others have joined, and does what the group does.
   *
   * @throws IOException if this member, another or the connection fails
   * @throws RuntimeException if this host's device fails; the server was told
   * @throws InterruptedException if the thread was interrupted; the server was told
   */
  public void run() throws IOException, InterruptedException {
    own = Thread.currentThread();
    try {
      channel.send(new Join(member.tcpPort()));
      Role role = channel.receive(Role.class, PATIENCE);
      channel.send(new Answer(member.make(role, role.self(), channel.localAddress().getAddress())));
      Roster roster = channel.receive(Roster.class);
      member.connect(peers(role, roster), roster.token());
      channel.send(new Ready());
      channel.receive(Ready.class);
      runWatched();
    } catch (InterruptedException e) {
      channel.refuse(STOPPED);
      throw e;
    } catch (IOException | RuntimeException e) {
      channel.refuse(Refusal.of(RefusalCode.DEVICE, String.valueOf(e.getMessage())));
      if (isStopped) {
        InterruptedException stopped = new InterruptedException("stopped");
        stopped.initCause(e);
        throw stopped;
      }
      throw e;
    } finally {
      own = null;
    }
  }

  /** Ends it soon, whatever {@link #run} waits for, and tells the server. */
  public void stop() {
    isStopped = true;
    channel.refuse(STOPPED);
    Thread running = own;
    if (running != null) {
      member.stop();
      running.interrupt();
    }
  }

  /** Runs the member's task; whatever the server says meanwhile ends it. */
  private void runWatched() throws IOException, InterruptedException {
    Thread own = Thread.currentThread();
    AtomicReference<@Nullable IOException> failure = new AtomicReference<>();
    Thread watch =
        Thread.startVirtualThread(() -> {
          try {
            channel.receive(Bye.class, PATIENCE);
          } catch (IOException e) {
            failure.set(e);
            member.stop();
            own.interrupt();
          }
        });
    try {
      member.run();
      channel.send(new Bye());
      watch.join();
    } catch (InterruptedException e) {
      throwIfAny(failure.get());
      throw e;
    } catch (IOException | RuntimeException e) {
      throwIfAny(failure.get());
      throw e;
    }
    throwIfAny(failure.get());
  }

  private static void throwIfAny(@Nullable IOException failure) throws IOException {
    if (failure != null) {
      throw failure;
    }
  }

  private List<Member.Other> peers(Role role, Roster roster) throws IOException {
    if (roster.peers().size() != role.members() - 1) {
      throw new IOException("the server sent a roster of another number of members");
    }
    List<Member.Other> peers = new ArrayList<>();
    int number = 0;
    for (Roster.Peer peer : roster.peers()) {
      number += number == role.self() ? 1 : 0;
      peers.add(new Member.Other(number, address(peer), peer.tcpPort(), peer.queuePair()));
      number++;
    }
    return peers;
  }

  private InetAddress address(Roster.Peer peer) throws UnknownHostException {
    return peer.address().isEmpty()
        ? channel.peer().address().getAddress()
        : InetAddress.getByAddress(peer.address().get().bytes());
  }
}
