// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

import java.util.ArrayList;
import java.util.List;
import org.rdmamonitor.litmus.language.Instruction;
import org.rdmamonitor.litmus.language.LitmusTest;
import org.rdmamonitor.litmus.language.Location;
import org.rdmamonitor.litmus.language.ThreadCode;

/** Makes plans of tests. */
public final class Planner {
  private final LitmusTest test;
  private final List<NodeDraft> nodes;
  private final List<LaneDraft> lanes = new ArrayList<>();

  private Planner(LitmusTest test) {
    this.test = test;
    this.nodes = test.nodes().stream().map(node -> new NodeDraft(test, node)).toList();
  }

  /**
   * The plan of a test.
   *
   * @throws UnrunnableException if the test has locations on no node
   */
  public static TestPlan plan(LitmusTest test) throws UnrunnableException {
    for (Location location : test.locations()) {
      if (location.isAuxiliary()) {
        throw new UnrunnableException(
            "%s cannot be run: %s is on no node, and no processor could write it at once"
                .formatted(test.name(), location.name()));
      }
    }
    return new Planner(test).plan();
  }

  private TestPlan plan() {
    List<ThreadPlan> threads = test.threads().stream().map(this::thread).toList();
    return new TestPlan(
        test,
        nodes.stream().map(NodeDraft::finish).toList(),
        threads,
        lanes.stream().map(LaneDraft::finish).toList());
  }

  private ThreadPlan thread(ThreadCode code) {
    ThreadPlanner planner = new ThreadPlanner(code, this);
    code.instructions().forEach(planner::add);
    return planner.finish();
  }

  int node(String name) {
    return test.nodes().indexOf(name);
  }

  NodeDraft draft(int node) {
    return nodes.get(node);
  }

  /** The index of the node that a location is on. */
  int nodeOf(String location) {
    return node(test.location(location).orElseThrow().node());
  }

  Cell cell(String location) {
    return nodes.get(nodeOf(location)).cell(location);
  }

  /** The index of a thread's queue pair to a node, which is made if there is none. */
  int lane(int thread, int node, int remote) {
    for (int i = 0; i < lanes.size(); i++) {
      if (lanes.get(i).thread == thread && lanes.get(i).remote == remote) {
        return i;
      }
    }
    lanes.add(new LaneDraft(thread, node, remote));
    return lanes.size() - 1;
  }

  LaneDraft lane(int index) {
    return lanes.get(index);
  }

  /** A queue pair whose plan is being made. */
  static final class LaneDraft {
    private final int thread;
    private final int node;
    private final int remote;
    private final List<RequestPlan> requests = new ArrayList<>();
    private boolean isFenced;
    private int polls;

    private LaneDraft(int thread, int node, int remote) {
      this.thread = thread;
      this.node = node;
      this.remote = remote;
    }

    /** The next request will be fenced. */
    void fence() {
      isFenced = true;
    }

    /** Takes the mark that the next request is to be fenced; it holds for one request only. */
    boolean takeFence() {
      boolean taken = isFenced;
      isFenced = false;
      return taken;
    }

    int add(RequestPlan request) {
      requests.add(request);
      return requests.size() - 1;
    }

    int posted() {
      return requests.size();
    }

    int nextPoll() {
      return ++polls;
    }

    private LanePlan finish() {
      return new LanePlan(thread, node, remote, requests);
    }
  }

  /** The memory of a node whose plan is being made. */
  static final class NodeDraft {
    private final String name;
    private final List<Location> locations;
    private final List<Long> constants = new ArrayList<>();
    private int own;

    private NodeDraft(LitmusTest test, String name) {
      this.name = name;
      this.locations =
          test.locations().stream().filter(location -> location.node().equals(name)).toList();
      this.own = locations.size();
    }

    private Cell cell(String location) {
      return Cell.own(locations.stream().map(Location::name).toList().indexOf(location));
    }

    /** A word of each instance beside the locations. */
    Cell stage() {
      return Cell.own(own++);
    }

    /** A word that always holds this value. */
    Cell constant(long value) {
      if (!constants.contains(value)) {
        constants.add(value);
      }
      return Cell.shared(constants.indexOf(value));
    }

    private NodePlan finish() {
      return new NodePlan(name, locations, own, constants);
    }
  }

  /** The index of the node that a request or a poll addresses. */
  int remoteOf(Instruction instruction) {
    return switch (instruction) {
      case Instruction.RemoteAccess access -> nodeOf(access.remote());
      case Instruction.RemoteFence fence -> node(fence.node());
      case Instruction.Poll poll -> node(poll.node());
      case Instruction.Store _,
          Instruction.Load _,
          Instruction.CompareAndSwap _,
          Instruction.Fence _,
          Instruction.Await _ ->
          throw new IllegalArgumentException(instruction + " goes to no other node");
    };
  }
}
