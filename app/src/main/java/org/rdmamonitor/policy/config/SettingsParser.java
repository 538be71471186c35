// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.config;

import static org.rdmamonitor.policy.config.SettingErrors.excerpt;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.limits.Limits;
import org.rdmamonitor.model.limits.PeerPolicy;
import org.rdmamonitor.model.limits.Quotas;
import org.rdmamonitor.model.limits.Rule;
import org.rdmamonitor.policy.config.FindingLimit.ValueKind;
import org.rdmamonitor.policy.config.SettingReader.Setting;
import org.rdmamonitor.text.Printable;

/**
 * Makes settings of the lines of a configuration file: finds out whose each line is and which name
 * it sets, and checks that nothing is set twice. Used once, by one thread.
 */
final class SettingsParser {
  private static final String HOST = "";

  private final SettingErrors errors;
  private final SettingValues values;
  private final Map<Rule, Long> limits = new HashMap<>();
  private final Map<FindingLimit, Long> numbers = new EnumMap<>(FindingLimit.class);
  private final List<String> paths = new ArrayList<>();
  private final Map<String, Map<Rule, Long>> tenants = new HashMap<>();

  /** Whom each may talk to, by the path of the cgroup; the host's policy has an empty path. */
  private final Map<String, PeerPolicy> peers = new HashMap<>();

  /** How many prefixes the kernel needs for these policies. */
  private int prefixes;

  /** The line where each name was set first; the names of a cgroup have its path in front. */
  private final Map<String, Integer> firstLines = new HashMap<>();

  SettingsParser(SettingErrors errors) {
    this.errors = errors;
    values = new SettingValues(errors);
  }

  /**
   * Parses all lines of a file.
   *
   * @throws ThresholdsFileException if anything is wrong with them
   */
  ThresholdsFile.Checked parse(List<Setting> settings) throws ThresholdsFileException {
    Optional<String> tenant = Optional.empty();
    for (Setting setting : settings) {
      if (isSection(setting)) {
        tenant = section(setting);
        tenant.ifPresent(path -> begin(setting, path));
      } else if (tenant.isPresent()) {
        tenant(setting, tenant.get());
      } else {
        host(setting);
      }
    }
    errors.throwIfAny();
    Map<String, Limits> quotas = new HashMap<>();
    tenants.forEach((path, own) -> quotas.put(path, new Limits(own, peersOf(path))));
    return new ThresholdsFile.Checked(
        new Settings(new Limits(limits, peersOf(HOST)), new FindingLimits(numbers, paths), quotas),
        hint());
  }

  private Optional<PeerPolicy> peersOf(String path) {
    return Optional.ofNullable(peers.get(path));
  }

  /**
   * A hint: a 0 that is copied from here to a file that the collector or the library reads forbids
   * everything there.
   */
  private Optional<String> hint() {
    List<Setting> zeros = values.zeros();
    return zeros.stream()
        .findFirst()
        .map(first ->
            errors.at(
                first,
                "hint: 0 sets no limit here, but for the collector and librdma_intercept 0 lets"
                    + " nothing through; unlimited and none mean the same everywhere"
                    + others(zeros.size() - 1)));
  }

  private static String others(int count) {
    return count == 0
        ? ""
        : " (%d more %s 0)".formatted(count, count == 1 ? "limit is" : "limits are");
  }

  private void host(Setting setting) {
    if (setting.name().equals(PeerPolicy.NAME)) {
      once(setting, setting.name());
      peers(setting, HOST);
      return;
    }
    Optional<Rule> rule = Rule.named(setting.name());
    Optional<FindingLimit> of = FindingLimit.named(setting.name());
    if (rule.isEmpty() && of.isEmpty()) {
      unknown(setting);
      return;
    }
    once(setting, setting.name());
    rule.ifPresent(counted -> limit(setting, counted, limits));
    of.ifPresent(name -> {
      if (name.kind() == ValueKind.PATHS) {
        paths.addAll(values.paths(setting));
      } else {
        values.number(setting, name.kind()).ifPresent(number -> numbers.put(name, number));
      }
    });
  }

  private void once(Setting setting, String what) {
    Integer firstLine = firstLines.putIfAbsent(what, setting.line());
    if (firstLine != null) {
      errors.add(setting, "is set twice, first in line " + firstLine);
    }
  }

  /** Whether a line begins a section: {@code [cgroup /tenant.slice]} or {@code [host]}. */
  private static boolean isSection(Setting setting) {
    return setting.name().startsWith("[");
  }

