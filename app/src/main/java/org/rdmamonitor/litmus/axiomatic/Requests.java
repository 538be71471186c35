// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.axiomatic;

import org.rdmamonitor.litmus.language.Instruction.FetchAndAdd;
import org.rdmamonitor.litmus.language.Instruction.Get;
import org.rdmamonitor.litmus.language.Instruction.InlinePut;
import org.rdmamonitor.litmus.language.Instruction.Put;
import org.rdmamonitor.litmus.language.Instruction.RemoteCompareAndSwap;
import org.rdmamonitor.litmus.language.Instruction.RemoteFence;
import org.rdmamonitor.litmus.language.Instruction.Request;
import org.rdmamonitor.litmus.language.LitmusTest;

/** Where requests go. */
final class Requests {
  private Requests() {}

  /** The node at the other end. */
  static String node(LitmusTest test, Request request) {
    return request instanceof RemoteFence fence
        ? fence.node()
        : test.location(remote(request)).orElseThrow().node();
  }

  /** The location at the other end; empty for a fence. */
  static String remote(Request request) {
    return switch (request) {
      case Put put -> put.remote();
      case InlinePut put -> put.remote();
      case Get get -> get.remote();
      case FetchAndAdd add -> add.remote();
      case RemoteCompareAndSwap swap -> swap.remote();
      case RemoteFence _ -> "";
    };
  }
}
