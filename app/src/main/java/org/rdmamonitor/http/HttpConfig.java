// SPDX-License-Identifier: MIT
package org.rdmamonitor.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;

/**
 * How to talk to a server. Immutable. Secrets kept in files are read anew for each request, because
 * tokens are replaced while programs run.
 *
 * @param authentication how this client says who it is
 * @param tls for https
 */
public record HttpConfig(Authentication authentication, Tls tls) {
  /** No authentication, and the certificate authorities of this host. */
  public static final HttpConfig PLAIN =
      new HttpConfig(
          new None(), new Tls(Optional.empty(), Optional.empty(), Optional.empty(), false));

  /** No password or token is longer than this. */
  private static final int MOST_SECRET = 65_536;

  /** How this client says who it is. */
  public sealed interface Authentication {
    /**
     * The value of the Authorization header; empty for no such header.
     *
     * @throws HttpSetupException if a file with a secret cannot be read, or has none
     */
    Optional<String> header() throws HttpSetupException;
  }

  /** No authentication. */
  public record None() implements Authentication {
    @Override
    public Optional<String> header() {
      return Optional.empty();
    }
  }

  /** A user name and password (RFC 7617). */
  public record Basic(String user, Secret password) implements Authentication {
    @Override
    public Optional<String> header() throws HttpSetupException {
      byte[] pair = (user + ":" + password.read()).getBytes(StandardCharsets.UTF_8);
      return Optional.of("Basic " + Base64.getEncoder().encodeToString(pair));
    }
  }

  /** A token, which serves whoever has it. */
  public record Token(String type, Secret credentials) implements Authentication {
    @Override
    public Optional<String> header() throws HttpSetupException {
      return Optional.of(type + " " + credentials.read());
    }
  }

  /** A secret, which is never printed. */
  public static final class Secret {
    private final String value;
    private final Optional<Path> file;

    private Secret(String value, Optional<Path> file) {
      this.value = value;
      this.file = file;
    }

    static Secret of(String value) {
      return new Secret(value, Optional.empty());
    }

    static Secret in(Path file) {
      return new Secret("", Optional.of(file));
    }

    String read() throws HttpSetupException {
      if (file.isEmpty()) {
        return value;
      }
      try {
        if (Files.size(file.get()) > MOST_SECRET) {
          throw new HttpSetupException(file.get() + " is too large to be a secret");
        }
        String secret = Files.readString(file.get()).strip();
        if (secret.chars().anyMatch(Character::isISOControl)) {
          throw new HttpSetupException(file.get() + " has more than a line with a secret");
        }
        return secret;
      } catch (HttpSetupException e) {
        throw e;
      } catch (IOException e) {
        throw new HttpSetupException("the secret in " + file.get() + " cannot be read", e);
      }
    }

    @Override
    public String toString() {
      return "<secret>";
    }
  }

  /**
   * How servers prove who they are, and how this client does.
   *
   * @param authorities certificates of authorities in PEM; empty for those of this host
   * @param certificate of this client in PEM
   * @param key of this client in PEM
   * @param insecure whether to accept any server's certificate
   */
  public record Tls(
      Optional<Path> authorities,
      Optional<Path> certificate,
      Optional<Path> key,
      boolean insecure) {}
}