  /** The cgroup whose section begins; empty for the host's section, and for one that is wrong. */
  private Optional<String> section(Setting setting) {
    if (setting.name().equals("[host]") && setting.value().isEmpty()) {
      return Optional.empty();
    }
    String value = setting.value();
    if (!setting.name().equals("[cgroup") || !value.endsWith("]")) {
      errors.add(setting, "a section begins with [cgroup PATH] or [host]");
      return Optional.empty();
    }
    String path = value.substring(0, value.length() - 1).strip();
    if (!path.matches("(/[^/\\s]+)+")) {
      errors.add(
          setting,
          "'%s' is not the path of a cgroup below the root, such as /tenant-a.slice"
              .formatted(excerpt(path)));
    }
    return Optional.of(path);
  }

  /**
   * Begins the section of a cgroup. A section that could not be enforced is an error even if
   * nothing is going to be enforced: so a file is right or wrong whatever it is read for.
   */
  private void begin(Setting setting, String path) {
    if (tenants.putIfAbsent(path, new HashMap<>()) != null) {
      return;
    }
    long depth = path.chars().filter(c -> c == '/').count();
    if (tenants.size() == Quotas.MOST_TENANTS + 1) {
      errors.add(setting, "more than %d cgroups have limits".formatted(Quotas.MOST_TENANTS));
    } else if (depth > Quotas.MOST_DEPTH) {
      errors.add(
          setting,
          "'%s' is %d levels below the root; limits are possible up to %d"
              .formatted(excerpt(path), depth, Quotas.MOST_DEPTH));
    } else {
      // Sections of cgroups may come in any order, also a child's before its parent's: check
      // against each.
      tenants.keySet().stream()
          .filter(other -> Cgroup.isWithin(other, path) || Cgroup.isWithin(path, other))
          .filter(this::isTooDeep)
          .findFirst()
          .ifPresent(innermost ->
              errors.add(
                  setting,
                  "more than %d cgroups above one another have limits: %s and those above it"
                      .formatted(Quotas.MOST_NESTED, excerpt(innermost))));
    }
  }

  private boolean isTooDeep(String path) {
    return tenants.keySet().stream().filter(other -> Cgroup.isWithin(path, other)).count()
        > Quotas.MOST_NESTED;
  }

  private void tenant(Setting setting, String path) {
    if (setting.name().equals(PeerPolicy.NAME)) {
      once(setting, path + " " + setting.name());
      peers(setting, path);
      return;
    }
    Optional<Rule> rule =
        Rule.ofTenants().stream().filter(r -> r.name().equals(setting.name())).findFirst();
    if (rule.isEmpty()) {
      if (Rule.named(setting.name()).isPresent()
          || FindingLimit.named(setting.name()).isPresent()) {
        errors.add(setting, "cannot be set for a cgroup; [host] ends its section");
      } else {
        List<String> names = new ArrayList<>(Rule.ofTenants().stream().map(Rule::name).toList());
        names.add(PeerPolicy.NAME);
        unknown(setting, names);
      }
      return;
    }
    once(setting, path + " " + setting.name());
    Map<Rule, Long> own = tenants.computeIfAbsent(path, p -> new HashMap<>());
    limit(setting, rule.get(), own);
  }

  /** Notes whom a cgroup, or the host, may talk to. */
  private void peers(Setting setting, String path) {
    if (setting.value().equals(Limits.NO_LIMIT)) {
      return;
    }
    try {
      PeerPolicy policy = PeerPolicy.parse(setting.value());
      if (!peers.containsValue(policy)) {
        prefixes += policy.prefixes().size();
      }
      peers.put(path, policy);
      if (prefixes > Quotas.MOST_PREFIXES) {
        errors.add(
            setting,
            "the addresses of all cgroups together are %d prefixes; the most is %d"
                .formatted(prefixes, Quotas.MOST_PREFIXES));
      }
    } catch (IllegalArgumentException e) {
      errors.add(setting, Printable.of(String.valueOf(e.getMessage())));
    }
  }

  private void unknown(Setting setting) {
    List<String> names = new ArrayList<>(Rule.all().stream().map(Rule::name).toList());
    Arrays.stream(FindingLimit.values()).map(FindingLimit::name).forEach(names::add);
    names.add(PeerPolicy.NAME);
    unknown(setting, names);
  }

  private void unknown(Setting setting, List<String> names) {
    Optional<String> meant = Suggestion.nearest(setting.name(), names);
    if (meant.isPresent()) {
      errors.add(setting, "unknown name, did you mean " + meant.get() + "?");
      Optional<Rule> rule =
          Rule.every().stream().filter(r -> r.name().equals(meant.get())).findFirst();
      if (rule.filter(Rule::isNumbered).isPresent()) {
        values.limit(setting, rule.get());
      } else if (rule.isEmpty() && !meant.get().equals(FindingLimit.R13_ALLOW.name())) {
        values.number(setting, ValueKind.NUMBER);
      }
    } else {
      errors.add(setting, "unknown name; the names are listed in rdma-monitor(1)");
    }
  }

  private void limit(Setting setting, Rule rule, Map<Rule, Long> kept) {
    values.limit(setting, rule).ifPresent(limit -> kept.put(rule, limit));
  }
}
