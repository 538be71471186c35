// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.otlp;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.model.call.AsyncEvent.Owner;
import org.rdmamonitor.model.call.ControlCall.Caller;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.cgroup.CgroupName;
import org.rdmamonitor.model.cgroup.GivenNames;
import org.rdmamonitor.policy.Party;

/**
 * The resource of a log record: this service and its host, and whose process, container and pod the
 * record is about, by the names of OpenTelemetry's semantic conventions.
 */
final class Resources {
  /** Attributes of this program's own pod, which are left out if a record is about another one. */
  private static final List<String> OWN =
      List.of("k8s.pod.", "k8s.container.", "k8s.namespace.", "container.", "process.");

  private Resources() {}

  /** The attributes by name, in their order: words, and numbers as {@link Long}. */
  static Map<String, Object> of(Observation observation, Emitter emitter) {
    Map<String, Object> attributes = new TreeMap<>();
    attributes.put("service.name", "rdma-monitor");
    attributes.put("service.version", emitter.version());
    attributes.put("service.instance.id", emitter.instance());
    attributes.put("host.name", emitter.host());
    attributes.put("os.type", "linux");
    attributes.putAll(emitter.attributes());
    switch (observation) {
      case Observation.Call call -> {
        others(attributes);
        caller(attributes, call.call().caller(), call.cgroup());
      }
      case Observation.Async async -> {
        @Nullable Owner owner = async.event().owner().orElse(null);
        if (owner != null) {
          others(attributes);
        }
        if (owner != null && !owner.kernel()) {
          process(attributes, owner.pid(), async.cgroup());
        }
      }
      case Observation.BreachChange change when change.cgroup().isPresent() -> {
        others(attributes);
        container(attributes, change.cgroup().get());
      }
      case Observation.FindingChange change when change.finding().party().isPresent() -> {
        others(attributes);
        party(attributes, change.finding().party().get());
      }
      case Observation.BreachChange _, Observation.FindingChange _, Observation.LostCalls _ -> {}
    }
    return attributes;
  }

  private static void others(Map<String, Object> attributes) {
    attributes.keySet().removeIf(name -> OWN.stream().anyMatch(name::startsWith));
  }

  private static void caller(Map<String, Object> attributes, Caller caller, Cgroup cgroup) {
    if (caller.kernel()) {
      return;
    }
    attributes.put("process.real_user.id", Integer.toUnsignedLong(caller.uid()));
    process(attributes, caller.pid(), Optional.of(cgroup));
  }

  private static void party(Map<String, Object> attributes, Party party) {
    if (party.pid().isPresent()) {
      process(attributes, party.pid().getAsInt(), Optional.of(party.cgroup()));
    } else {
      container(attributes, party.cgroup());
    }
  }

  private static void process(Map<String, Object> attributes, int pid, Optional<Cgroup> cgroup) {
    attributes.put("process.pid", (long) pid);
    cgroup
        .filter(own -> own.path().startsWith("/"))
        .ifPresent(own -> {
          // As /proc/PID/cgroup has it.
          attributes.put("process.linux.cgroup", "0::" + own.path());
          container(attributes, own);
        });
  }

  private static void container(Map<String, Object> attributes, Cgroup cgroup) {
    GivenNames given = cgroup.given();
    CgroupName.Container container = CgroupName.ofHost(cgroup);
    if (given.hasPod()) {
      attributes.put("k8s.namespace.name", given.namespace());
      attributes.put("k8s.pod.name", given.pod());
    }
    if (!given.container().isEmpty()) {
      attributes.put(given.hasPod() ? "k8s.container.name" : "container.name", given.container());
    }
    // The uid of a static pod is the hash of its manifest here, which no API knows.
    if (container.pod().contains("-")) {
      attributes.put("k8s.pod.uid", container.pod());
    }
    if (!container.id().isEmpty()) {
      attributes.put("container.id", container.id());
      if (!container.runtime().isEmpty()) {
        attributes.put("container.runtime.name", container.runtime().replace(" conmon", ""));
      }
    }
  }
}
