// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.loop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.policy.ConfigStatus;
import org.rdmamonitor.policy.config.Settings;
import org.rdmamonitor.policy.config.ThresholdsFile;
import org.rdmamonitor.policy.config.ThresholdsFileException;

/**
 * The configuration file while the program runs: read again when it is another file than before, by
 * size, times and inode, or when that is asked for. A file that is wrong changes nothing.
 */
public final class LiveConfiguration {
  private static final String ATTRIBUTES = "unix:size,lastModifiedTime,ctime,ino,dev";

  /** Is told of each reading: the settings that hold, and how it went. */
  public interface Listener {
    void read(Settings settings, ConfigStatus status) throws IOException;
  }

  private final Path path;
  private final String name;
  private final InstantSource clock;
  private final Listener changed;
  private Settings settings;
  private @Nullable Map<String, Object> stamp;
  private boolean missing;
  private boolean emptied;

  /** Follows a file that was read already, or that there was none of. */
  LiveConfiguration(ConfigurationFile started, InstantSource clock, Listener changed) {
    this.path = started.path();
    this.name = started.name();
    this.settings = started.settings();
    this.stamp = started.stamp();
    this.clock = clock;
    this.changed = changed;
  }

  /** What tells a file from another one of its name; null where there is none. */
  static @Nullable Map<String, Object> stampOf(Path path) {
    // Most have none; to make an exception of that at each reading would take longer than to look.
    if (!Files.exists(path)) {
      return null;
    }
    try {
      return Files.readAttributes(path, ATTRIBUTES);
    } catch (IOException none) {
      return null;
    }
  }

  /** Reads the file again if it has changed, or if that was asked for and there is one. */
  void check(boolean asked) throws IOException {
    Map<String, Object> now = stampOf(path);
    if (now == null) {
      absent(asked);
      return;
    }
    missing = false;
    if (!asked && now.equals(stamp)) {
      emptied = false;
      return;
    }
    // Who writes a file anew begins by emptying it: one that is empty once is not empty yet.
    emptied = !asked && !emptied && Objects.equals(now.get("size"), 0L);
    if (!emptied) {
      stamp = now;
      read();
    }
  }

  /** Editors replace a file in two steps: one that is missing once is not missing yet. */
  private void absent(boolean asked) throws IOException {
    if (stamp == null) {
      return;
    }
    if (!missing && !asked) {
      missing = true;
      return;
    }
    stamp = null;
    read();
  }

  private void read() throws IOException {
    List<String> errors = List.of();
    try {
      settings = ThresholdsFile.read(path, name);
    } catch (ThresholdsFileException e) {
      errors = e.errors();
    }
    changed.read(settings, new ConfigStatus(name, clock.instant(), errors, settings.summary()));
  }
}
