// SPDX-License-Identifier: MIT
package org.rdmamonitor.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.rdmamonitor.http.HttpConfig.Authentication;
import org.rdmamonitor.http.HttpConfig.Secret;
import org.rdmamonitor.text.Printable;

/**
 * The file that promtool takes as {@code --http.config.file}, of which a part is understood: the
 * keys of {@link #KEYS}, in YAML of mappings by indentation with plain or quoted words. All else is
 * an error with its line: a setting of security that is passed over would be worse than none.
 */
public final class HttpConfigFile {
  /** What may be set, section by section. */
  static final Map<String, Set<String>> KEYS =
      Map.of(
          "basic_auth", Set.of("username", "password", "password_file"),
          "authorization", Set.of("type", "credentials", "credentials_file"),
          "tls_config", Set.of("ca_file", "cert_file", "key_file", "insecure_skip_verify"));

  private static final int MOST_BYTES = 65_536;

  private final Path directory;
  private final String name;
  private final List<String> errors = new ArrayList<>();
  private final Map<String, Word> words = new HashMap<>();
  private final Map<String, Integer> sections = new HashMap<>();

  /** A value and its line. */
  private record Word(String text, int line) {}

  private HttpConfigFile(Path directory, String name) {
    this.directory = directory;
    this.name = name;
  }

  /**
   * Reads the file. Files that it names are relative to its directory.
   *
   * @param name as messages call it
   * @throws HttpConfigException with every error
   */
  public static HttpConfig read(Path file, String name) throws HttpConfigException {
    Path parent = file.toAbsolutePath().getParent();
    HttpConfigFile reading = new HttpConfigFile(parent == null ? file : parent, name);
    reading.scan(lines(file, name));
    HttpConfig config = reading.config();
    if (!reading.errors.isEmpty()) {
      throw new HttpConfigException(reading.errors);
    }
    return config;
  }

