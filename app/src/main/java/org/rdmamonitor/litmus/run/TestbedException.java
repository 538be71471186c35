// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

import java.io.Serial;

/** A testbed that does not do what it should: the message says what, and what to do. */
public final class TestbedException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  private final boolean isPrerequisite;

  private TestbedException(String sentence, boolean isPrerequisite) {
    super(sentence);
    this.isPrerequisite = isPrerequisite;
  }

  /** Of devices that cannot run the test. */
  public static TestbedException unfit(String sentence) {
    return new TestbedException(sentence, true);
  }

  /** Of something that failed on the way. */
  public static TestbedException failed(String sentence) {
    return new TestbedException(sentence, false);
  }

  /** Whether it is about the devices, and not about what they did. */
  public boolean isPrerequisite() {
    return isPrerequisite;
  }
}
