// SPDX-License-Identifier: MIT
package org.rdmamonitor.sst.measure;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.HdrHistogram.Histogram;
import org.rdmamonitor.sst.Barrier;
import org.rdmamonitor.sst.Fabric;
import org.rdmamonitor.sst.SharedTable;
import org.rdmamonitor.sst.measure.BarrierResult.Samples;

/**
 * What one member does: it passes barriers. If they are to be compared, it takes turns: barriers,
 * then a ping-pong of WRITEs between the first two members while the others sleep, then barriers
 * over TCP. For one thread.
 */
public final class MemberRun {
  private final BarrierPlan plan;
  private final SharedTable table;
  private final Barrier barrier;
  private final Optional<TcpMesh> tcp;
  private final Optional<PropertyCheck> check;
  private final Samples samples = Samples.empty();
  private long pings;

  /**
   * The run of a member.
   *
   * @param fabric connected, with the plan's layout
   * @param tcp present at all members or at none; if at none, nothing is compared
   */
  public MemberRun(Fabric fabric, BarrierPlan plan, Optional<TcpMesh> tcp) {
    this.plan = plan;
    this.tcp = tcp;
    this.table = new SharedTable(fabric, plan.layout(), plan.limit());
    this.barrier = new Barrier(table, BarrierPlan.ARRIVED, plan.variant());
    this.check =
        plan.verifies()
            ? Optional.of(new PropertyCheck(fabric, table, plan.variant()))
            : Optional.empty();
  }

  /**
   * Does the member's whole part. When it returns, no operation of this member is under way any
   * more.
   *
   * @throws TimeoutException if another member is late; it names its number
   * @throws InterruptedException if the thread was interrupted
   * @throws IOException if TCP fails
   * @throws RuntimeException if an operation fails, for example because a member is gone
   */
  public BarrierResult run() throws InterruptedException, TimeoutException, IOException {
    return BarrierResult.of(plan.members(), List.of(samples()));
  }

  Samples samples() throws InterruptedException, TimeoutException, IOException {
    Samples warmUp = Samples.empty();
    turn(plan.warmUp(), warmUp);
    for (int block = 0; block < plan.blocks(); block++) {
      turn(plan.block(block), samples);
    }
    table.flush();
    return new Samples(
        samples.barrier(),
        samples.write(),
        samples.tcp(),
        check.map(PropertyCheck::result).orElse(PropertyCheck.Result.NONE));
  }

  private void turn(int iterations, Samples into)
      throws InterruptedException, TimeoutException, IOException {
    barriers(iterations, into.barrier());
    if (tcp.isPresent()) {
      if (table.self() < 2) {
        writes(iterations, into.write());
      }
      tcp.get().await(); // the other members have been sleeping in this call
      overTcp(tcp.get(), iterations, into.tcp());
      barrier.await();
    }
  }

  private void barriers(int iterations, Histogram into)
      throws InterruptedException, TimeoutException {
    long before = System.nanoTime();
    for (int i = 0; i < iterations; i++) {
      if (check.isPresent()) {
        check.get().before();
        before = System.nanoTime();
      }
      barrier.await();
      long now = System.nanoTime();
      Latency.record(into, now - before);
      before = now;
      if (check.isPresent()) {
        check.get().after();
      }
    }
  }

  private void writes(int iterations, Histogram into)
      throws InterruptedException, TimeoutException {
    int other = 1 - table.self();
    long before = System.nanoTime();
    for (int i = 0; i < iterations; i++) {
      long next = ++pings;
      if (table.self() == 0) {
        table.publish(other, BarrierPlan.PING, next);
      }
      table.await(other, row -> row.get(BarrierPlan.PING) >= next);
      if (table.self() == 1) {
        table.publish(other, BarrierPlan.PING, next);
      } else {
        long now = System.nanoTime();
        Latency.record(into, (now - before) / 2);
        before = now;
      }
    }
  }

  private static void overTcp(TcpMesh tcp, int iterations, Histogram into)
      throws IOException, TimeoutException {
    long before = System.nanoTime();
    for (int i = 0; i < iterations; i++) {
      tcp.await();
      long now = System.nanoTime();
      Latency.record(into, now - before);
      before = now;
    }
  }
}