  /** The lines of a file that is not large. */
  static List<String> lines(Path file, String name) throws HttpConfigException {
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw new HttpConfigException(
            List.of(name + ": is larger than 64 KiB, which no such file is"));
      }
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8).lines().toList();
    } catch (HttpConfigException e) {
      throw e;
    } catch (NoSuchFileException e) {
      throw new HttpConfigException(List.of(name + ": there is no such file"));
    } catch (IOException e) {
      throw new HttpConfigException(List.of(name + ": cannot be read: " + e.getMessage()));
    }
  }

  private void scan(List<String> lines) {
    String section = "";
    int indent = -1;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      String content = withoutComment(line).stripTrailing();
      if (content.isBlank() || content.equals("---")) {
        continue;
      }
      int depth = content.length() - content.stripLeading().length();
      int colon = content.indexOf(':');
      if (content.substring(0, depth).contains("\t")) {
        error(i, "is indented by a tab; YAML takes spaces only");
      } else if (colon < 0
          || (colon + 1 < content.length() && content.charAt(colon + 1) != ' ')
          || !content.substring(depth, colon).matches("[a-z_0-9]+")) {
        error(i, "is no line such as 'username: prometheus'");
      } else if (depth == 0) {
        section = content.substring(0, colon);
        indent = -1;
        section(section, content.substring(colon + 1).strip(), i);
      } else if (indent >= 0 && depth != indent) {
        error(i, "is indented otherwise than the line before");
      } else {
        indent = depth;
        key(section, content.substring(depth, colon), content.substring(colon + 1).strip(), i);
      }
    }
  }

  private void section(String section, String rest, int line) {
    if (!KEYS.containsKey(section)) {
      error(line, "'%s' is not understood here; %s are".formatted(section, list(KEYS.keySet())));
    } else if (!rest.isEmpty()) {
      error(line, "'%s' stands alone, with its settings indented below it".formatted(section));
    } else if (sections.putIfAbsent(section, line) != null) {
      error(line, "'%s' is there twice".formatted(section));
    }
  }

  private void key(String section, String key, String value, int line) {
    Set<String> known = KEYS.get(section);
    if (known == null) {
      return; // its section was told of
    }
    if (!known.contains(key)) {
      error(line, "'%s' is not understood in %s; %s are".formatted(key, section, list(known)));
      return;
    }
    Optional<String> text = unquoted(value);
    if (text.isEmpty() || text.get().isEmpty()) {
      error(line, "'%s' needs a value: a plain word, or one in quotes".formatted(key));
    } else if (words.putIfAbsent(section + "." + key, new Word(text.get(), line)) != null) {
      error(line, "'%s' is there twice".formatted(key));
    }
  }

  private static String list(Set<String> keys) {
    return String.join(", ", new TreeSet<>(keys));
  }

  /** A comment begins at the start or after a blank, and not in quotes. */
  private static String withoutComment(String line) {
    char quote = 0;
    for (int i = 0; i < line.length(); i++) {
      char sign = line.charAt(i);
      if (quote != 0) {
        boolean isEscaped =
            (sign == '\\' && quote == '"') || (sign == '\'' && line.startsWith("''", i));
        if (isEscaped) {
          i++;
        } else if (sign == quote) {
          quote = 0;
        }
      } else if ((sign == '"' || sign == '\'') && line.substring(0, i).endsWith(": ")) {
        quote = sign;
      } else if (sign == '#' && (i == 0 || Character.isWhitespace(line.charAt(i - 1)))) {
        return line.substring(0, i);
      }
    }
    return line;
  }

  /** The word that a value is; empty for all that is more than a word. */
  private static Optional<String> unquoted(String value) {
    if (value.startsWith("'")) {
      return value.matches("'([^']|'')*'")
          ? Optional.of(value.substring(1, value.length() - 1).replace("''", "'"))
          : Optional.empty();
    }
    if (value.startsWith("\"")) {
      return value.matches("\"([^\"\\\\]|\\\\[\"\\\\])*\"")
          ? Optional.of(value.substring(1, value.length() - 1).replaceAll("\\\\([\"\\\\])", "$1"))
          : Optional.empty();
    }
    boolean isStructure = value.matches("[\\[{|>&*!%@`,?-].*") || value.contains(": ");
    return isStructure ? Optional.empty() : Optional.of(value);
  }

  private HttpConfig config() {
    if (sections.containsKey("basic_auth") && sections.containsKey("authorization")) {
      error(
          Math.max(line("basic_auth"), line("authorization")),
          "there is basic_auth and authorization; only one of them can be");
    }
    Authentication authentication = new HttpConfig.None();
    if (sections.containsKey("basic_auth")) {
      if (word("basic_auth.username").isEmpty()) {
        error(line("basic_auth"), "basic_auth needs a username");
      }
      authentication =
          new HttpConfig.Basic(
              word("basic_auth.username").orElse(""), secret("basic_auth", "password"));
    } else if (sections.containsKey("authorization")) {
      String type = word("authorization.type").orElse("Bearer");
      if (!type.matches("[A-Za-z][A-Za-z0-9_-]*") || type.equalsIgnoreCase("basic")) {
        error(
            wordLine("authorization.type"),
            "'%s' is no type of token, such as Bearer; a user stands below basic_auth"
                .formatted(Printable.of(type)));
      }
      authentication = new HttpConfig.Token(type, secret("authorization", "credentials"));
    }
    return new HttpConfig(authentication, tls());
  }

  private HttpConfig.Tls tls() {
    Optional<Path> certificate = file("tls_config.cert_file");
    Optional<Path> key = file("tls_config.key_file");
    if (certificate.isPresent() != key.isPresent()) {
      error(line("tls_config"), "cert_file and key_file go together");
    }
    String insecure = word("tls_config.insecure_skip_verify").orElse("false");
    if (!insecure.equals("true") && !insecure.equals("false")) {
      error(
          wordLine("tls_config.insecure_skip_verify"),
          "'%s' is neither true nor false".formatted(Printable.of(insecure)));
    }
    return new HttpConfig.Tls(
        file("tls_config.ca_file"), certificate, key, insecure.equals("true"));
  }

  /** A secret that is there, or in a file. */
  private Secret secret(String section, String key) {
    Optional<String> here = word(section + "." + key);
    Optional<Path> elsewhere = file(section + "." + key + "_file");
    if (here.isPresent() == elsewhere.isPresent()) {
      error(line(section), "%s needs one of %s and %s_file".formatted(section, key, key));
    }
    return elsewhere.map(Secret::in).orElseGet(() -> Secret.of(here.orElse("")));
  }

  private Optional<Path> file(String key) {
    Optional<String> word = word(key);
    if (word.isEmpty()) {
      return Optional.empty();
    }
    Path file = directory.resolve(word.get());
    if (!Files.isReadable(file)) {
      error(
          wordLine(key), "there is no file %s that can be read".formatted(Printable.of(file + "")));
    }
    return Optional.of(file);
  }

  private Optional<String> word(String key) {
    return Optional.ofNullable(words.get(key)).map(Word::text);
  }

  private int wordLine(String key) {
    Word word = words.get(key);
    return word == null ? 0 : word.line();
  }

  private int line(String section) {
    return sections.getOrDefault(section, 0);
  }

  private void error(int line, String what) {
    errors.add("%s:%d: %s".formatted(name, line + 1, what));
  }
}
