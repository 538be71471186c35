// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.bpf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class KernelTypesTest {
  private KernelTypes types;

  @BeforeEach
  void load() {
    assumeTrue(
        Files.isReadable(Path.of("/sys/kernel/btf/vmlinux")),
        "this kernel has no type information (/sys/kernel/btf/vmlinux)");
    types = KernelTypes.load();
  }

  @AfterEach
  void close() {
    if (types != null) {
      types.close();
    }
  }

  @Test
  void aFieldIsFoundByItsName() {
    assertThat(types.offset("none", "list_head", "next")).hasValue(0);
    assertThat(types.offset("none", "list_head", "prev")).hasValue(Long.BYTES);
  }

  @Test
  void aFieldOfAFieldIsFound() {
    int tasks = types.offset("none", "task_struct", "tasks").orElseThrow();

    assertThat(types.offset("none", "task_struct", "tasks", "prev")).hasValue(tasks + Long.BYTES);
  }

  /** Of {@code struct page}: all but the first are in a union without a name. */
  @Test
  void aFieldOfAMemberWithoutANameIsFound() {
    int flags = types.offset("none", "page", "flags").orElseThrow();

    assertThat(types.offset("none", "page", "mapping").orElseThrow()).isGreaterThan(flags);
    assertThat(types.offset("none", "page", "lru", "prev"))
        .hasValue(types.offset("none", "page", "lru").orElseThrow() + Long.BYTES);
  }

  @Test
  void whatIsNotThereIsNotFound() {
    assertThat(types.offset("none", "no_such_structure", "field")).isEmpty();
    assertThat(types.offset("none", "list_head", "no_such_field")).isEmpty();
    assertThat(types.offset("none", "list_head", "next", "no_such_field")).isEmpty();
    assertThat(types.offset("none", "task_struct", "comm", "field")).isEmpty();
  }
}
