// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.words;

import java.util.Comparator;
import java.util.Map;
import java.util.stream.Collectors;
import org.rdmamonitor.model.call.Errno;
import org.rdmamonitor.model.limits.Limits;
import org.rdmamonitor.model.limits.Rule;
import org.rdmamonitor.policy.Breach;
import org.rdmamonitor.units.Digits;

/** Numbers for people; the same in every locale. */
public final class Figures {
  private Figures() {}

  /** A rate: whole, or with one decimal below 10; {@code <0.1} for what is less but not nothing. */
  public static String rate(double perSecond) {
    long tenths = Math.round(perSecond * 10);
    if (tenths == 0) {
      return perSecond > 0 ? "<0.1" : "0";
    }
    return tenths < 100 ? Digits.tenths(tenths) : Long.toString(Math.round(perSecond));
  }

  /** A rate that is above a limit, with as many digits as it takes to see that. */
  public static String rateAbove(double perSecond, long limit) {
    return Math.round(perSecond) > limit
        ? rate(perSecond)
        : Digits.tenths((long) Math.ceil(perSecond * 10));
  }

  /** What was found and the limit: {@code 11 > 10}, {@code 201/s > 200/s}. */
  public static String breach(Breach breach) {
    String value =
        switch (breach.rule().unit()) {
          case OBJECTS, BYTES, ENTRIES, ADDRESSES ->
              breach.rule().unit().text((long) breach.value());
          case CALLS_PER_SECOND -> rateAbove(breach.value(), breach.limit()) + "/s";
        };
    return value + " > " + limit(breach.rule(), breach.limit());
  }

  /** A limit with its unit: {@code 10}, {@code 1.0 MiB}, {@code 200/s}; {@code none} for 0. */
  public static String limit(Rule rule, long limit) {
    if (limit == 0) {
      return Limits.NONE;
    }
    return switch (rule.unit()) {
      case OBJECTS, BYTES, ENTRIES, ADDRESSES -> rule.unit().text(limit);
      case CALLS_PER_SECOND -> limit + "/s";
    };
  }

  /** Failed calls by error, the most frequent first: {@code 3 failed: 2 ENOMEM, 1 EINVAL}. */
  public static String failures(long failed, Map<Integer, Long> errors) {
    String byErrno =
        errors.entrySet().stream()
            .sorted(
                Map.Entry.<Integer, Long>comparingByValue(Comparator.reverseOrder())
                    .thenComparing(Map.Entry.comparingByKey()))
            .map(entry -> entry.getValue() + " " + Errno.name(entry.getKey()))
            .collect(Collectors.joining(", "));
    return failed + " failed" + (byErrno.isEmpty() ? "" : ": " + byErrno);
  }
}
