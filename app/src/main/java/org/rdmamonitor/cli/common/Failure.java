// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.common;

import java.util.List;

/** An exception that is meant for the user. */
public interface Failure {
  /** What is wrong and what to do about it, one for each thing. */
  List<String> sentences();

  /** How the program ends. */
  int exitCode();
}
