// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.model.FlowRules;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.Sample.Scope;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.connection.Peering;
import org.rdmamonitor.model.ethernet.FlowRule;
import org.rdmamonitor.model.limits.PeerPolicy;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.model.resource.DeviceFacts;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.policy.config.FindingLimits;
import org.rdmamonitor.policy.config.Settings;

/** What detectors look at: the sample, what is known beyond it, and the limits. */
public final class DetectorInput {
  private final QueuePairs queuePairs = new QueuePairs();
  private final FlowRules flowRules = new FlowRules();
  private final Map<Integer, String> devices = new HashMap<>();
  private final Map<Long, Cgroup> cgroups = new HashMap<>();
  private Sample sample;
  private Settings settings;
  private boolean limitsPeers;
  private Instant listed = Inventory.NONE.time();
  private boolean newlyListed;

  // Of the sample, once a rule has asked for them.
  private @Nullable List<Peering> peerings;
  private @Nullable List<LocalPair> localPairs;

  DetectorInput(Sample first, Settings settings) {
    this.sample = first;
    this.settings = settings;
    this.limitsPeers = settings.limitsPeers();
  }

  /** Moves on to the next sample. */
  void begin(Sample next, Settings valid) {
    sample = next;
    settings = valid;
    limitsPeers = valid.limitsPeers();
    devices.clear();
    cgroups.clear();
    next.devices().forEach(device -> devices.put(device.index(), device.label()));
    next.cgroups().forEach(cgroup -> cgroups.put(cgroup.id(), cgroup));
    newlyListed = false;
    peerings = null;
    localPairs = null;
  }

  void add(ControlCall call) {
    queuePairs.add(call);
    flowRules.add(call);
  }

  /** Takes in the sample's list; to be called after its calls. */
  void list() {
    Inventory inventory = sample.inventory();
    newlyListed = !inventory.time().equals(listed) && !inventory.equals(Inventory.NONE);
    if (newlyListed) {
      listed = inventory.time();
      queuePairs.mend(inventory);
      flowRules.mend(inventory);
    }
  }

  public Sample sample() {
    return sample;
  }

  public Instant now() {
    return sample.time();
  }

  public FindingLimits limits() {
    return settings.findings();
  }

  /** Whether there is any policy about peers. */
  public boolean limitsPeers() {
    return limitsPeers;
  }

  /**
   * The policies about peers that hold for a cgroup, the host's first and then those from the root
   * down, by their owner: {@code host}, or the path of a cgroup.
   */
  public Map<String, PeerPolicy> peerPolicies(String cgroup) {
    return settings.peerPolicies(cgroup);
  }

  public QueuePairs queuePairs() {
    return queuePairs;
  }

  /** Who talks to whom, or may, by what the sample lists; see {@link Peering#of}. */
  public List<Peering> peerings() {
    List<Peering> known = peerings;
    if (known == null) {
      known = Peering.of(sample.inventory(), sample.facts());
      peerings = known;
    }
    return known;
  }

  /** The connections within this host; empty if the sample does not list all queue pairs. */
  public List<LocalPair> localPairs() {
    List<LocalPair> known = localPairs;
    if (known == null) {
      known = List.copyOf(LocalPair.of(sample, peerings()));
      localPairs = known;
    }
    return known;
  }

  /** The flow rules that exist, the oldest first. */
  public List<FlowRule> flowRules() {
    return flowRules.all();
  }

  /** Whether the sample has a newer list of objects than the sample before. */
  public boolean isNewlyListed() {
    return newlyListed;
  }

  /** The name of a device. */
  public String device(int index) {
    return devices.getOrDefault(index, Device.unnamed(index).name());
  }

  /**
   * The names of the network interfaces of a device's ports, separated by commas; empty if it has
   * none.
   */
  public String interfaces(int index) {
    return sample.facts().getOrDefault(index, DeviceFacts.NONE).ports().stream()
        .map(DeviceFacts.Port::netdev)
        .filter(netdev -> !netdev.isEmpty())
        .distinct()
        .collect(Collectors.joining(", "));
  }

  /** The path of a cgroup; its id where the path is not known. */
  public String cgroup(long id) {
    String path = Cgroup.known(id, cgroups).path();
    return path.isEmpty() ? "cgroup " + id : path;
  }

  /** A cgroup as such. */
  public Party party(long cgroup) {
    return new Party(Cgroup.known(cgroup, cgroups), OptionalInt.empty());
  }

  /** A process of a cgroup. */
  public Party party(int pid, long cgroup) {
    return new Party(Cgroup.known(cgroup, cgroups), OptionalInt.of(pid));
  }

  /** The process that has made a call. */
  public Party party(ControlCall.Caller caller) {
    return party(caller.pid(), caller.cgroup());
  }

  /** Whether a scope is a cgroup of programs, as opposed to the kernel's own. */
  public static boolean isOfPrograms(Scope scope) {
    return scope.cgroup() != Cgroup.KERNEL_ID;
  }

  /** A process, as findings name it. */
  public static String process(String comm, int pid) {
    return comm + "[" + pid + "]";
  }
}
