// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.findings;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.rdmamonitor.model.BoundedMap;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.ethernet.FlowRule;
import org.rdmamonitor.model.resource.QueuePairType;
import org.rdmamonitor.policy.Detection;
import org.rdmamonitor.policy.Detector;
import org.rdmamonitor.policy.DetectorInput;
import org.rdmamonitor.policy.Finding.Severity;
import org.rdmamonitor.policy.TrackedQueuePair;
import org.rdmamonitor.policy.config.FindingLimit;

/**
 * R13: raw packet queue pairs and flow rules of a cgroup that is not allowed to have them: a
 * warning while there are any, a notice of an attempt that failed. Without CAP_NET_RAW the kernel
 * refuses them with EPERM before their type can be seen; besides them it refuses only queue pairs
 * that are to send in the name of another one (SOURCE_QPN) in this way. Kernel consumers are
 * exempt. Keeps what happened since the sample before, for {@value #CGROUPS} cgroups.
 */
final class PacketDiversion implements Detector {
  private static final int CGROUPS = 1024;
  private static final int EPERM = 1;

  /** How many flow rules a finding names. */
  private static final int RULES = 4;

  private record Where(long cgroup, int device) {
    static Where of(FlowRule rule) {
      return new Where(rule.maker().cgroup(), rule.device());
    }
  }

  private record Users(long count, String anyone) {
    Users plus(Users other) {
      return new Users(count + other.count, other.anyone);
    }
  }

  /** Queue pairs made since the sample before: they may be gone again by now. */
  private final Map<Where, Users> made = new BoundedMap<>(CGROUPS);

  private final Map<Where, Users> refused = new BoundedMap<>(CGROUPS);
  private final Map<Where, Users> forbidden = new BoundedMap<>(CGROUPS);

  @Override
  public FindingLimit on() {
    return FindingLimit.R13;
  }

  @Override
  public void see(ControlCall call, DetectorInput input) {
    if (call.verb() == Verb.QP_CREATE
        && call.detail() instanceof ControlCall.QueuePairCreation creation
        && !call.caller().kernel()) {
      if (creation.type() == QueuePairType.RAW_PACKET) {
        add(call.failed() ? refused : made, call);
      } else if (creation.type() == QueuePairType.UNKNOWN && call.errno() == EPERM) {
        add(forbidden, call);
      }
    }
  }

  private static void add(Map<Where, Users> users, ControlCall call) {
    users.merge(
        new Where(call.caller().cgroup(), call.device()),
        new Users(1, DetectorInput.process(call.caller().comm(), call.caller().pid())),
        Users::plus);
  }

  @Override
  public List<Detection> detections(DetectorInput input) {
    Map<Where, Users> live = new HashMap<>();
    for (TrackedQueuePair tracked : input.queuePairs().all()) {
      if (tracked.type() == QueuePairType.RAW_PACKET && !tracked.isKernel()) {
        live.merge(
            new Where(tracked.cgroup(), tracked.device()),
            new Users(1, DetectorInput.process(tracked.comm(), tracked.pid())),
            Users::plus);
      }
    }
    made.forEach(live::putIfAbsent);
    Map<Where, List<FlowRule>> rules =
        input.flowRules().stream().collect(Collectors.groupingBy(Where::of));
    List<Detection> found = new ArrayList<>();
    String pair = "queue pair";
    tell(input, rules, live, Severity.WARNING, pair, "%s of type RAW_PACKET, of %s", found);
    tell(input, rules, rulesBeside(live, rules), Severity.WARNING, "flow rule", "%s, of %s", found);
    tell(
        input, rules, refused, Severity.NOTICE, pair, "%s of type RAW_PACKET refused to %s", found);
    tell(
        input,
        rules,
        forbidden,
        Severity.NOTICE,
        pair,
        "%s refused to %s for want of CAP_NET_RAW, which those of type RAW_PACKET need",
        found);
    made.clear();
    refused.clear();
    forbidden.clear();
    return found;
  }

  /**
   * The makers of flow rules of which no raw packet queue pair is seen: drivers keep some out of
   * the kernel's list.
   */
  private static Map<Where, Users> rulesBeside(
      Map<Where, Users> live, Map<Where, List<FlowRule>> rules) {
    Map<Where, Users> makers = new HashMap<>();
    rules.forEach((where, there) -> {
      if (!live.containsKey(where)) {
        ControlCall.Caller maker = there.getLast().maker();
        makers.put(
            where, new Users(there.size(), DetectorInput.process(maker.comm(), maker.pid())));
      }
    });
    return makers;
  }

  /** Which frames are affected: those of an interface, and what flow rules take of them. */
  private static String frames(DetectorInput input, int device, List<FlowRule> rules) {
    String interfaces = input.interfaces(device);
    List<String> taken = rules.stream().map(rule -> rule.match().text()).distinct().toList();
    String more = taken.size() > RULES ? " and %d more".formatted(taken.size() - RULES) : "";
    return (interfaces.isEmpty() ? "" : "; frames of " + interfaces)
        + (taken.isEmpty() ? "" : "; takes ")
        + String.join("; ", taken.subList(0, Math.min(taken.size(), RULES)))
        + more;
  }

  private static void tell(
      DetectorInput input,
      Map<Where, List<FlowRule>> rules,
      Map<Where, Users> all,
      Severity severity,
      String noun,
      String text,
      List<Detection> found) {
    all.forEach((where, users) -> {
      String cgroup = input.cgroup(where.cgroup());
      if (!input.limits().mayHaveRawPackets(cgroup)) {
        found.add(
            FindingRule.R13.found(
                severity,
                cgroup + " on " + input.device(where.device()),
                input.party(where.cgroup()),
                text.formatted(Words.count(users.count(), noun), users.anyone())
                    + frames(input, where.device(), rules.getOrDefault(where, List.of()))));
      }
    });
  }
}
