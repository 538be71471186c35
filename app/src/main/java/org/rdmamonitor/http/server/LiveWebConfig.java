// SPDX-License-Identifier: MIT
package org.rdmamonitor.http.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.rdmamonitor.http.HttpConfigException;
import org.rdmamonitor.http.HttpSetupException;

/**
 * A {@code --web.config.file} while the program runs: the file, and the certificates it names, are
 * read anew when one of these files has changed. If the new contents have an error, it is reported
 * once and the old configuration stays. TLS or the asking for passwords cannot be switched on or
 * off while the program runs, so a half-written file cannot open what was closed.
 */
public final class LiveWebConfig {
  private static final String ATTRIBUTES = "unix:size,lastModifiedTime,ctime,ino,dev";

  private final Optional<Path> file;
  private final String name;
  private final Consumer<String> err;
  private final ReentrantLock reading = new ReentrantLock();
  private volatile State state;

  /**
   * The configuration in force.
   *
   * @param stamps of the files it was read from, or of the files as they were when the last attempt
   *     to read them anew found an error
   */
  private record State(Setup setup, Map<Path, Object> stamps) {}

  /**
   * A configuration with its certificates.
   *
   * @param tls present if the configuration has TLS
   */
  record Setup(WebConfig config, Optional<ServerTls> tls) {}

  private LiveWebConfig(Optional<Path> file, String name, Consumer<String> err, State state) {
    this.file = file;
    this.name = name;
    this.err = err;
    this.state = state;
  }

  /** A configuration that lets anybody ask, without TLS. */
  public static LiveWebConfig open() {
    Setup setup = new Setup(WebConfig.OPEN, Optional.empty());
    return new LiveWebConfig(Optional.empty(), "", line -> {}, new State(setup, Map.of()));
  }

  /**
   * Reads a file, which is followed from now on.
   *
   * @param name as messages call it
   * @param err is told, a line at a time, of what is wrong with it later; from any thread
   * @throws HttpConfigException with every error of the file
   * @throws HttpSetupException if a certificate or key cannot be used
   */
  public static LiveWebConfig read(Path file, String name, Consumer<String> err)
      throws HttpConfigException, HttpSetupException {
    WebConfig config = WebConfigFile.read(file, name);
    // The stamps are taken before the certificates are read, so that a change in between is noticed
    // later.
    Map<Path, Object> stamps = stamps(file, config);
    Setup setup = setup(config);
    return new LiveWebConfig(Optional.of(file), name, err, new State(setup, stamps));
  }

  private static Setup setup(WebConfig config) throws HttpSetupException {
    return new Setup(
        config,
        config.tls().isPresent()
            ? Optional.of(ServerTls.of(config.tls().get()))
            : Optional.empty());
  }

  /** Whether TLS is spoken. */
  public boolean isTls() {
    return state.setup.tls.isPresent();
  }

  /** Whether users are asked for passwords. */
  public boolean asksForPasswords() {
    return !state.setup.config.users().isEmpty();
  }

  /** The setup in force now. */
  Setup now() {
    // If another thread is reading the files just now, this one gets the setup from before.
    if (file.isPresent() && reading.tryLock()) {
      try {
        follow(file.get());
      } finally {
        reading.unlock();
      }
    }
    return state.setup;
  }

  private void follow(Path path) {
    State before = state;
    if (stamps(before.stamps.keySet().stream()).equals(before.stamps)) {
      return;
    }
    Map<Path, Object> stamps = stamps(before.stamps.keySet().stream());
    try {
      WebConfig config = WebConfigFile.read(path, name);
      stamps = stamps(path, config);
      Optional<String> refused = refused(before.setup.config, config);
      if (refused.isEmpty()) {
        state = new State(setup(config), stamps);
        return;
      }
      err.accept(name + ": " + refused.get());
    } catch (HttpConfigException e) {
      e.errors().forEach(err);
    } catch (HttpSetupException e) {
      err.accept(name + ": " + e.getMessage());
    }
    err.accept(name + ": has changed, and what it was before goes on to hold");
    state = new State(before.setup, stamps);
  }

  private static Optional<String> refused(WebConfig before, WebConfig after) {
    if (before.tls().isPresent() != after.tls().isPresent()) {
      return Optional.of(
          "tls_server_config came or went, for which the program has to be started anew");
    }
    return before.users().isEmpty() != after.users().isEmpty()
        ? Optional.of("basic_auth_users came or went, for which the program has to be started anew")
        : Optional.empty();
  }

  private static Map<Path, Object> stamps(Path file, WebConfig config) {
    return stamps(
        Stream.concat(
            Stream.of(file),
            config.tls().stream()
                .flatMap(tls ->
                    Stream.concat(
                        Stream.of(tls.certificate(), tls.key()), tls.authorities().stream()))));
  }

  private static Map<Path, Object> stamps(Stream<Path> files) {
    Map<Path, Object> stamps = new HashMap<>();
    files.forEach(path -> {
      try {
        stamps.put(path, Files.readAttributes(path, ATTRIBUTES));
      } catch (IOException none) {
        stamps.put(path, List.of());
      }
    });
    return stamps;
  }
}
