// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

import java.io.Serial;

/** A testbed fails to do what it should: the message says what failed, and what to do. */
public final class TestbedException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  private final boolean isPrerequisite;

  private TestbedException(String sentence, boolean isPrerequisite) {
    super(sentence);
    this.isPrerequisite = isPrerequisite;
  }

  /** The devices are unfit to run the test. */
  public static TestbedException unfit(String sentence) {
    return new TestbedException(sentence, true);
  }

  /** Something failed while the test ran. */
  public static TestbedException failed(String sentence) {
    return new TestbedException(sentence, false);
  }

  /** Whether the devices are unfit, as opposed to something having failed. */
  public boolean isPrerequisite() {
    return isPrerequisite;
  }
}
