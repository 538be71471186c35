// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.join;

import java.util.regex.Pattern;

/** What an address says of where it is one. */
public final class Addresses {
  private static final Pattern LOOPBACK = Pattern.compile("::1|::ffff:127\\..*");
  private static final Pattern LOCAL = Pattern.compile("fe[89ab][0-9a-f]:.*|lid:.*");

  private Addresses() {}

  /** Whether each host has it, for itself. */
  public static boolean isLoopback(String address) {
    return LOOPBACK.matcher(address).matches();
  }

  /** Whether it is of one link or subnet, and may be that of another host in the next. */
  static boolean isLocal(String address) {
    return LOCAL.matcher(address).matches();
  }
}
