// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.configuration2.PropertiesConfiguration;
import org.apache.commons.configuration2.ex.ConfigurationException;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.limits.Limits;
import org.rdmamonitor.model.limits.PeerPolicy;
import org.rdmamonitor.model.limits.Quotas;
import org.rdmamonitor.model.limits.Rule;
import org.rdmamonitor.model.resource.Size;
import org.rdmamonitor.model.resource.Unit;
import org.rdmamonitor.policy.FindingLimit.ValueKind;
import org.rdmamonitor.text.FileFailure;
import org.rdmamonitor.text.Printable;
import org.rdmamonitor.units.Bytes;

/**
 * Reads settings from a file: a name and a value on each line, separated by blanks, {@code =} or
 * {@code :}; the names of {@link Rule} and {@link FindingLimit}; limits up to {@link
 * Long#MAX_VALUE}, where 0 and {@code unlimited} disable and {@code none} forbids; comments from
 * {@code #} to the end of the line; and {@link PeerPolicy#NAME} with addresses. What follows a line
 * {@code [cgroup PATH]} is about that cgroup, until another section begins.
 */
public final class ThresholdsFile {
  /** More than any true one; keeps a device file or a log given by mistake from being taken in. */
  private static final int MOST_BYTES = 1 << 20;

  /** How much of a name or value an error message repeats, in characters. */
  private static final int MOST_SHOWN = 40;

  private static final String HOST = "";
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private final String name;
  private final List<String> errors = new ArrayList<>();
  private final Map<Rule, Long> limits = new HashMap<>();
  private final Map<FindingLimit, Long> numbers = new EnumMap<>(FindingLimit.class);
  private final List<String> paths = new ArrayList<>();
  private final Map<String, Map<Rule, Long>> tenants = new HashMap<>();

  /** Whom they may talk to, by the paths of cgroups; the host's under an empty one. */
  private final Map<String, PeerPolicy> peers = new HashMap<>();

  /** How many prefixes they are for the kernel. */
  private int prefixes;

  /** The limits that are set to 0. */
  private final List<SettingReader.Setting> zeros = new ArrayList<>();

  /** Where each name was set first, those of a cgroup with its path. */
  private final Map<String, Integer> firstLines = new HashMap<>();

  private ThresholdsFile(String name) {
    this.name = Printable.of(name);
  }

  /**
   * Reads a file.
   *
   * @param name how messages call the file
   * @throws ThresholdsFileException if it cannot be read or anything in it is wrong
   */
  public static Settings read(Path file, String name) throws ThresholdsFileException {
    return check(file, name).settings();
  }

  /**
   * The same for somebody who wants to know whether the file says what is meant.
   *
   * @throws ThresholdsFileException as {@link #read} does
   */
  public static Checked check(Path file, String name) throws ThresholdsFileException {
    ThresholdsFile reading = new ThresholdsFile(name);
    Settings settings = reading.parse(reading.decode(reading.bytes(file)));
    return new Checked(settings, reading.hint());
  }

  /**
   * A file without errors.
   *
   * @param hint at what may be meant otherwise, a line; empty if there is nothing
   */
  public record Checked(Settings settings, Optional<String> hint) {}

  /** Whoever copies a 0 from here to where the collector or the library reads it forbids all. */
  private Optional<String> hint() {
    return zeros.stream()
        .findFirst()
        .map(first ->
            ("%s:%d: %s: hint: 0 sets no limit here, but for the collector and librdma_intercept 0"
                    + " lets nothing through; unlimited and none mean the same everywhere%s")
                .formatted(name, first.line(), first.name(), others(zeros.size() - 1)));
  }

  private static String others(int count) {
    return count == 0
        ? ""
        : " (%d more %s 0)".formatted(count, count == 1 ? "limit is" : "limits are");
  }

