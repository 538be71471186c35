// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.findings;

import java.time.Duration;
import org.rdmamonitor.units.Bytes;

/** Figures in evidence; the same in every locale. */
final class Words {
  private Words() {}

  /** A queue pair number or key, as tools print them. */
  static String hex(int number) {
    return "0x" + Integer.toHexString(number);
  }

  static String seconds(Duration duration) {
    return duration.toSeconds() + " s";
  }

  static String bytes(long bytes) {
    return bytes < 0 || bytes == Long.MAX_VALUE ? "the whole address space" : Bytes.rounded(bytes);
  }

  /** {@code 1 queue pair}, {@code 3 queue pairs}. */
  static String count(long number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }
}
