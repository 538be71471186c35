// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.watch;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.rdmamonitor.nativelib.posix.Processor;
import org.rdmamonitor.source.kernel.host.HostFiles;
import org.rdmamonitor.source.kernel.host.KernelModules;

/**
 * How a BPF program can be the gate. The kernel asks its security modules whether a process may
 * call ioctl(), and the program answers: as one of them, or in front of them.
 */
enum GateForm {
  LSM("gate_lsm", "gate_lsm_compat", "route_lsm", "bpf_lsm_"),
  /** For kernels where bpf is not among the active security modules. */
  MODIFY_RETURN("gate_fmod", "gate_fmod_compat", "route_fmod", "security_");

  private static final String KERNEL = "vmlinux";
  private static final String IOCTL = "file_ioctl";
  private static final String COMPAT_IOCTL = IOCTL + "_compat";
  private static final String READ_OR_WRITE = "file_permission";

  /** By which a program finds out what a system call is to write (Linux 5.15). */
  private static final String REGISTERS = "bpf_task_pt_regs";

  private final String program;
  private final String compatProgram;
  private final String routeProgram;

  /** With which the names of the functions begin by which the kernel asks. */
  private final String prefix;

  GateForm(String program, String compatProgram, String routeProgram, String prefix) {
    this.program = program;
    this.compatProgram = compatProgram;
    this.routeProgram = routeProgram;
    this.prefix = prefix;
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
    if (KernelModules.hasTypeOf(KERNEL, prefix + COMPAT_IOCTL)) {
      programs.add(compatProgram);
    }
    // The gate comes last: there must be no promise whose end is not seen.
    programs.add(program);
    return List.copyOf(programs);
  }

  /**
   * The program of this form that judges what the connection manager is asked; the kernel asks it
   * about each read(2) and write(2) of the host. Empty if it would not learn what is written.
   */
  Optional<String> routeProgram() {
    return KernelModules.hasTypeOf(KERNEL, REGISTERS)
            && KernelModules.hasTypeOf(KERNEL, prefix + READ_OR_WRITE)
        ? Optional.of(routeProgram)
        : Optional.empty();
  }
}
