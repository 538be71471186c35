// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.hosts;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.rdmamonitor.litmus.run.Cell;
import org.rdmamonitor.litmus.run.LanePlan;
import org.rdmamonitor.litmus.run.Part;
import org.rdmamonitor.litmus.run.SimulatedRequests;
import org.rdmamonitor.litmus.run.TestPlan;
import org.rdmamonitor.litmus.run.Testbed;
import org.rdmamonitor.litmus.run.TestbedException;

/**
 * A host in this process. Memory is found only by the addresses that hosts tell each other. Each
 * queue pair executes what was posted, in order, when it is asked for completions.
 */
public final class SimulatedHost implements HostTestbeds {
  private static final Map<Long, AtomicLongArray> MEMORY = new ConcurrentHashMap<>();
  private static final AtomicLong NEXT = new AtomicLong(1);

  private final String device;
  final List<SimulatedShare> made = new CopyOnWriteArrayList<>();
  volatile boolean isUnfit;

  /** A queue pair fails after this many requests; never if negative. */
  volatile int failsAfter = -1;

  /** A host with a device of this name. */
  public SimulatedHost(String device) {
    this.device = device;
  }

  @Override
  public Share make(TestPlan plan, Part part, int instances, boolean isQueueing) {
    if (isUnfit) {
      throw TestbedException.unfit(device + " cannot do it");
    }
    SimulatedShare share = new SimulatedShare(plan, part, instances);
    made.add(share);
    return share;
  }

  /** Whether everything that was made has been freed. */
  public boolean isFree() {
    return made.stream().allMatch(share -> share.isClosed);
  }

  @Override
  public List<String> devices() {
    return List.of(device);
  }

  private static long allocate(int words) {
    long start = NEXT.getAndIncrement();
    MEMORY.put(start, new AtomicLongArray(words));
    return start;
  }

  private static NodeAddress address(long start) {
    return new NodeAddress(0, 1, 0, 1024, 16, 16, start, 0x80000000);
  }

  private static AtomicLongArray at(NodeAddress address) {
    return MEMORY.get(address.start());
  }

  final class SimulatedShare implements Share {
    private final TestPlan plan;
    private final Part part;
    private final int instances;
    private final List<NodeAddress> nodes = new ArrayList<>();
    private final NodeAddress rows;
    private final AtomicLongArray row = new AtomicLongArray(Rows.WORDS);
    private AddressBook book;
    volatile boolean isAttempted;
    volatile boolean isClosed;

    private SimulatedShare(TestPlan plan, Part part, int instances) {
      this.plan = plan;
      this.part = part;
      this.instances = instances;
      for (int node = 0; node < plan.nodes().size(); node++) {
        if (part.hasNode(node)) {
          nodes.add(SimulatedHost.address(allocate(plan.nodes().get(node).words(instances))));
        }
      }
      rows = SimulatedHost.address(allocate(part.hosts() * Rows.WORDS));
    }

    @Override
    public HostAddress address() {
      List<PairAddress> lanes = new ArrayList<>();
      List<PairAddress> ends = new ArrayList<>();
      for (int lane = 0; lane < plan.lanes().size(); lane++) {
        if (part.hasNode(plan.lanes().get(lane).node())) {
          lanes.add(new PairAddress(100 + lane, 1));
        }
        if (part.hasNode(plan.lanes().get(lane).remote())) {
          ends.add(new PairAddress(200 + lane, 2));
        }
      }
      List<PairAddress> pairs = new ArrayList<>();
      for (int host = 0; host < part.hosts(); host++) {
        if (host != part.self()) {
          pairs.add(new PairAddress(1000 * part.self() + host, 3));
        }
      }
      return new HostAddress(nodes, lanes, ends, Optional.of(new HostAddress.Rows(rows, pairs)));
    }

    @Override
    public void connect(AddressBook addresses) {
      for (int lane = 0; lane < plan.lanes().size(); lane++) {
        if (addresses.lane(lane).number() != 100 + lane
            || addresses.end(lane).number() != 200 + lane) {
          throw new IllegalStateException("lane " + lane);
        }
      }
      for (int host = 0; host < part.hosts(); host++) {
        int number = 1000 * host + part.self();
        if (host != part.self() && addresses.rows(host, part.self()).number() != number) {
          throw new IllegalStateException("rows of " + host);
        }
      }
      book = addresses;
    }

    @Override
    public void attempt() {
      isAttempted = book != null;
    }

    @Override
    public Memory memory(int node) {
      if (!part.hasNode(node)) {
        throw new IllegalArgumentException("node " + node + " is elsewhere");
      }
      return new SimulatedRequests.Words(at(book.node(node)));
    }

    @Override
    public Lane lane(int index) {
      return new SimulatedLane(this, plan.lanes().get(index));
    }

    @Override
    public Rows rows() {
      return new Rows() {
        @Override
        public long load(int host, int word) {
          return at(rows).get(host * WORDS + word);
        }

        @Override
        public void store(int word, long value) {
          row.set(word, value);
        }

        @Override
        public void push() {
          for (int host = 0; host < part.hosts(); host++) {
            if (host != part.self()) {
              AtomicLongArray there = at(book.rows(host).orElseThrow());
              for (int word = 0; word < WORDS; word++) {
                there.set(part.self() * WORDS + word, row.get(word));
              }
            }
          }
        }
      };
    }

    @Override
    public void pin(int processor) {}

    @Override
    public void close() {
      isClosed = true;
    }
  }

  private final class SimulatedLane extends SimulatedRequests implements Testbed.Lane {
    private final SimulatedShare share;
    private int posted;

    private SimulatedLane(SimulatedShare share, LanePlan lane) {
      super(lane);
      this.share = share;
    }

    @Override
    public void post(int slot, int request, int ahead, int bytes, boolean isFenced) {
      if (posted++ == failsAfter) {
        throw TestbedException.failed("a request failed");
      }
      add(slot, request);
    }

    @Override
    public void flush() {
      addEmpty();
    }

    @Override
    public int completed() {
      return doNext() ? 1 : 0;
    }

    @Override
    protected AtomicLongArray words(int node) {
      return at(share.book.node(node));
    }

    @Override
    protected int word(int node, Cell cell, int slot) {
      return share.plan.nodes().get(node).word(cell, slot, share.instances);
    }
  }
}
