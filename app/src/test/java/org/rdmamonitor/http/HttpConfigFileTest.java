// SPDX-License-Identifier: MIT
package org.rdmamonitor.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpConfigFileTest {
  @TempDir Path directory;

  @BeforeEach
  void makeFiles() throws IOException {
    Files.writeString(directory.resolve("secret"), "s3cret\n");
    Files.writeString(directory.resolve("ca.pem"), "");
  }

  @Test
  void aUserHasAPassword() throws IOException {
    HttpConfig config =
        read(
            """
            ---
            # who asks
            basic_auth:
              username: 'it''s # me'   # quoted
              password: "a\\"b\\\\c"
            """);

    assertThat(config.authentication().header()).contains("Basic " + base64("it's # me:a\"b\\c"));
  }

  @Test
  void passwordsAreReadFromFilesBesideItAnew() throws IOException {
    HttpConfig config = read("basic_auth:\n    username: u\n    password_file: secret\n");
    assertThat(config.authentication().header()).contains("Basic " + base64("u:s3cret"));

    Files.writeString(directory.resolve("secret"), "other");
    assertThat(config.authentication().header()).contains("Basic " + base64("u:other"));
    Files.delete(directory.resolve("secret"));
    assertThatExceptionOfType(HttpSetupException.class)
        .isThrownBy(() -> config.authentication().header());
  }

  @Test
  void aTokenIsOfATypeAndIsNotPrinted() throws IOException {
    HttpConfig config = read("authorization:\n  credentials: abc\n");

    assertThat(config.authentication().header()).contains("Bearer abc");
    assertThat(config.toString()).doesNotContain("abc");
  }

  @Test
  void tlsHasItsFiles() throws IOException {
    HttpConfig config = read("tls_config:\n  ca_file: ca.pem\n  insecure_skip_verify: true\n");

    assertThat(config.tls().authorities()).contains(directory.resolve("ca.pem"));
    assertThat(config.tls().insecure()).isTrue();
  }

  @Test
  void anEmptyFileSetsNothing() throws IOException {
    assertThat(read("# nothing\n")).isEqualTo(HttpConfig.PLAIN);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "oauth2:                                   |f.yml:1: 'oauth2' is not understood here;"
            + " authorization, basic_auth, tls_config are",
        "tls_config:/  server_name: a              |f.yml:2: 'server_name' is not understood in"
            + " tls_config; ca_file, cert_file, insecure_skip_verify, key_file are",
        "basic_auth: a                             |f.yml:1: 'basic_auth' stands alone, with its"
            + " settings indented below it",
        "basic_auth: {username: a}                 |f.yml:1: basic_auth needs one of password and"
            + " password_file",
        "basic_auth: &u/  username: a/  password: b|f.yml:1: 'basic_auth' stands alone",
        "basic_auth:/  username: !!str a/  password: b|f.yml:2: 'username' needs a value",
        "basic_auth:/  username: >/    a/    b/  password: b|f.yml:2: 'username' needs a value",
        "basic_auth:/  ? [a]/  : b                 |f.yml:2: is no line such as 'username:"
            + " prometheus'",
        "- basic_auth                              |f.yml:1: is no line such as 'username:"
            + " prometheus'",
        "tls_config:/---/tls_config:               |f.yml:2: begins a second document, where one is"
            + " read",
        "tls_config:/  ca_file: a\u0007b            |f.yml:2: has a character that cannot be"
            + " printed, which YAML does not take",
        "basic_auth:/  username: a                 |f.yml:1: basic_auth needs one of password and"
            + " password_file",
        "basic_auth:/  password: a                 |f.yml:1: basic_auth needs a username",
        "basic_auth:/  username: a/  password: b/  password: c|f.yml:4: 'password' is there twice",
        "basic_auth:/  username: a/   password: b  |f.yml:3: is no YAML: mapping values are not"
            + " allowed here",
        "basic_auth:/\tusername: a                |f.yml:2: is no YAML: found character",
        "basic_auth:/  username: a/  password: [b] |f.yml:3: 'password' needs a value: a plain"
            + " word, or one in quotes",
        "basic_auth:/  username: a/  password: \"b |f.yml:3: is no YAML: found unexpected end of"
            + " stream",
        "basic_auth:/  username: a/  password_file: none|f.yml:3: there is no file",
        "basic_auth:/  - a                         |f.yml:2: is no line such as 'username:"
            + " prometheus'",
        "authorization:/  type: Basic/  credentials: a|f.yml:2: 'Basic' is no type of token, such"
            + " as Bearer; a user stands below basic_auth",
        "authorization:/  credentials: a/basic_auth:/  username: u/  password: p|f.yml:3: there is"
            + " basic_auth and authorization; only one of them can be",
        "tls_config:/  cert_file: ca.pem           |f.yml:1: cert_file and key_file go together",
        "tls_config:/  insecure_skip_verify: yes   |f.yml:2: 'yes' is neither true nor false",
      })
  void whatIsWrongIsToldWithItsLine(String lines, String error) throws IOException {
    Files.writeString(directory.resolve("f.yml"), lines.strip().replace("/", "\n"));

    assertThatExceptionOfType(HttpConfigException.class)
        .isThrownBy(() -> HttpConfigFile.read(directory.resolve("f.yml"), "f.yml"))
        .satisfies(
            e -> assertThat(e.errors()).anySatisfy(one -> assertThat(one).startsWith(error)));
  }

  @Test
  void nestingHasAnEnd() throws IOException {
    Files.writeString(directory.resolve("f.yml"), "basic_auth: " + "[".repeat(30_000));
    assertThatExceptionOfType(HttpConfigException.class)
        .isThrownBy(() -> HttpConfigFile.read(directory.resolve("f.yml"), "f.yml"))
        .satisfies(e -> assertThat(e.errors().getFirst()).startsWith("f.yml:1: is no YAML: "));

    Files.writeString(
        directory.resolve("f.yml"), "basic_auth: " + "[".repeat(30_000) + "]".repeat(30_000));
    assertThatExceptionOfType(HttpConfigException.class)
        .isThrownBy(() -> HttpConfigFile.read(directory.resolve("f.yml"), "f.yml"))
        .satisfies(e ->
            assertThat(e.errors())
                .contains("f.yml:1: is no word of a list: a plain one, or one in quotes"));
  }

  @Test
  void aFileWithoutAnEndIsNotReadToTheEnd() {
    assertThatExceptionOfType(HttpConfigException.class)
        .isThrownBy(() -> HttpConfigFile.read(Path.of("/dev/zero"), "zero"))
        .satisfies(e ->
            assertThat(e.errors())
                .containsExactly("zero: is larger than 64 KiB, which no such" + " file is"));
  }

  @Test
  void aPipeIsReadUnlessNobodyWritesToIt() throws Exception {
    Path fifo = directory.resolve("fifo");
    assertThat(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor()).isZero();
    assertThatExceptionOfType(HttpConfigException.class)
        .isThrownBy(() -> YamlFile.text(fifo, "fifo", Duration.ofMillis(50)))
        .satisfies(e ->
            assertThat(e.errors())
                .containsExactly("fifo: is a pipe that did not end within" + " 50 ms"));
    Files.writeString(fifo, "");

    Path other = directory.resolve("other");
    assertThat(new ProcessBuilder("mkfifo", other.toString()).start().waitFor()).isZero();
    Thread.ofPlatform().daemon().start(() -> write(other));
    assertThat(YamlFile.text(other, "other")).isEqualTo("a: b\n");
  }

  private static void write(Path fifo) {
    try {
      Files.writeString(fifo, "a: b\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aFileThatIsNotThereIsTold() {
    assertThatExceptionOfType(HttpConfigException.class)
        .isThrownBy(() -> HttpConfigFile.read(directory.resolve("none"), "none"))
        .satisfies(e -> assertThat(e.errors()).isEqualTo(List.of("none: there is no such file")));
  }

  private HttpConfig read(String text) throws IOException {
    Path file = Files.writeString(directory.resolve("http.yml"), text);
    return HttpConfigFile.read(file, "http.yml");
  }

  private static String base64(String text) {
    return java.util.Base64.getEncoder()
        .encodeToString(text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }
}
