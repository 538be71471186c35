// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.config;

import static org.rdmamonitor.policy.config.SettingErrors.excerpt;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rdmamonitor.model.limits.Limits;
import org.rdmamonitor.model.limits.Rule;
import org.rdmamonitor.model.resource.Size;
import org.rdmamonitor.model.resource.Unit;
import org.rdmamonitor.policy.config.FindingLimit.ValueKind;
import org.rdmamonitor.policy.config.SettingReader.Setting;
import org.rdmamonitor.units.Bytes;

/** Interprets the values of settings; adds what is wrong with them to the errors of their file. */
final class SettingValues {
  /** What a number is for, as error messages put it. */
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

  private final SettingErrors errors;

  /** The limits that are set to 0. */
  private final List<Setting> zeros = new ArrayList<>();

  SettingValues(SettingErrors errors) {
    this.errors = errors;
  }

  /** The limits that were set to 0, in the order of their lines. */
  List<Setting> zeros() {
    return List.copyOf(zeros);
  }

  /**
   * The limit that is set on a rule; empty if the value means no limit, and, with an error, if it
   * is wrong.
   */
  Optional<Long> limit(Setting setting, Rule rule) {
    if (setting.value().equals(Limits.NONE)) {
      return Optional.of(0L);
    }
    if (setting.value().equals(Limits.NO_LIMIT)) {
      return Optional.empty();
    }
    Optional<Long> limit =
        rule instanceof Rule.Total total
            ? amount(setting, total.size())
            : whole(setting, Expected.A_LIMIT);
    if (limit.filter(number -> number == 0).isPresent()) {
      zeros.add(setting);
      return Optional.empty();
    }
    return limit;
  }

  /** The number that is set; empty, with an error, if it is not of this kind. */
  Optional<Long> number(Setting setting, ValueKind kind) {
    Optional<Long> number = whole(setting, Expected.A_NUMBER);
    if (kind == ValueKind.SWITCH && number.filter(n -> n > 1).isPresent()) {
      errors.add(setting, "%d is neither 0 (off) nor 1 (on)".formatted(number.get()));
    } else if (kind == ValueKind.PERCENT && number.filter(n -> n > 100).isPresent()) {
      errors.add(setting, "%d is more than 100 %%".formatted(number.get()));
    }
    return number;
  }

  /**
   * The cgroups that are named; adds errors for paths that are not written as the kernel writes
   * them.
   */
  List<String> paths(Setting setting) {
    if (setting.value().isEmpty()) {
      errors.add(setting, "has no paths; 0 stands for none");
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
        errors.add(
            setting,
            "'%s' is not the path of a cgroup, such as /system.slice/foo.service"
                .formatted(excerpt(stripped)));
      }
    }
    return paths;
  }

  /** A limit of a size; bytes may be written with a letter for a power of 1024. */
  private Optional<Long> amount(Setting setting, Size size) {
    Optional<Long> amount =
        size.unit() == Unit.BYTES ? bytes(setting) : whole(setting, Expected.A_LIMIT);
    if (amount.isPresent() && amount.get() > size.most()) {
      String most =
          size.unit() == Unit.BYTES ? Bytes.compact(size.most()) : Long.toString(size.most());
      errors.add(
          setting, "%s is too large; the most is %s".formatted(excerpt(setting.value()), most));
      return Optional.empty();
    }
    return amount;
  }

  private Optional<Long> bytes(Setting setting) {
    String value = setting.value();
    if (!Bytes.isAmount(value)) {
      if (!value.matches("[0-9]\\S*")) {
        return whole(setting, Expected.A_LIMIT);
      }
      errors.add(
          setting,
          "'%s' is not a number of bytes: a whole number, and behind it nothing or one of K, M, G, T, such as 64G"
              .formatted(excerpt(value)));
      return Optional.empty();
    }
    return Optional.of(Bytes.parse(value).orElse(Long.MAX_VALUE));
  }

  /** The number that is set; empty, with an error, if it is no number. */
  private Optional<Long> whole(Setting setting, Expected expected) {
    String value = setting.value();
    if (value.isEmpty()) {
      errors.add(setting, "has no limit; " + expected.instead);
    } else if (value.chars().anyMatch(Character::isWhitespace)) {
      errors.add(setting, "one number expected, not '%s'".formatted(excerpt(value)));
    } else if (value.matches("-[0-9]+")) {
      errors.add(setting, "%s is negative; %s".formatted(excerpt(value), expected.instead));
    } else if (!value.matches("[0-9]+")) {
      errors.add(setting, "'%s' is not %s".formatted(excerpt(value), expected.what));
    } else {
      try {
        return Optional.of(Long.parseLong(value));
      } catch (NumberFormatException overflow) {
        errors.add(
            setting, "%s is too large; the most is %d".formatted(excerpt(value), Long.MAX_VALUE));
      }
    }
    return Optional.empty();
  }
}