  private byte[] bytes(Path file) throws ThresholdsFileException {
    if (Files.isDirectory(file)) {
      throw unusable("is a directory, not a configuration file");
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw unusable("is too large for a configuration file (more than 1 MiB)");
      }
      return bytes;
    } catch (NoSuchFileException e) {
      throw unusable("there is no such file");
    } catch (AccessDeniedException e) {
      throw unusable("may not be read by this user");
    } catch (IOException e) {
      throw unusable("cannot be read: " + FileFailure.reason(e));
    }
  }

  private String decode(byte[] bytes) throws ThresholdsFileException {
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    CoderResult result = decoder.decode(in, out, true);
    if (result.isError()) {
      long line = out.flip().chars().filter(c -> c == '\n').count() + 1;
      errors.add(
          "%s:%d: byte 0x%02x is not UTF-8 text".formatted(name, line, in.get(in.position())));
      throw new ThresholdsFileException(errors);
    }
    String text = out.flip().toString();
    return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
  }

  private ThresholdsFileException unusable(String why) {
    return new ThresholdsFileException(List.of(name + ": " + why));
  }

  private Settings parse(String text) throws ThresholdsFileException {
    Optional<String> tenant = Optional.empty();
    for (SettingReader.Setting setting : settings(text)) {
      if (isSection(setting)) {
        tenant = section(setting);
        tenant.ifPresent(path -> begin(setting, path));
      } else if (tenant.isPresent()) {
        tenant(setting, tenant.get());
      } else {
        host(setting);
      }
    }
    if (!errors.isEmpty()) {
      throw new ThresholdsFileException(errors);
    }
    Map<String, Limits> quotas = new HashMap<>();
    tenants.forEach((path, own) -> quotas.put(path, new Limits(own, peersOf(path))));
    return new Settings(
        new Limits(limits, peersOf(HOST)), new FindingLimits(numbers, paths), quotas);
  }

  private Optional<PeerPolicy> peersOf(String path) {
    return Optional.ofNullable(peers.get(path));
  }

  private List<SettingReader.Setting> settings(String text) throws ThresholdsFileException {
    List<SettingReader.Setting> settings = new ArrayList<>();
    PropertiesConfiguration configuration = new PropertiesConfiguration();
    configuration.setIOFactory(new SettingReader.Factory(settings));
    configuration.setIncludesAllowed(false);
    configuration.setInterpolator(null);
    try {
      configuration.read(new StringReader(text));
    } catch (ConfigurationException | IOException e) {
      throw unusable("cannot be read: " + e.getMessage());
    }
    return settings;
  }

  private void host(SettingReader.Setting setting) {
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
        paths.addAll(paths(setting));
      } else {
        number(setting, name.kind()).ifPresent(number -> numbers.put(name, number));
      }
    });
  }

  private void once(SettingReader.Setting setting, String what) {
    Integer firstLine = firstLines.putIfAbsent(what, setting.line());
    if (firstLine != null) {
      error(setting, "is set twice, first in line " + firstLine);
    }
  }

  /** Whether a line begins a section: {@code [cgroup /tenant.slice]} or {@code [host]}. */
  private static boolean isSection(SettingReader.Setting setting) {
    return setting.name().startsWith("[");
  }

  /** The cgroup whose section begins; empty for the host's, and for one that is wrong. */
  private Optional<String> section(SettingReader.Setting setting) {
    if (setting.name().equals("[host]") && setting.value().isEmpty()) {
      return Optional.empty();
    }
    String value = setting.value();
    if (!setting.name().equals("[cgroup") || !value.endsWith("]")) {
      error(setting, "a section begins with [cgroup PATH] or [host]");
      return Optional.empty();
    }
    String path = value.substring(0, value.length() - 1).strip();
    if (!path.matches("(/[^/\\s]+)+")) {
      error(
          setting,
          "'%s' is not the path of a cgroup below the root, such as /tenant-a.slice"
              .formatted(excerpt(path)));
    }
    return Optional.of(path);
  }

  /**
   * Begins the section of a cgroup. That it could not be enforced is an error also where nothing is
   * to be enforced, so that a file is right or wrong whatever it is read for.
   */
  private void begin(SettingReader.Setting setting, String path) {
    if (tenants.putIfAbsent(path, new HashMap<>()) != null) {
      return;
    }
    long depth = path.chars().filter(c -> c == '/').count();
    if (tenants.size() == Quotas.MOST_TENANTS + 1) {
      error(setting, "more than %d cgroups have limits".formatted(Quotas.MOST_TENANTS));
    } else if (depth > Quotas.MOST_DEPTH) {
      error(
          setting,
          "'%s' is %d levels below the root; limits are possible up to %d"
              .formatted(excerpt(path), depth, Quotas.MOST_DEPTH));
    } else {
      // The sections of cgroups above one another may come in any order: look at each of them.
      tenants.keySet().stream()
          .filter(other -> Cgroup.isWithin(other, path) || Cgroup.isWithin(path, other))
          .filter(this::isTooDeep)
          .findFirst()
          .ifPresent(innermost ->
              error(
                  setting,
                  "more than %d cgroups above one another have limits: %s and those above it"
                      .formatted(Quotas.MOST_NESTED, excerpt(innermost))));
    }
  }

  private boolean isTooDeep(String path) {
    return tenants.keySet().stream().filter(other -> Cgroup.isWithin(path, other)).count()
        > Quotas.MOST_NESTED;
  }

  private void tenant(SettingReader.Setting setting, String path) {
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
        error(setting, "cannot be set for a cgroup; [host] ends its section");
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

  /** Keeps whom a cgroup, or the host, may talk to. */
  private void peers(SettingReader.Setting setting, String path) {
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
        error(
            setting,
            "the addresses of all cgroups together are %d prefixes; the most is %d"
                .formatted(prefixes, Quotas.MOST_PREFIXES));
      }
    } catch (IllegalArgumentException e) {
      error(setting, Printable.of(String.valueOf(e.getMessage())));
    }
  }

  private void unknown(SettingReader.Setting setting) {
    List<String> names = new ArrayList<>(Rule.all().stream().map(Rule::name).toList());
    Arrays.stream(FindingLimit.values()).map(FindingLimit::name).forEach(names::add);
    names.add(PeerPolicy.NAME);
    unknown(setting, names);
  }

  private void unknown(SettingReader.Setting setting, List<String> names) {
    Optional<String> meant = Suggestion.nearest(setting.name(), names);
    if (meant.isPresent()) {
      error(setting, "unknown name, did you mean " + meant.get() + "?");
      Optional<Rule> rule =
          Rule.every().stream().filter(r -> r.name().equals(meant.get())).findFirst();
      if (rule.filter(Rule::isNumbered).isPresent()) {
        limit(setting, rule.get(), new HashMap<>());
      } else if (rule.isEmpty() && !meant.get().equals(FindingLimit.R13_ALLOW.name())) {
        whole(setting, Expected.A_NUMBER);
      }
    } else {
      error(setting, "unknown name; the names are listed in rdma-monitor(1)");
    }
  }

  /** The number that is set; empty, with an error, where it is none of its kind. */
  private Optional<Long> number(SettingReader.Setting setting, ValueKind kind) {
    Optional<Long> number = whole(setting, Expected.A_NUMBER);
    if (kind == ValueKind.SWITCH && number.filter(n -> n > 1).isPresent()) {
      error(setting, "%d is neither 0 (off) nor 1 (on)".formatted(number.get()));
    } else if (kind == ValueKind.PERCENT && number.filter(n -> n > 100).isPresent()) {
      error(setting, "%d is more than 100 %%".formatted(number.get()));
    }
    return number;
  }

  /** The cgroups that are named; errors for those that are not as the kernel writes paths. */
  private List<String> paths(SettingReader.Setting setting) {
    if (setting.value().isEmpty()) {
      error(setting, "has no paths; 0 stands for none");
      return List.of();
    }
    if (setting.value().equals("0")) {
      return List.of();
    }
    List<String> paths = new ArrayList<>();
    for (String path : setting.value().split(",", -1)) {
      String stripped = path.strip();
      if (stripped.matches("/|(/[^/\\s]+)+")) {
        paths.add(stripped);
      } else {
        error(
            setting,
            "'%s' is not the path of a cgroup, such as /system.slice/foo.service"
                .formatted(excerpt(stripped)));
      }
    }
    return paths;
  }

  /**
   * Keeps the limit that is set on a rule. Nothing is kept where the setting asks for no limit, or
   * is wrong, which is an error.
   */
  private void limit(SettingReader.Setting setting, Rule rule, Map<Rule, Long> kept) {
    if (setting.value().equals(Limits.NONE)) {
      kept.put(rule, 0L);
      return;
    }
    if (setting.value().equals(Limits.NO_LIMIT)) {
      return;
    }
    Optional<Long> limit =
        rule instanceof Rule.Total total
            ? amount(setting, total.size())
            : whole(setting, Expected.A_LIMIT);
    limit.ifPresent(number -> {
      if (number == 0) {
        zeros.add(setting);
      } else {
        kept.put(rule, number);
      }
    });
  }

  /** A limit of a size; one of bytes may be written with one letter for a power of 1024. */
  private Optional<Long> amount(SettingReader.Setting setting, Size size) {
    Optional<Long> amount =
        size.unit() == Unit.BYTES ? bytes(setting) : whole(setting, Expected.A_LIMIT);
    if (amount.isPresent() && amount.get() > size.most()) {
      String most =
          size.unit() == Unit.BYTES ? Bytes.compact(size.most()) : Long.toString(size.most());
      error(setting, "%s is too large; the most is %s".formatted(excerpt(setting.value()), most));
      return Optional.empty();
    }
    return amount;
  }

  private Optional<Long> bytes(SettingReader.Setting setting) {
    String value = setting.value();
    if (!Bytes.isAmount(value)) {
      if (!value.matches("[0-9]\\S*")) {
        return whole(setting, Expected.A_LIMIT);
      }
      error(
          setting,
          "'%s' is not a number of bytes: a whole number, and behind it nothing or one of K, M, G, T, such as 64G"
              .formatted(excerpt(value)));
      return Optional.empty();
    }
    return Optional.of(Bytes.parse(value).orElse(Long.MAX_VALUE));
  }

  /** What a number is for, in the words of errors. */
  private enum Expected {
    A_LIMIT("a whole number, none or unlimited", "unlimited disables it, none forbids it"),
    A_NUMBER("a whole number", "0 disables it");

    private final String what;
    private final String instead;

    Expected(String what, String instead) {
      this.what = what;
      this.instead = instead;
    }
  }

  /** The number that is set; empty, with an error, where it is none. */
  private Optional<Long> whole(SettingReader.Setting setting, Expected expected) {
    String value = setting.value();
    if (value.isEmpty()) {
      error(setting, "has no limit; " + expected.instead);
    } else if (value.chars().anyMatch(Character::isWhitespace)) {
      error(setting, "one number expected, not '%s'".formatted(excerpt(value)));
    } else if (value.matches("-[0-9]+")) {
      error(setting, "%s is negative; %s".formatted(excerpt(value), expected.instead));
    } else if (!value.matches("[0-9]+")) {
      error(setting, "'%s' is not %s".formatted(excerpt(value), expected.what));
    } else {
      try {
        return Optional.of(Long.parseLong(value));
      } catch (NumberFormatException overflow) {
        error(setting, "%s is too large; the most is %d".formatted(excerpt(value), Long.MAX_VALUE));
      }
    }
    return Optional.empty();
  }

  private void error(SettingReader.Setting setting, String what) {
    String shown = setting.name().isEmpty() ? "(no name)" : setting.name();
    errors.add("%s:%d: %s: %s".formatted(name, setting.line(), excerpt(shown), what));
  }

  /** What a file says, fit for an error message. */
  private static String excerpt(String text) {
    return Printable.of(text.length() > MOST_SHOWN ? text.substring(0, MOST_SHOWN) + "..." : text);
  }
}
