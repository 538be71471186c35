// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rdmamonitor.nativelib.generated.LibC;
import org.rdmamonitor.nativelib.generated.RdmaVerbs;
import org.rdmamonitor.nativelib.generated.rv_name;

/** The RDMA devices of this host. Safe for use by several threads. */
public final class Verbs {
  private static final int MANY = 1024;
  private static final String REMEDY =
      "load the driver of the card, or add a soft-RoCE device (rdma-secure setup-rxe).";

  private Verbs() {}

  /**
   * Loads the library; at once if that was done before.
   *
   * @param library its file
   * @throws VerbsUnavailableException if it cannot be loaded or is of another version
   */
  public static Verbs load(Path library) {
    VerbsLibrary.load(library);
    return new Verbs();
  }

  /** The names of the devices, in libibverbs's order; none where no module is loaded. */
  public List<String> devices() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment names = rv_name.allocateArray(MANY, arena);
      int count = RdmaVerbs.rv_devices(names, MANY);
      if (count == -LibC.ENOSYS() || count == -LibC.ENOENT()) {
        return List.of();
      }
      if (count < 0) {
        throw new VerbsException("list the RDMA devices", -count);
      }
      List<String> result = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        result.add(rv_name.asSlice(names, i).getString(0));
      }
      return List.copyOf(result);
    }
  }

  /**
   * Opens a device.
   *
   * @throws VerbsUnavailableException if there is none of this name; it tells which there are
   * @throws VerbsException if it cannot be opened
   */
  public VerbsContext open(String device) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment made = arena.allocate(ValueLayout.JAVA_LONG);
      int error = RdmaVerbs.rv_open(arena.allocateFrom(device), made);
      if (error == LibC.ENODEV() || error == LibC.ENOSYS()) {
        throw absent(device);
      }
      VerbsException.check("open the device " + device, error);
      return new VerbsContext(device, made.get(ValueLayout.JAVA_LONG, 0));
    }
  }

  private VerbsUnavailableException absent(String device) {
    List<String> present = devices();
    return new VerbsUnavailableException(
        present.isEmpty()
            ? "There is no RDMA device: " + REMEDY
            : "There is no RDMA device %s; there is %s."
                .formatted(device, String.join(", ", present)));
  }

  /**
   * The devices to choose from where queue pairs are connected by what the ends tell each other,
   * which those of iWARP cannot be.
   *
   * @param wanted names; if there are none, all devices but those of iWARP
   * @throws VerbsUnavailableException if one that is wanted is of iWARP, or all that there are
   */
  public List<String> connectable(List<String> wanted) {
    if (wanted.isEmpty()) {
      List<String> present = devices();
      List<String> others = present.stream().filter(device -> !Iwarp.is(device)).toList();
      if (others.isEmpty() && !present.isEmpty()) {
        throw Iwarp.refusal(present.getFirst());
      }
      return others;
    }
    for (String device : wanted) {
      if (Iwarp.is(device)) {
        throw Iwarp.refusal(device);
      }
    }
    return wanted;
  }

  /** For where devices are there, or none, and none can be used. */
  public VerbsUnavailableException unusable() {
    return new VerbsUnavailableException(
        devices().isEmpty()
            ? "There is no RDMA device: " + REMEDY
            : "No RDMA device can be used; rdma-secure check-devices tells why.");
  }
}
