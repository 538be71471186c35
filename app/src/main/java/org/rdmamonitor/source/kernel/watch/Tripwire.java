// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.watch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.rdmamonitor.model.Health;
import org.rdmamonitor.model.Health.Hook.State;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.limits.Limits;
import org.rdmamonitor.model.limits.Rule;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.model.resource.Size;

/**
 * What of the tripwire limits need: without it what gets around the gate is not seen, and so its
 * process not killed. Programs of the tripwire that only end what others have begun are not asked
 * for.
 */
public final class Tripwire {
  /** Of these functions one is enough, since a call passes each of them that the kernel has. */
  private record Need(Predicate<Limits> by, Set<String> symbols) {}

  private static final List<Need> NEEDS = needs();

  private Tripwire() {}

  private static List<Need> needs() {
    List<Need> needs = new ArrayList<>();
    Predicate<Limits> peers = limits -> limits.peers().isPresent();
    each(needs, peers, "peer_of_pair");
    each(needs, peers, "peer_of_handle");
    each(needs, peers, "call_leads");
    each(needs, peers, "call_takes_path");
    each(needs, peers, "call_goes_on");
    each(needs, peers, "call_continues");
    each(needs, limits -> concern(limits, Verb.QP_MODIFY), "call_begun_qp_modify");
    each(needs, limits -> concern(limits, Verb.GID_QUERY), "call_begun_gid_query");
    each(needs, limits -> limits.has(new Rule.Total(Size.MR_BYTES)), "region_replaced");
    each(needs, limits -> limits.has(new Rule.Total(Size.CQ_ENTRIES)), "queue_resized");
    for (ResourceType type : ResourceType.values()) {
      Set<String> symbols =
          symbols("creation_begun", "creation_begun_" + type.name().toLowerCase(Locale.ROOT));
      if (symbols.size() > 1) {
        needs.add(new Need(limits -> areOfCreation(limits, type), symbols));
      }
    }
    return List.copyOf(needs);
  }

  /** All functions that a program watches are needed. */
  private static void each(List<Need> needs, Predicate<Limits> by, String program) {
    symbols(program).forEach(symbol -> needs.add(new Need(by, Set.of(symbol))));
  }

  private static Set<String> symbols(String... programs) {
    return Hooks.tripwire().stream()
        .filter(hook -> Arrays.asList(programs).contains(hook.entry()))
        .map(Hooks.Hook::symbol)
        .collect(Collectors.toSet());
  }

  private static boolean areOfCreation(Limits limits, ResourceType type) {
    return limits.has(new Rule.Count(type))
        || limits.byRule().keySet().stream()
            .anyMatch(rule -> rule instanceof Rule.Total(Size size) && size.type() == type)
        || Arrays.stream(Verb.values())
            .anyMatch(verb -> verb.creates(type) && concern(limits, verb));
  }

  private static boolean concern(Limits limits, Verb verb) {
    return limits.byRule().keySet().stream().anyMatch(rule -> rule.concerns(verb));
  }

  /**
   * Why some of what gets around these limits is not seen, in words for a person; empty if all is.
   * As long as a module is not loaded nothing comes by its functions.
   *
   * @param hooks all that are to be watched, and how they stand
   */
  public static List<String> lacks(List<Health.Hook> hooks, Collection<Limits> limits) {
    return NEEDS.stream()
        .filter(need -> limits.stream().anyMatch(need.by))
        .map(need ->
            hooks.stream()
                .filter(hook -> hook.name().equals(Hooks.TRIPWIRE))
                .filter(hook -> need.symbols.contains(hook.symbol()))
                .toList())
        .filter(watched -> watched.stream().allMatch(hook -> hook.state() == State.UNAVAILABLE))
        .flatMap(List::stream)
        .map(Health.Hook::reason)
        .distinct()
        .toList();
  }
}
