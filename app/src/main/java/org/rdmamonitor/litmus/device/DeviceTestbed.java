// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.device;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.litmus.device.DeviceTestbeds.Choice;
import org.rdmamonitor.litmus.hosts.AddressBook;
import org.rdmamonitor.litmus.hosts.HostAddress;
import org.rdmamonitor.litmus.hosts.HostTestbeds;
import org.rdmamonitor.litmus.run.LanePlan;
import org.rdmamonitor.litmus.run.Part;
import org.rdmamonitor.litmus.run.TestPlan;
import org.rdmamonitor.nativelib.verbs.Processors;
import org.rdmamonitor.nativelib.verbs.Resources;
import org.rdmamonitor.nativelib.verbs.Verbs;

/** Memory and queue pairs on devices, for this host's part of one test. */
final class DeviceTestbed implements HostTestbeds.Share {
  private final Resources open = new Resources("not all of a test's RDMA resources could be freed");
  private final TestPlan plan;
  private final boolean isQueueing;
  private final SortedMap<Integer, DeviceNode> nodes = new TreeMap<>();
  private final SortedMap<Integer, DeviceLane> lanes = new TreeMap<>();
  private final SortedMap<Integer, LaneEnd> ends = new TreeMap<>();
  private @Nullable DeviceRows rows;

  DeviceTestbed(
      Verbs verbs,
      List<Choice> choices,
      TestPlan plan,
      Part part,
      int instances,
      boolean isQueueing) {
    this.plan = plan;
    this.isQueueing = isQueueing;
    try {
      for (int i = 0; i < plan.nodes().size(); i++) {
        if (part.hasNode(i)) {
          Choice choice = choices.get(nodes.size() % choices.size());
          nodes.put(
              i,
              open.keep(
                  new DeviceNode(
                      verbs, choice, plan.nodes().get(i), instances, plan.needsAtomics())));
        }
      }
      for (int i = 0; i < plan.lanes().size(); i++) {
        make(i);
      }
      if (part.hosts() > 1) {
        rows = open.keep(new DeviceRows(verbs, choices.getFirst(), part));
      }
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private void make(int index) {
    LanePlan lane = plan.lanes().get(index);
    DeviceNode node = nodes.get(lane.node());
    if (node != null) {
      lanes.put(index, open.keep(new DeviceLane(node, lane)));
    }
    DeviceNode remote = nodes.get(lane.remote());
    if (remote != null) {
      ends.put(index, open.keep(new LaneEnd(remote)));
    }
  }

  @Override
  public HostAddress address() {
    return new HostAddress(
        nodes.values().stream().map(DeviceNode::toOthers).toList(),
        lanes.values().stream().map(DeviceLane::address).toList(),
        ends.values().stream().map(LaneEnd::address).toList(),
        Optional.ofNullable(rows).map(DeviceRows::toOthers));
  }

  @Override
  public void connect(AddressBook book) {
    ends.forEach((index, end) ->
        end.connect(book.node(plan.lanes().get(index).node()), book.lane(index), isQueueing));
    lanes.forEach((index, lane) -> {
      int remote = plan.lanes().get(index).remote();
      lane.connect(book.node(remote), book.end(index), plan.nodes().get(remote), isQueueing);
    });
    if (rows != null) {
      rows.connect(book);
    }
  }

  @Override
  public void attempt() {
    lanes.values().forEach(DeviceLane::attempt);
    if (rows != null) {
      rows.attempt();
    }
  }

  @Override
  public Memory memory(int node) {
    return Objects.requireNonNull(nodes.get(node));
  }

  @Override
  public Lane lane(int index) {
    return Objects.requireNonNull(lanes.get(index));
  }

  @Override
  public Rows rows() {
    return rows == null ? Rows.ALONE : rows;
  }

  @Override
  public void pin(int processor) {
    Processors.pin(processor % Processors.count());
  }

  @Override
  public void close() {
    open.close();
  }
}
