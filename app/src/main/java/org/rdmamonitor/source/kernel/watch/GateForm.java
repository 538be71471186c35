// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.watch;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.rdmamonitor.nativelib.posix.Processor;
import org.rdmamonitor.source.kernel.host.HostFiles;
import org.rdmamonitor.source.kernel.host.KernelModules;

/**
 * How a BPF program can be the gate. The kernel asks its security modules whether a process may
 * call ioctl(), and the program answers: as one of them, or in front of them.
 */
enum GateForm {
  LSM("gate_lsm", "gate_lsm_compat", "bpf_lsm_file_ioctl"),
  /** For kernels where bpf is not among the active security modules. */
  MODIFY_RETURN("gate_fmod", "gate_fmod_compat", "security_file_ioctl");

  private static final String KERNEL = "vmlinux";
  private static final String COMPAT = "_compat";

  private final String program;
  private final String compatProgram;
  private final String function;

  GateForm(String program, String compatProgram, String function) {
    this.program = program;
    this.compatProgram = compatProgram;
    this.function = function;
  }

  /** The forms to try on this kernel, the best first. */
  static List<GateForm> candidates() {
    boolean asked =
        Arrays.asList(
                new HostFiles(Path.of("/"))
                    .text("/sys/kernel/security/lsm")
                    .orElse("")
                    .strip()
                    .split(","))
            .contains("bpf");
    List<GateForm> forms = new ArrayList<>();
    if (asked) {
      forms.add(LSM);
    }
    forms.add(MODIFY_RETURN);
    return List.copyOf(forms);
  }

  /** The programs of this form for this kernel, with those that see a call return. */
  List<String> programs() {
    List<String> programs = new ArrayList<>(List.of("gate_left"));
    String compatCall = Processor.current().compatIoctl();
    if (!compatCall.isEmpty() && KernelModules.hasTypeOf(KERNEL, compatCall)) {
      programs.add("gate_left_compat");
    }
    // Kernels without it ask the other function about calls of 32-bit programs too.
    if (KernelModules.hasTypeOf(KERNEL, function + COMPAT)) {
      programs.add(compatProgram);
    }
    // The gate comes last: there must be no promise whose end is not seen.
    programs.add(program);
    return List.copyOf(programs);
  }
}
