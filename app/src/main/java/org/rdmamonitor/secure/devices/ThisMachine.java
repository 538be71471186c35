// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.devices;

import java.io.IOException;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.rdmamonitor.nativelib.verbs.LockedMemory;
import org.rdmamonitor.nativelib.verbs.Verbs;
import org.rdmamonitor.nativelib.verbs.VerbsContext;
import org.rdmamonitor.nativelib.verbs.VerbsException;

/** The host that this runs on. */
public final class ThisMachine implements Machine {
  /** The bit of CAP_IPC_LOCK (capabilities(7)). */
  private static final int IPC_LOCK = 14;

  private final Verbs verbs;

  public ThisMachine(Verbs verbs) {
    this.verbs = verbs;
  }

  @Override
  public List<Found> devices() {
    List<Found> found = new ArrayList<>();
    for (String name : verbs.devices()) {
      try (VerbsContext context = verbs.open(name)) {
        found.add(new Found(name, Optional.of(context.info()), ""));
      } catch (VerbsException closed) {
        found.add(new Found(name, Optional.empty(), String.valueOf(closed.getMessage())));
      }
    }
    return found;
  }

  @Override
  public String netdev(int index) {
    try {
      NetworkInterface found = index > 0 ? NetworkInterface.getByIndex(index) : null;
      return found == null ? String.valueOf(index) : found.getName();
    } catch (SocketException unknown) {
      return String.valueOf(index);
    }
  }

  @Override
  public boolean isLoaded(String module) {
    return Files.exists(Path.of("/sys/module", module));
  }

  @Override
  public OptionalLong lockedMemory() {
    return LockedMemory.limit();
  }

  @Override
  public boolean locksAnyway() {
    try {
      return Files.readAllLines(Path.of("/proc/self/status")).stream()
          .filter(line -> line.startsWith("CapEff:"))
          .map(line -> Long.parseUnsignedLong(line.substring("CapEff:".length()).strip(), 16))
          .anyMatch(bits -> (bits >>> IPC_LOCK & 1) != 0);
    } catch (IOException hidden) {
      return false;
    }
  }
}
