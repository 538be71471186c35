// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.group;

import java.io.IOException;
import java.net.InetAddress;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.secure.tls.ControlChannel;
import org.rdmamonitor.secure.tls.SecureException;
import org.rdmamonitor.secure.wire.FreshNumbers;
import org.rdmamonitor.secure.wire.GroupMessage.Join;
import org.rdmamonitor.secure.wire.GroupMessage.Role;
import org.rdmamonitor.secure.wire.GroupMessage.Roster;
import org.rdmamonitor.secure.wire.Message.Answer;
import org.rdmamonitor.secure.wire.Message.Bye;
import org.rdmamonitor.secure.wire.Message.Ready;
import org.rdmamonitor.secure.wire.Message.Refusal;
import org.rdmamonitor.secure.wire.RefusalCode;

/**
 * The member that the others join; its number is 0. {@link #serve} is called for each of them, by a
 * thread of its own, and {@link #run} once. All members go through the same steps together; the
 * first one that fails ends the group.
 */
public final class GroupServer {
  private final Role role;
  private final Member member;
  private final long token = new FreshNumbers().token();
  private final Phaser together;
  private final Set<ControlChannel> channels = ConcurrentHashMap.newKeySet();
  private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
  private final MemberTable members;
  private volatile @Nullable Thread own;

  /**
   * A group that nobody has joined yet.
   *
   * @param role the task of all members, as the role of member 1
   */
  public GroupServer(Role role, Member member) {
    this.role = role;
    this.member = member;
    this.together = new Phaser(role.members());
    this.members = new MemberTable(role.members());
  }

  /**
   * Waits until all have joined, and does what the group does.
   *
   * @throws IOException if this member or another fails; all others were told
   * @throws RuntimeException if this host's device fails; all others were told
   * @throws InterruptedException if the thread was interrupted; all others were told
   */
  public void run() throws IOException, InterruptedException {
    own = Thread.currentThread();
    try {
      together(); // all have joined
      InetAddress here = members.here();
      members.takeFirst(member.tcpPort());
      members.tell(0, member.make(role, 0, here));
      together(); // all have told theirs
      member.connect(members.others(), token);
      together(); // all are connected
      member.run();
      together(); // all are done
      together(); // all know that all are done
    } catch (InterruptedException e) {
      fail(new Refusal(RefusalCode.SHUTTING_DOWN, "the server is being closed"), e);
      rethrow(first(e));
      throw e;
    } catch (IOException | RuntimeException e) {
      fail(Refusal.of(RefusalCode.DEVICE, "member 0: " + e.getMessage()), e);
      rethrow(first(e));
    } finally {
      own = null;
    }
  }

  /**
   * Serves a member, from its joining to its leaving.
   *
   * @throws IOException if it, or another, fails; it was told so
   * @throws InterruptedException if another has failed, or the thread was interrupted
   */
  public void serve(ControlChannel channel) throws IOException, InterruptedException {
    int number = take(channel, channel.receive(Join.class));
    try {
      together();
      channel.send(role.of(number));
      members.tell(number, channel.receive(Answer.class, GroupClient.PATIENCE).queuePairs());
      together();
      channel.send(new Roster(token, members.peers(number)));
      channel.receive(Ready.class, GroupClient.PATIENCE);
      together();
      channel.send(new Ready());
      channel.receive(Bye.class, GroupClient.PATIENCE);
      together();
      channel.send(new Bye());
      together.arrive();
    } catch (IOException | RuntimeException e) {
      String sentence = "member %d: %s".formatted(number, reason(e));
      fail(Refusal.of(RefusalCode.SHUTTING_DOWN, sentence), new GroupException(sentence, e));
      throw e;
    }
  }

  private static String reason(Exception e) {
    Optional<Refusal> refusal =
        e instanceof SecureException secure ? secure.refusal() : Optional.empty();
    return refusal.map(Refusal::text).orElseGet(() -> String.valueOf(e.getMessage()));
  }

  private synchronized int take(ControlChannel channel, Join join) throws IOException {
    if (members.areTaken() || failure.get() != null) {
      channel.refuse(new Refusal(RefusalCode.SERVER_FULL, "the group has all its members"));
      throw new IOException("the group has all its members");
    }
    channels.add(channel);
    return members.take(
        channel.localAddress().getAddress(), channel.peer().address().getAddress(), join.tcpPort());
  }

  private void together() throws InterruptedException {
    if (together.awaitAdvanceInterruptibly(together.arrive()) < 0) {
      throw new InterruptedException("another member has failed");
    }
  }

  /**
   * Ends the group, if nothing has before: tells every member, and interrupts this one.
   *
   * @param words what the others are told
   */
  private void fail(Refusal words, Exception e) {
    if (!failure.compareAndSet(null, e)) {
      return;
    }
    try (ExecutorService farewells = Executors.newVirtualThreadPerTaskExecutor()) {
      channels.forEach(channel -> farewells.execute(() -> channel.refuse(words)));
    }
    together.forceTermination(); // only now: no member may be left without being told
    Thread running = own;
    if (running != null && !running.equals(Thread.currentThread())) {
      member.stop();
      running.interrupt();
    }
  }

  /** The failure that came first: this one, or the one that it follows from. */
  private Exception first(Exception e) {
    Exception first = failure.get();
    return first == null ? e : first;
  }

  private static void rethrow(Exception e) throws IOException {
    switch (e) {
      case IOException failed -> throw failed;
      case RuntimeException failed -> throw failed;
      default -> {}
    }
  }
}
