// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.common;

/**
 * How the program ends. A signal that stops it gives 128 and its number: 130 for SIGINT, 143 for
 * SIGTERM.
 */
public final class ExitCode {
  public static final int OK = 0;

  /** Something failed at run time. */
  public static final int RUNTIME = 1;

  /** The command line is wrong. */
  public static final int USAGE = 2;

  /** A configuration or litmus file is wrong or cannot be read. */
  public static final int CONFIGURATION = 3;

  /** This host or process lacks what is needed. */
  public static final int PREREQUISITE = 4;

  /** The server does not allow what was asked for. */
  public static final int REFUSED = 5;

  /** The server has as many clients as it may have. */
  public static final int SERVER_FULL = 6;

  /** TLS, or a certificate, is not what it has to be. */
  public static final int NOT_SECURE = 7;

  /** Data came that was not what it had to be. */
  public static final int WRONG_DATA = 8;

  /** A verdict about a litmus test is not the expected one. */
  public static final int UNEXPECTED = 9;

  /** On a device was seen what the memory model forbids. */
  public static final int OUTSIDE_MODEL = 10;

  /** Ctrl-C on the screen, where it is a key: as SIGINT. */
  public static final int INTERRUPTED = 130;

  private ExitCode() {}
}
