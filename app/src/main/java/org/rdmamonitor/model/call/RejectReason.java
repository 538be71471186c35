// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.call;

import java.util.Arrays;
import java.util.Optional;

/**
 * Why a connection was rejected, by the kernel's names ({@code enum ib_cm_rej_reason} of
 * include/rdma/ib_cm.h). An iWARP connection has an errno in its place.
 */
public enum RejectReason {
  NO_QP(
      1,
      "the peer has no queue pair left",
      "The peer's host has no queue pair for it: a limit of its device or of its program.",
      "See limits there: rdma-monitor on the peer's host."),
  NO_EEC(
      2,
      "the peer has no end-to-end context left",
      "Of reliable datagrams, which no current device has.",
      "See what the peer is."),
  NO_RESOURCES(
      3,
      "the peer has no resources left",
      "The peer's host has no room for another connection.",
      "See limits, memory and the listener's backlog there."),
  TIMEOUT(
      4,
      "the peer waited too long",
      "The peer did not get the next message of the connection's making in time.",
      "See whether packets are lost, or this end is too busy to answer: its thread of events "
          + "has to run."),
  UNSUPPORTED(
      5,
      "the peer does not support it",
      "The request asks for something that the peer's host does not know.",
      "Compare the versions of both ends."),
  INVALID_COMM_ID(
      6,
      "the peer does not know the connection",
      "A message came for a connection that the peer does not have any more.",
      "See whether the peer was restarted meanwhile."),
  INVALID_COMM_INSTANCE(
      7,
      "the peer does not know the connection's instance",
      "A message came for a connection that the peer does not have any more.",
      "See whether the peer was restarted meanwhile."),
  INVALID_SERVICE_ID(
      8,
      "nobody listens there",
      "No program on the peer's host listens at that port of the RDMA connection manager. It "
          + "is what ECONNREFUSED is for TCP.",
      "See whether the server runs, and listens at this address and port (rdma resource show "
          + "cm_id on the peer's host)."),
  INVALID_TRANSPORT_TYPE(
      9,
      "the peer wants another transport",
      "The listener does not take this type of queue pair.",
      "Compare the types of queue pairs of both programs."),
  STALE_CONN(
      10,
      "the peer still has an old connection of that pair",
      "The peer still knows a connection with this queue pair number, of a program that ended "
          + "without a word. It ends that by this, so that the next try succeeds.",
      "Connect again. If it comes often, this host's programs end without disconnecting."),
  RDC_NOT_EXIST(
      11,
      "there is no reliable datagram channel",
      "Of reliable datagrams, which no current device has.",
      "See what the peer is."),
  INVALID_GID(
      12,
      "the peer does not have that GID",
      "The request is for a GID that the peer's port does not have.",
      "See the GIDs of the peer's port, and whether it changed addresses (GID_CHANGE)."),
  INVALID_LID(
      13,
      "the peer does not have that LID",
      "The request is for a LID that the peer's port does not have.",
      "See whether the subnet manager has given it another (LID_CHANGE)."),
  INVALID_SL(14, "the peer does not take that service level"),
  INVALID_TRAFFIC_CLASS(15, "the peer does not take that traffic class"),
  INVALID_HOP_LIMIT(16, "the peer does not take that hop limit"),
  INVALID_PACKET_RATE(17, "the peer does not take that packet rate"),
  INVALID_ALT_GID(18, "the peer does not have the alternate path's GID"),
  INVALID_ALT_LID(19, "the peer does not have the alternate path's LID"),
  INVALID_ALT_SL(20, "the alternate path's service level is not taken"),
  INVALID_ALT_TRAFFIC_CLASS(21, "the alternate path's traffic class is not taken"),
  INVALID_ALT_HOP_LIMIT(22, "the alternate path's hop limit is not taken"),
  INVALID_ALT_PACKET_RATE(23, "the alternate path's packet rate is not taken"),
  PORT_CM_REDIRECT(
      24,
      "ask the connection manager of another port",
      "The peer's host wants the request at another port.",
      "Connect to the port that it names, or see why the peer balances so."),
  PORT_REDIRECT(
      25,
      "connect to another port",
      "The peer's host wants the connection at another port.",
      "Connect to the port that it names, or see why the peer balances so."),
  INVALID_MTU(
      26,
      "the peer does not take that path MTU",
      "The path MTU of the request is larger than the peer's port can do.",
      "Compare the MTUs of both ends' interfaces and of the switches between."),
  INSUFFICIENT_RESP_RESOURCES(
      27,
      "the peer cannot serve so many RDMA reads",
      "The request asks for more RDMA reads and atomics at a time than the peer has room for.",
      "Ask for fewer (responder_resources, initiator_depth)."),
  CONSUMER_DEFINED(
      28,
      "the peer's program said no",
      "The program that listens called rdma_reject, or it ended, or closed the listener, "
          + "before it took the connection.",
      "See what the peer's program logs: versions, credentials, limits of its own."),
  INVALID_RNR_RETRY(29, "that count of RNR retries is not taken"),
  DUPLICATE_LOCAL_COMM_ID(
      30,
      "the peer has a connection of that number",
      "The peer already has a connection that this host gave the same number.",
      "Connect again; see whether two hosts use one address."),
  INVALID_CLASS_VERSION(
      31,
      "another version of the protocol",
      "The peer's host speaks another version of the connection manager's protocol.",
      "Compare what runs on both hosts."),
  INVALID_FLOW_LABEL(32, "the peer does not take that flow label"),
  INVALID_ALT_FLOW_LABEL(33, "the alternate path's flow label is not taken"),
  VENDOR_OPTION_NOT_SUPPORTED(
      35,
      "the peer does not support the vendor's option",
      "The request has an enhanced connection (ECE) option that the peer does not know.",
      "Compare devices, drivers and versions of both ends.");

  private final int number;

  @SuppressWarnings("ImmutableEnumChecker") // a record of strings
  private final Explanation explanation;

  RejectReason(int number, String brief, String meaning, String nextStep) {
    this.number = number;
    this.explanation = new Explanation(brief, meaning, nextStep);
  }

  /** A reason that concerns the path that the request asks for. */
  RejectReason(int number, String brief) {
    this(
        number,
        brief,
        "What the request says of the path does not fit the peer.",
        "Compare how both ends address it: service level, traffic class, hop limit, rate and "
            + "MTU, as routes and the subnet manager give them.");
  }

  /** InfiniBand's number. */
  public int number() {
    return number;
  }

  public Explanation explanation() {
    return explanation;
  }

  /** The reason of a number; empty if this version does not know it. */
  public static Optional<RejectReason> of(int number) {
    return Arrays.stream(values()).filter(reason -> reason.number == number).findFirst();
  }

  /** The reason of this name, ignoring case. */
  public static Optional<RejectReason> named(String name) {
    return Arrays.stream(values())
        .filter(reason -> reason.name().equalsIgnoreCase(name))
        .findFirst();
  }
}
