// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.watch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** What this kernel can do; found out by trying, never from its version. */
final class KernelFeatures {
  private static final Path TYPES = Path.of("/sys/kernel/btf/vmlinux");

  /**
   * Each element takes 32 bytes of memory at once, and some 130 more when there is such an object.
   */
  private static final int OBJECTS_ON_USE = 1 << 21;

  /** Each element takes all of its memory at once. */
  private static final int OBJECTS = 1 << 18;

  private KernelFeatures() {}

  /**
   * The capacity of the tables of objects.
   *
   * @param wanted this many, or {@link KernelOptions#AUTO_OBJECTS}
   * @param onUse whether elements are allocated on use
   */
  static int objects(int wanted, boolean onUse) {
    if (wanted != KernelOptions.AUTO_OBJECTS) {
      return wanted;
    }
    return onUse ? OBJECTS_ON_USE : OBJECTS;
  }

  /**
   * Whether a hash map may allocate its elements on use from within a probe: kernels with the BPF
   * memory allocator (kernel/bpf/memalloc.c, Linux 6.1).
   */
  static boolean allocatesSafelyInProbes() {
    try {
      return new String(Files.readAllBytes(TYPES), StandardCharsets.ISO_8859_1)
          .contains("\0bpf_mem_alloc\0");
    } catch (IOException unreadable) {
      return false;
    }
  }
}
