// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.source.kernel.watch.Hooks.Hook;

class HooksTest {
  static Stream<List<Hook>> hookSets() {
    return Stream.of(Hooks.core(false), Hooks.core(true), Hooks.mlx5(false), Hooks.mlx5(true));
  }

  @ParameterizedTest
  @MethodSource("hookSets")
  void everyVerbIsWatched(List<Hook> hooks) {
    for (Verb verb : Verb.values()) {
      assertThat(hooks).as(verb.name()).anyMatch(hook -> hook.row().equals(verb.name()));
    }
  }

  @ParameterizedTest
  @MethodSource("hookSets")
  void noFunctionIsWatchedTwiceForOneVerb(List<Hook> hooks) {
    assertThat(hooks).extracting(hook -> hook.row() + " " + hook.symbol()).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @MethodSource("hookSets")
  void everyProgramIsInTheBpfSource(List<Hook> hooks) throws IOException {
    String source = "";
    for (String file :
        List.of(
            "rdma_monitor.bpf.c",
            "verbs.bpf.h",
            "flows.bpf.h",
            "handles.bpf.h",
            "async.bpf.h",
            "gate.bpf.h",
            "tripwire.bpf.h",
            "routes.bpf.h")) {
      source += Files.readString(Path.of("../bpf").resolve(file));
    }
    List<Hook> all = new ArrayList<>(hooks);
    all.addAll(Hooks.objects());
    all.addAll(Hooks.tripwire());
    for (Hook hook : all) {
      assertThat(isDefined(source, hook.entry())).as(hook.entry()).isTrue();
      for (String exit : hook.exit().stream().toList()) {
        assertThat(isDefined(source, exit)).as(exit).isTrue();
      }
    }
  }

  @Test
  void gidFunctionsOfTheDataPathAreWatchedOnlyOnRequest() {
    assertThat(Hooks.core(false)).noneMatch(hook -> hook.symbol().equals("rdma_get_gid_attr"));
    assertThat(Hooks.core(true)).anyMatch(hook -> hook.symbol().equals("rdma_get_gid_attr"));
  }

  /** Programs are written out, or made by a macro from a verb or a function. */
  private static boolean isDefined(String source, String program) {
    boolean handler = program.startsWith("creation_begun_");
    int split = handler ? "creation_begun".length() : program.indexOf('_');
    String macro =
        switch (program.substring(0, split)) {
          case "user" -> "USER_CALL(";
          case "kernel" -> "KERNEL_CALL(";
          case "destroy" -> "DESTROY_CALL(";
          case "kprobe" -> "RESTRACK(";
          case "return", "driver" -> "X(";
          case "creation_begun" -> "HANDLER_BEGUN(";
          default -> "none";
        };
    return source.contains("int " + program + "(")
        || source.contains(macro + program.substring(split + 1) + ",")
        || (program.startsWith("return_")
            && source.contains("RETURN(" + program.substring(split + 1) + ","));
  }
}
