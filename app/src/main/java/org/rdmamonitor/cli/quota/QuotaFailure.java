// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.quota;

import java.io.IOException;
import java.io.Serial;
import java.util.List;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.common.Failure;

/** Why a command failed, in sentences, and its exit code. */
public final class QuotaFailure extends IOException implements Failure {
  @Serial private static final long serialVersionUID = 1;

  private final int exitCode;

  private QuotaFailure(int exitCode, List<String> sentences) {
    super(String.join("\n", sentences));
    this.exitCode = exitCode;
  }

  static QuotaFailure atRunTime(String sentence) {
    return new QuotaFailure(ExitCode.RUNTIME, List.of(sentence));
  }

  static QuotaFailure of(IOException e) {
    return atRunTime(String.valueOf(e.getMessage()));
  }

  static QuotaFailure configuration(List<String> errors) {
    return new QuotaFailure(ExitCode.CONFIGURATION, errors);
  }

  @Override
  public int exitCode() {
    return exitCode;
  }

  @Override
  public List<String> sentences() {
    return String.valueOf(getMessage()).lines().toList();
  }
}
