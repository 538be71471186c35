// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.wire;

import org.rdmamonitor.quota.Amounts;
import org.rdmamonitor.quota.QuotaLimits;
import org.rdmamonitor.quota.RequestVerdict;
import org.rdmamonitor.quota.Resource;

/** The collector's answers, without the end of the last line. */
public final class Answers {
  /** A little less than the buffer into which clients read an answer. */
  private static final int MOST = 240;

  private static final long UINT_MAX = 0xffff_ffffL;

  private Answers() {}

  public static String created(RequestKind kind) {
    return "Success: " + kind + " created";
  }

  public static String destroyed(RequestKind kind) {
    return "Success: " + kind + " destroyed";
  }

  /** The answer that comes with a descriptor of the page. */
  public static String credits() {
    return "Success: a page for credits";
  }

  public static String checked() {
    return "Success: Memory check passed";
  }

  public static String done(String what) {
    return "Success: " + what;
  }

  /** A sentence after {@code Error:}, on one line and not too long for any client. */
  public static String error(String sentence) {
    StringBuilder line = new StringBuilder("Error: ");
    sentence
        .codePoints()
        .map(c -> Character.isISOControl(c) ? '?' : c)
        .forEach(line::appendCodePoint);
    return line.length() <= MOST ? line.toString() : line.substring(0, MOST - 3) + "...";
  }

  public static String refused(RequestVerdict.Refused refused) {
    return error("%s limit reached: %s".formatted(refused.resource().brief(), refused.sentence()));
  }

  /** Five lines. Old clients read the queue pairs into 32 bits. */
  public static String stats(Amounts total, QuotaLimits limits) {
    return """
    Total QP: %d
    Max QP: %d
    Total MR: %d
    Total Memory Used: %d bytes
    Max Memory: %d bytes\
    """
        .formatted(
            total.of(Resource.QP),
            Math.min(limits.ofHost(Resource.QP), UINT_MAX),
            total.of(Resource.MR),
            total.of(Resource.MR_BYTES),
            limits.ofHost(Resource.MR_BYTES));
  }

  /** Of one process. */
  public static String processStats(Amounts amounts) {
    return "QP:%d,MR:%d,Memory:%d"
        .formatted(amounts.of(Resource.QP), amounts.of(Resource.MR), amounts.of(Resource.MR_BYTES));
  }
}
