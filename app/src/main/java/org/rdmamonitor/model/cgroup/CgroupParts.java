// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.cgroup;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The parts of a cgroup's path, without escapes. Whoever may make cgroups names them freely, even
 * like those of others; so it matters who has named each.
 *
 * @param host those that the host itself has named
 * @param inner those below, which somebody else has named: cgroups in a container or a virtual
 *     machine, below a user's own service manager, or below a cgroup that does not belong to root
 */
record CgroupParts(List<String> host, List<String> inner) {
  /** {@code docker-ID.scope}, {@code cri-containerd-ID.scope}, or the ID alone. */
  static final Pattern CONTAINER = Pattern.compile("(?:([a-z-]+)-)?([0-9a-f]{64})(?:\\.scope)?");

  static final Pattern USER_MANAGER = Pattern.compile("user@(\\d+)\\.service");
  static final Pattern LXC = Pattern.compile("lxc\\.payload\\.(.+)");
  static final Pattern MACHINE =
      Pattern.compile("machine-(.+)\\.scope|systemd-nspawn@(.+)\\.service");

  private static final List<Pattern> LAST = List.of(CONTAINER, USER_MANAGER, LXC, MACHINE);

  /**
   * How containerd names a cgroup if a kubelet that uses cgroupfs gives it a systemd path: {@code
   * SLICE:PREFIX:ID}.
   */
  private static final Pattern UNPARSED_SLICE =
      Pattern.compile("(.+\\.slice):([a-z-]+):([0-9a-f]{64})");

  static CgroupParts of(Cgroup cgroup) {
    List<String> levels =
        Arrays.stream(cgroup.path().split("/")).filter(part -> !part.isEmpty()).toList();
    int trusted = Math.min(levels.size(), cgroup.trustedLevels());
    List<String> named = parts(levels.subList(0, trusted));
    int end =
        IntStream.range(0, named.size())
            .filter(i -> LAST.stream().anyMatch(last -> last.matcher(named.get(i)).matches()))
            .map(i -> i + 1)
            .findFirst()
            .orElse(named.size());
    List<String> inner = parts(levels.subList(trusted, levels.size()));
    return new CgroupParts(
        named.subList(0, end),
        Stream.concat(named.subList(end, named.size()).stream(), inner.stream()).toList());
  }

  private static List<String> parts(List<String> levels) {
    return levels.stream().flatMap(CgroupParts::apart).map(CgroupParts::unescape).toList();
  }

  private static Stream<String> apart(String part) {
    Matcher matcher = UNPARSED_SLICE.matcher(part);
    return matcher.matches()
        ? Stream.of(matcher.group(1), matcher.group(2) + "-" + matcher.group(3))
        : Stream.of(part);
  }

  /** Undoes systemd's escapes (systemd-escape(1)): {@code \x2d} is a byte of UTF-8. */
  private static String unescape(String part) {
    if (!part.contains("\\x")) {
      return part;
    }
    byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream result = new ByteArrayOutputStream();
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '\\' && i + 3 < bytes.length && bytes[i + 1] == 'x') {
        int high = Character.digit(bytes[i + 2], 16);
        int low = Character.digit(bytes[i + 3], 16);
        if (high >= 0 && low >= 0) {
          result.write(high << 4 | low);
          i += 3;
          continue;
        }
      }
      result.write(bytes[i]);
    }
    return result.toString(StandardCharsets.UTF_8);
  }
}
