// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.session;

import java.util.Optional;
import org.rdmamonitor.secure.transfer.TransferResult;
import org.rdmamonitor.secure.wire.Message.Result;

/**
 * What is known of one size when both ends have done it.
 *
 * @param sent what this end did; empty for a server that only answers
 * @param received what it received from the other end; empty for a client that only asks
 * @param other what the other end reports
 */
public record SizeReport(
    Optional<TransferResult> sent, Optional<TransferResult> received, Result other) {
  /** Messages that were not what they had to be, at this end or the other. */
  public long rejected() {
    return sent.map(TransferResult::rejected).orElse(0L)
        + received.map(TransferResult::rejected).orElse(0L)
        + other.rejected();
  }
}
