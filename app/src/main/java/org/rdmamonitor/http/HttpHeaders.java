// SPDX-License-Identifier: MIT
package org.rdmamonitor.http;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Additional request headers that a user wants to be sent, such as API keys. */
public final class HttpHeaders {
  /** Headers that this program, or the HTTP client it uses, sets itself. */
  private static final Set<String> OURS =
      Set.of(
          "connection",
          "content-encoding",
          "content-length",
          "content-type",
          "expect",
          "host",
          "transfer-encoding",
          "upgrade");

  private HttpHeaders() {}

  /**
   * Those of a file: a line {@code Name: value} each; empty lines, and those that begin with #, say
   * nothing.
   *
   * @param name as messages call the file
   * @return by their names, in which capitals do not count
   * @throws HttpConfigException with every error; values are not in it
   */
  public static Map<String, String> read(Path file, String name) throws HttpConfigException {
    Map<String, String> headers = empty();
    List<String> errors = new ArrayList<>();
    List<String> lines = YamlFile.text(file, name).lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      int colon = line.indexOf(':');
      Optional<String> error =
          colon < 0
              ? Optional.of("is no line such as 'X-Scope-OrgID: tenant-1'")
              : add(headers, line.substring(0, colon), line.substring(colon + 1));
      String where = "%s:%d: ".formatted(name, i + 1);
      error.ifPresent(what -> errors.add(where + what));
    }
    if (!errors.isEmpty()) {
      throw new HttpConfigException(errors);
    }
    return headers;
  }

  /** No headers. */
  public static Map<String, String> empty() {
    return new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  }

  /**
   * Adds a header.
   *
   * @return what is wrong with it, if something is; the value is not in it
   */
  public static Optional<String> add(Map<String, String> headers, String name, String value) {
    if (!name.matches("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,256}")) {
      return Optional.of("there is no header with such a name");
    }
    if (OURS.contains(name.toLowerCase(Locale.ROOT))) {
      return Optional.of("'%s' is not for others to set".formatted(name));
    }
    if (value.chars().anyMatch(c -> c < ' ' || c > '~')) {
      return Optional.of("the value of '%s' has more than plain characters".formatted(name));
    }
    return headers.putIfAbsent(name, value.strip()) == null
        ? Optional.empty()
        : Optional.of("'%s' is there twice".formatted(name));
  }
}
