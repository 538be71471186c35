// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.findings;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.ethernet.FlowRule;
import org.rdmamonitor.model.resource.QueuePairType;
import org.rdmamonitor.policy.Detection;
import org.rdmamonitor.policy.Detector;
import org.rdmamonitor.policy.DetectorInput;
import org.rdmamonitor.policy.Finding.Severity;
import org.rdmamonitor.policy.config.FindingLimit;
import org.rdmamonitor.policy.findings.PairHolders.Holders;
import org.rdmamonitor.policy.findings.PairHolders.Where;

/**
 * R13: raw packet queue pairs and flow rules of a cgroup that is not allowed to have them: a
 * warning while there are any, a notice of an attempt that failed. Without CAP_NET_RAW the kernel
 * refuses them with EPERM before their type can be seen; besides them it refuses only queue pairs
 * that are to send in the name of another one (SOURCE_QPN) in this way. Kernel consumers are
 * exempt. Keeps what happened since the sample before, for as many cgroups as {@link PairHolders}
 * does.
 */
final class PacketDiversion implements Detector {
  private static final int EPERM = 1;

  /** How many flow rules a finding names. */
  private static final int RULES = 4;

  private final PairHolders pairs = new PairHolders(QueuePairType.RAW_PACKET);
  private final Map<Where, Holders> refused = PairHolders.counts();
  private final Map<Where, Holders> forbidden = PairHolders.counts();

  @Override
  public FindingLimit on() {
    return FindingLimit.R13;
  }

  @Override
  public void see(ControlCall call, DetectorInput input) {
    pairs.see(call);
    if (call.verb() == Verb.QP_CREATE
        && call.failed()
        && call.detail() instanceof ControlCall.QueuePairCreation creation
        && !call.caller().kernel()) {
      if (creation.type() == QueuePairType.RAW_PACKET) {
        PairHolders.add(refused, call);
      } else if (creation.type() == QueuePairType.UNKNOWN && call.errno() == EPERM) {
        PairHolders.add(forbidden, call);
      }
    }
  }

  @Override
  public List<Detection> detections(DetectorInput input) {
    Map<Where, Holders> live = pairs.take(input);
    Map<Where, List<FlowRule>> rules =
        input.flowRules().stream().collect(Collectors.groupingBy(PacketDiversion::where));
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
    refused.clear();
    forbidden.clear();
    return found;
  }

  private static Where where(FlowRule rule) {
    return new Where(rule.maker().cgroup(), rule.device());
  }

  /**
   * The makers of flow rules of which no raw packet queue pair is seen: drivers keep some out of
   * the kernel's list.
   */
  private static Map<Where, Holders> rulesBeside(
      Map<Where, Holders> live, Map<Where, List<FlowRule>> rules) {
    Map<Where, Holders> makers = new HashMap<>();
    rules.forEach((where, there) -> {
      if (!live.containsKey(where)) {
        ControlCall.Caller maker = there.getLast().maker();
        makers.put(
            where, new Holders(there.size(), DetectorInput.process(maker.comm(), maker.pid())));
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
      Map<Where, Holders> all,
      Severity severity,
      String noun,
      String text,
      List<Detection> found) {
    all.forEach((where, holders) -> {
      if (!input.limits().mayHaveRawPackets(input.cgroup(where.cgroup()))) {
        found.add(
            FindingRule.R13.found(
                severity,
                where.subject(input),
                input.party(where.cgroup()),
                text.formatted(Words.count(holders.count(), noun), holders.anyone())
                    + frames(input, where.device(), rules.getOrDefault(where, List.of()))));
      }
    });
  }
}
