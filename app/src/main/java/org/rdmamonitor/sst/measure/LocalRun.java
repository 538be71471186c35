// SPDX-License-Identifier: MIT
package org.rdmamonitor.sst.measure;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.sst.Fabric;
import org.rdmamonitor.sst.measure.BarrierResult.Samples;

/** All members in one process, each on its own thread. The first one that fails ends the others. */
public final class LocalRun {
  private final BarrierPlan plan;
  private final List<TcpMesh> meshes;
  private final List<Thread> threads = new ArrayList<>();
  private final @Nullable Samples[] samples;
  private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();

  /**
   * A run of members that are connected.
   *
   * @param meshes of all members, or none, in which case nothing is compared; closed by {@link
   *     #run}
   */
  public LocalRun(List<? extends Fabric> fabrics, BarrierPlan plan, List<TcpMesh> meshes) {
    this.plan = plan;
    this.meshes = List.copyOf(meshes);
    this.samples = new Samples[fabrics.size()];
    for (int member = 0; member < fabrics.size(); member++) {
      int number = member;
      Optional<TcpMesh> mesh =
          meshes.isEmpty() ? Optional.empty() : Optional.of(meshes.get(member));
      MemberRun run = new MemberRun(fabrics.get(member), plan, mesh);
      threads.add(
          Thread.ofPlatform().name("member-" + member).unstarted(() -> samples(number, run)));
    }
  }

  private void samples(int member, MemberRun run) {
    try {
      samples[member] = run.samples();
    } catch (Exception e) {
      if (failure.compareAndSet(null, e)) {
        end();
      }
    }
  }

  private void end() {
    threads.stream()
        .filter(thread -> !thread.equals(Thread.currentThread()))
        .forEach(Thread::interrupt);
    meshes.forEach(TcpMesh::close); // an interrupt does not end a read of a socket
  }

  /**
   * Lets all members do their whole part, and waits for them.
   *
   * @return the results of all members together
   * @throws TimeoutException if a member is late
   * @throws IOException if TCP fails
   * @throws RuntimeException if an operation fails
   * @throws InterruptedException if {@link #stop} was called, or the thread was interrupted
   */
  public BarrierResult run() throws InterruptedException, TimeoutException, IOException {
    threads.forEach(Thread::start);
    try {
      join();
    } finally {
      end();
      join();
    }
    switch (failure.get()) {
      case null -> {}
      case InterruptedException e -> throw e;
      case TimeoutException e -> throw e;
      case IOException e -> throw e;
      case RuntimeException e -> throw e;
      case Exception e -> throw new IllegalStateException(e);
    }
    List<Samples> all = new ArrayList<>();
    for (Samples one : samples) {
      if (one != null) {
        all.add(one);
      }
    }
    return BarrierResult.of(plan.members(), all);
  }

  private void join() throws InterruptedException {
    for (Thread thread : threads) {
      thread.join();
    }
  }

  /** Makes the run end soon; may be called from any thread. */
  public void stop() {
    failure.compareAndSet(null, new InterruptedException("stopped"));
    end();
  }
}
