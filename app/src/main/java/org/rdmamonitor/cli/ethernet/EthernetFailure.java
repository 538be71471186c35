// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.ethernet;

import java.io.IOException;
import java.io.Serial;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.common.Failure;
import org.rdmamonitor.nativelib.ethernet.EthernetException;

/** Why a command failed, in a sentence that says what to do, and its exit code. */
public final class EthernetFailure extends IOException implements Failure {
  @Serial private static final long serialVersionUID = 1;

  private final int exitCode;

  private EthernetFailure(int exitCode, String sentence) {
    super(sentence);
    this.exitCode = exitCode;
  }

  static EthernetFailure prerequisite(String sentence) {
    return new EthernetFailure(ExitCode.PREREQUISITE, sentence);
  }

  static EthernetFailure usage(String sentence) {
    return new EthernetFailure(ExitCode.USAGE, sentence);
  }

  static EthernetFailure atRunTime(String sentence) {
    return new EthernetFailure(ExitCode.RUNTIME, sentence);
  }

  static EthernetFailure of(EthernetException e) {
    String sentence = String.valueOf(e.getMessage());
    return e.isPrerequisite() ? prerequisite(sentence) : atRunTime(sentence);
  }

  @Override
  public int exitCode() {
    return exitCode;
  }
}
