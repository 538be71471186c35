// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.rdmamonitor.quota.Amounts;
import org.rdmamonitor.quota.Limit;

/** A line that a client sent. */
public sealed interface Request {
  /**
   * A process wants to make an object.
   *
   * @param claimed the pid that the client says it has, which nobody believes
   */
  record Create(RequestKind kind, Amounts amounts, OptionalLong claimed) implements Request {}

  /** A process has destroyed an object. */
  record Destroy(RequestKind kind, Amounts amounts, OptionalLong claimed) implements Request {}

  /** A process wants a page of memory for credits. */
  record Credits() implements Request {}

  /** Asks whether this much memory could be registered. */
  record CheckMemory(long bytes) implements Request {}

  /** Asks for the sums. */
  record Stats() implements Request {}

  /** Asks what a process holds. */
  record ProcessStats(OptionalLong claimed) implements Request {}

  /** Asks for everything. */
  record Show() implements Request {}

  /** Changes a limit. */
  record Set(Limit limit) implements Request {}

  /** Keeps the limits for later collectors. */
  record Save() implements Request {}

  /**
   * A line that cannot be understood.
   *
   * @param why as in {@code Invalid MR_CREATE request}
   */
  record Malformed(String why) implements Request {}

  /** No request that the collector knows. */
  Malformed UNKNOWN = new Malformed("Unknown request");

  /** Parses a line, without its end. */
  static Request parse(String line) {
    String text = line.strip();
    int space = text.indexOf(' ');
    String name = space < 0 ? text : text.substring(0, space);
    String rest = space < 0 ? "" : text.substring(space).strip();
    if (name.startsWith("GET_PROC_STATS")) {
      return processStats(text);
    }
    return switch (name) {
      case "GET_STATS" -> alone(rest, new Stats());
      case "CREDITS" -> alone(rest, new Credits());
      case "SHOW" -> alone(rest, new Show());
      case "SAVE" -> alone(rest, new Save());
      case "SET" -> Limit.parse(rest).<Request>map(Set::new).orElse(invalid(name));
      case "CHECK_MEMORY" -> checkMemory(name, rest);
      default -> object(name, rest);
    };
  }

  private static Request alone(String rest, Request request) {
    return rest.isEmpty() ? request : UNKNOWN;
  }

  private static Malformed invalid(String name) {
    return new Malformed("Invalid " + name + " request");
  }

  private static Request processStats(String line) {
    String word = line.substring("GET_PROC_STATS".length());
    OptionalLong pid = word.startsWith(":") ? number(word.substring(1)) : OptionalLong.empty();
    return word.isEmpty() || pid.isPresent() ? new ProcessStats(pid) : invalid("GET_PROC_STATS");
  }

  private static Request checkMemory(String name, String rest) {
    OptionalLong bytes = number(rest);
    return bytes.isPresent() ? new CheckMemory(bytes.getAsLong()) : invalid(name);
  }

  /**
   * {@code QP_CREATE}, {@code MR_DESTROY 4096}, {@code CQ_CREATE entries=256}; the client's own pid
   * may follow.
   */
  private static Request object(String name, String rest) {
    int bar = name.indexOf('_');
    Optional<RequestKind> kind = RequestKind.of(name.substring(0, Math.max(bar, 0)));
    String action = name.substring(bar + 1);
    if (kind.isEmpty() || (!action.equals("CREATE") && !action.equals("DESTROY"))) {
      return UNKNOWN;
    }
    boolean tellsEntries = kind.get() == RequestKind.CQ && rest.startsWith(RequestKind.ENTRIES);
    List<OptionalLong> numbers =
        numbers(tellsEntries ? rest.substring(RequestKind.ENTRIES.length()) : rest);
    int own = kind.get().hasBytes() || tellsEntries ? 1 : 0;
    if (numbers.contains(OptionalLong.empty())
        || numbers.size() < own
        || numbers.size() > own + 1) {
      return invalid(name);
    }
    Amounts amounts = kind.get().one(own == 1 ? numbers.getFirst().orElse(0) : 0);
    OptionalLong claimed = numbers.size() > own ? numbers.getLast() : OptionalLong.empty();
    return action.equals("CREATE")
        ? new Create(kind.get(), amounts, claimed)
        : new Destroy(kind.get(), amounts, claimed);
  }

  private static List<OptionalLong> numbers(String text) {
    List<OptionalLong> result = new ArrayList<>();
    for (String word : text.isEmpty() ? new String[0] : text.split(" ", -1)) {
      if (!word.isEmpty()) {
        result.add(number(word));
      }
    }
    return result;
  }

  private static OptionalLong number(String word) {
    boolean isNumber = !word.isEmpty() && word.chars().allMatch(c -> c >= '0' && c <= '9');
    try {
      return isNumber ? OptionalLong.of(Long.parseLong(word)) : OptionalLong.empty();
    } catch (NumberFormatException tooLarge) {
      return OptionalLong.empty();
    }
  }
}
