// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.findings;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.policy.Detection;
import org.rdmamonitor.policy.Detector;
import org.rdmamonitor.policy.DetectorInput;
import org.rdmamonitor.policy.Finding.Severity;
import org.rdmamonitor.policy.config.FindingLimit;

/**
 * L1: a process that owns queue pairs, completion queues or memory regions, but neither makes calls
 * nor uses the processor: its processor time in proc_pid_stat(5), in ticks of 10 ms, does not
 * change. Looked at with each list of objects. Keeps one entry for each process of the latest list.
 */
final class IdleOwner implements Detector {
  private static final Set<ResourceType> WORTH_TELLING =
      Set.of(ResourceType.QP, ResourceType.CQ, ResourceType.MR, ResourceType.SRQ);

  private record Standing(Inventory.Owner owner, Instant idleSince) {}

  private Map<Integer, Standing> standings = Map.of();
  private final Set<Integer> calling = new HashSet<>();

  @Override
  public FindingLimit on() {
    return FindingLimit.L1;
  }

  @Override
  public void see(ControlCall call, DetectorInput input) {
    if (standings.containsKey(call.caller().pid())) {
      calling.add(call.caller().pid());
    }
  }

  @Override
  public List<Detection> detections(DetectorInput input) {
    if (!input.isNewlyListed()) {
      return List.of();
    }
    Inventory inventory = input.sample().inventory();
    Map<Integer, Standing> next = new HashMap<>();
    for (Inventory.Owner owner : inventory.processes()) {
      @Nullable Standing before = standings.get(owner.pid());
      boolean idle =
          before != null
              && before.owner().started().equals(owner.started())
              && before.owner().cpu().equals(owner.cpu())
              && !calling.contains(owner.pid());
      next.put(
          owner.pid(),
          new Standing(owner, before != null && idle ? before.idleSince() : inventory.time()));
    }
    standings = next;
    calling.clear();
    return idle(input);
  }

  private List<Detection> idle(DetectorInput input) {
    Map<Integer, Standing> idle = new HashMap<>();
    standings.forEach((pid, standing) -> {
      double seconds = between(standing, input).toMillis() / 1e3;
      if (input.limits().exceeds(FindingLimit.L1_SECONDS, seconds)) {
        idle.put(pid, standing);
      }
    });
    Map<Integer, Map<ResourceType, Long>> owned = new HashMap<>();
    for (LiveObject object : input.sample().inventory().objects()) {
      if (WORTH_TELLING.contains(object.type()) && idle.containsKey(object.pid())) {
        owned
            .computeIfAbsent(object.pid(), p -> new EnumMap<>(ResourceType.class))
            .merge(object.type(), 1L, Long::sum);
      }
    }
    for (Inventory.Rest rest : input.sample().inventory().leftOut()) {
      if (WORTH_TELLING.contains(rest.type()) && idle.containsKey(rest.pid())) {
        owned
            .computeIfAbsent(rest.pid(), p -> new EnumMap<>(ResourceType.class))
            .merge(rest.type(), rest.count(), Long::sum);
      }
    }
    List<Detection> found = new ArrayList<>();
    idle.forEach((pid, standing) -> {
      Map<ResourceType, Long> objects = owned.get(pid);
      if (objects != null) {
        found.add(
            FindingRule.L1.found(
                Severity.NOTICE,
                DetectorInput.process(standing.owner().comm(), pid)
                    + " in "
                    + input.cgroup(standing.owner().cgroup()),
                input.party(pid, standing.owner().cgroup()),
                "owns %s; no call and no processor time for %s"
                    .formatted(
                        objects.entrySet().stream()
                            .map(entry -> entry.getKey() + " " + entry.getValue())
                            .collect(Collectors.joining(", ")),
                        Words.seconds(between(standing, input)))));
      }
    });
    return found;
  }

  private static Duration between(Standing standing, DetectorInput input) {
    return Duration.between(standing.idleSince(), input.sample().inventory().time());
  }
}
