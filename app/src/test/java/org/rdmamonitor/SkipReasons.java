// SPDX-License-Identifier: MIT
package org.rdmamonitor;

import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/** Prints why each skipped test was skipped, which Maven keeps to itself. */
public final class SkipReasons implements TestExecutionListener {
  @Override
  public void executionSkipped(TestIdentifier test, String reason) {
    print(test, reason);
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (result.getStatus() == Status.ABORTED) {
      print(test, result.getThrowable().map(Throwable::getMessage).orElse("no reason given"));
    }
  }

  private static void print(TestIdentifier test, String reason) {
    System.out.println("Skipped: " + test.getDisplayName() + ": " + reason);
  }
}
