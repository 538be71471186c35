// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

/** How a work request ended; in the order of enum ibv_wc_status. */
public enum CompletionStatus {
  SUCCESS("it was done"),
  LOCAL_LENGTH("the message does not fit the buffers, or exceeds what the port carries"),
  LOCAL_QP_OPERATION("the queue pair cannot do this, or its work request is malformed"),
  LOCAL_EEC_OPERATION("the end-to-end context cannot do this"),
  LOCAL_PROTECTION("the lkey, the address or the rights of a local buffer are wrong"),
  FLUSHED("the queue pair had gone to the error state before"),
  WINDOW_BIND("the memory window cannot be bound so"),
  BAD_RESPONSE("the other side answered something unexpected"),
  LOCAL_ACCESS("data that came in may not be written to the local buffer"),
  REMOTE_INVALID_REQUEST("the other side cannot do this, or its receive buffer is too small"),
  REMOTE_ACCESS("the rkey, the address or the rights at the other side are wrong"),
  REMOTE_OPERATION("the other side could not carry it out"),
  RETRIES_EXCEEDED("the other side does not answer"),
  RNR_RETRIES_EXCEEDED("the other side posted no receive in time"),
  LOCAL_RDD_VIOLATION("the reliable datagram domains differ"),
  REMOTE_INVALID_RD_REQUEST("the reliable datagram request is invalid"),
  REMOTE_ABORTED("the other side aborted it"),
  INVALID_EEC_NUMBER("the end-to-end context number is invalid"),
  INVALID_EEC_STATE("the end-to-end context is in the wrong state"),
  FATAL("the transport broke down"),
  RESPONSE_TIMEOUT("no answer came in time"),
  GENERAL("the device reported an error of no kind"),
  TAG_MATCHING("tag matching failed"),
  TAG_RENDEZVOUS_INCOMPLETE("tag matching is not finished"),
  UNKNOWN("the device reported a status that is not known");

  private static final CompletionStatus[] VALUES = values();

  private final String meaning;

  CompletionStatus(String meaning) {
    this.meaning = meaning;
  }

  /** What it means, without a full stop. */
  public String meaning() {
    return meaning;
  }

  static CompletionStatus ofNumber(int number) {
    return number >= 0 && number < VALUES.length ? VALUES[number] : UNKNOWN;
  }
}
