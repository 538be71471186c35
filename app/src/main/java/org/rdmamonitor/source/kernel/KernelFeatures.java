// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** What this kernel can do, found out by looking, never by its version. */
final class KernelFeatures {
  private static final Path TYPES = Path.of("/sys/kernel/btf/vmlinux");

  private KernelFeatures() {}

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
