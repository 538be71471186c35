// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.axiomatic;

import java.util.ArrayList;
import java.util.List;

/** What a thread posts to a node, in program order. */
record PostedOperations(int thread, String node, List<OperationPoints> operations) {
  PostedOperations(int thread, String node) {
    this(thread, node, new ArrayList<>());
  }

  /** The operations that have a completion. */
  List<OperationPoints> completing() {
    return operations.stream().filter(operation -> !operation.isFence()).toList();
  }
}
