// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.seal;

/** In which direction data goes. */
public enum Direction {
  CLIENT_TO_SERVER(0),
  SERVER_TO_CLIENT(1);

  private final int code;

  Direction(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }
}
