// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.ethernet;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.nativelib.generated.Ethernet;
import org.rdmamonitor.nativelib.generated.et_frame;
import org.rdmamonitor.nativelib.generated.et_progress;
import org.rdmamonitor.nativelib.generated.et_settings;
import org.rdmamonitor.nativelib.generated.et_tap;
import org.rdmamonitor.nativelib.generated.et_traffic;

/**
 * Loads the library of {@code native/ethernet}, and checks that it is the version that Java was
 * built for.
 */
final class EthernetLibrary {
  private static @Nullable Path loaded;

  private EthernetLibrary() {}

  static synchronized void load(Path file) {
    if (!file.equals(loaded)) {
      open(file);
      loaded = file;
    }
  }

  private static void open(Path file) {
    if (!Files.isReadable(file)) {
      throw new EthernetException(
          "The Ethernet library "
              + file
              + " cannot be read: build it with gcc (mvn package), or install the package whole.");
    }
    try {
      System.load(file.toAbsolutePath().toString());
    } catch (UnsatisfiedLinkError e) {
      throw new EthernetException(
          "The Ethernet library %s cannot be loaded: %s.".formatted(file, e.getMessage()));
    }
    boolean same =
        Ethernet.et_version() == Ethernet.ET_VERSION()
            && Ethernet.et_size_of_settings() == et_settings.sizeof()
            && Ethernet.et_size_of_progress() == et_progress.sizeof()
            && Ethernet.et_size_of_traffic() == et_traffic.sizeof()
            && Ethernet.et_size_of_frame() == et_frame.sizeof()
            && Ethernet.et_size_of_tap() == et_tap.sizeof();
    if (!same) {
      throw new EthernetException(
          "The Ethernet library " + file + " is of another version: install the package whole.");
    }
  }
}
