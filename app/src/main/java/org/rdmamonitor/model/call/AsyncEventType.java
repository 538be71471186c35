// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.call;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The asynchronous events that this version knows, by the kernel's names: those of devices ({@code
 * enum ib_event_type} of include/rdma/ib_verbs.h), then those of the RDMA connection manager
 * ({@code enum rdma_cm_event_type} of include/rdma/rdma_cm.h); and the statuses of bad completions
 * ({@code enum ib_wc_status}), as programs tell the first one of each queue pair; and states
 * ({@code enum ib_qp_state}) that devices bring queue pairs to.
 */
public enum AsyncEventType {
  CQ_ERR(
      Source.DEVICE,
      0,
      true,
      "a completion queue failed",
      "The completion queue overflowed, since more work completed than it has room for, or "
          + "the device could not write to it. Its queue pairs get no completions any more, and go "
          + "to the error state.",
      "Compare its size (cqe) with all send and receive requests of its queue pairs: it needs "
          + "room for each that may complete before the program polls."),
  QP_FATAL(
      Source.DEVICE,
      1,
      true,
      "a queue pair failed",
      "The device met an error at this queue pair that it could not report by a completion, "
          + "and brought it to the error state.",
      "Look at the first bad completion, at the limits of its requests, and at dmesg for what "
          + "the driver says. The connection has to be made anew."),
  QP_REQ_ERR(
      Source.DEVICE,
      2,
      true,
      "a request could not be served",
      "The queue pair got a request from its peer that breaks the protocol: an operation that "
          + "it does not take, or a length or number that cannot be. It went to the error state.",
      "Look at the peer: programs that disagree on message sizes, or on how many RDMA reads "
          + "may be under way (max_dest_rd_atomic)."),
  QP_ACCESS_ERR(
      Source.DEVICE,
      3,
      true,
      "a peer was not allowed what it asked for",
      "The peer asked for memory that it has no right to: an rkey that does not exist or was "
          + "deregistered, an address out of the region, or an access that the region or the queue "
          + "pair does not give.",
      "Look at the peer: rkeys that are out of date, or a region deregistered too early. From "
          + "a peer that should not be there, it is an attack: see findings."),
  COMM_EST(
      Source.DEVICE,
      4,
      false,
      "a first packet came",
      "The queue pair got a packet from its peer before the program brought it to RTS: the "
          + "connection is up, though the last message of its making was late or lost.",
      "Nothing, as a rule. If the connection then does not come up, its last message (RTU) "
          + "was lost."),
  SQ_DRAINED(
      Source.DEVICE,
      5,
      false,
      "the send queue is empty",
      "The queue pair, brought to SQD, has finished what it was sending.",
      "Nothing: the program has asked for it."),
  PATH_MIG(
      Source.DEVICE,
      6,
      true,
      "went to the alternate path",
      "The connection has moved to its alternate path, since the first one failed or the peer "
          + "asked for it.",
      "See why the first path failed (links, switches), and load a new alternate path."),
  PATH_MIG_ERR(
      Source.DEVICE,
      7,
      true,
      "could not go to the alternate path",
      "The peer asked for the alternate path, and it does not fit what this end has.",
      "Compare the alternate paths of both ends."),
  DEVICE_FATAL(
      Source.DEVICE,
      8,
      true,
      "the device failed",
      "The device met an error that it does not recover from by itself: everything on it is "
          + "lost until it is reset.",
      "See dmesg for what the driver says; programs have to open it anew after a reset. If it "
          + "comes again: firmware, then hardware."),
  PORT_ACTIVE(
      Source.DEVICE,
      9,
      false,
      "a port came up",
      "The link of this port is up and can carry traffic.",
      "Nothing. If it comes often, the link is flapping: cable, transceiver, switch."),
  PORT_ERR(
      Source.DEVICE,
      10,
      true,
      "a port went down",
      "The link of this port is down: its connections send nothing, and fail when their "
          + "retries are used up.",
      "Look at the link: ip link, cable, transceiver, switch; on InfiniBand also whether a "
          + "subnet manager is there."),
  LID_CHANGE(
      Source.DEVICE,
      11,
      false,
      "a port got another LID",
      "The subnet manager has given this port another address. Connections to the old one "
          + "fail.",
      "See why the subnet manager did so: it was restarted without its state, or two of them "
          + "are there."),
  PKEY_CHANGE(
      Source.DEVICE,
      12,
      false,
      "a port's partitions changed",
      "The subnet manager has changed the table of partition keys of this port.",
      "If connections failed: see whether the partition that they use is still there."),
  SM_CHANGE(
      Source.DEVICE,
      13,
      false,
      "another subnet manager",
      "Another subnet manager has taken over.",
      "See why the one before went away."),
  SRQ_ERR(
      Source.DEVICE,
      14,
      true,
      "a shared receive queue failed",
      "The device met an error at this shared receive queue. Queue pairs that use it get no "
          + "receives any more.",
      "See dmesg; the program has to make it anew."),
  SRQ_LIMIT_REACHED(
      Source.DEVICE,
      15,
      false,
      "few receives are left",
      "The shared receive queue has fewer receive requests than the program has set as its "
          + "limit, which is taken off by this.",
      "Nothing if the program posts more. If senders then meet RNR, it does not do so in "
          + "time."),
  QP_LAST_WQE_REACHED(
      Source.DEVICE,
      16,
      false,
      "the last receive was taken",
      "The queue pair, in the error state, will take no more requests from its shared receive "
          + "queue, so that it can be destroyed without losing one.",
      "Nothing: it comes with the end of a queue pair that uses a shared receive queue."),
  CLIENT_REREGISTER(
      Source.DEVICE,
      17,
      false,
      "subscriptions are to be renewed",
      "The subnet manager has lost what ports had subscribed to and joined, and asks for it "
          + "anew.",
      "Nothing: the kernel does so. Programs with multicast of their own have to join again."),
  GID_CHANGE(
      Source.DEVICE,
      18,
      false,
      "a port's GIDs changed",
      "A GID came to the port's table, went, or changed; on RoCE as IP addresses, VLANs or "
          + "MAC addresses do.",
      "If connections failed: see whether the GID that they use, and its index, are still "
          + "there (rdma-monitor connections)."),
  WQ_FATAL(
      Source.DEVICE,
      19,
      true,
      "a work queue failed",
      "The device met an error at this work queue, which is in the error state now.",
      "See dmesg; the program has to make it anew."),
  DEVICE_SPEED_CHANGE(
      Source.DEVICE,
      20,
      false,
      "a port's speed changed",
      "The port runs at another speed or width than before.",
      "If it is slower than the link should be: cable, transceiver, the switch's port."),
  ADDR_RESOLVED(
      Source.CONNECTION_MANAGER,
      0,
      false,
      "the address was resolved",
      "The connection manager knows by which device the peer is reached.",
      "Nothing: it is a step of making a connection."),
  ADDR_ERROR(
      Source.CONNECTION_MANAGER,
      1,
      true,
      "the address could not be resolved",
      "The peer's IP address leads to no RDMA device, or its neighbour does not answer (ARP, "
          + "neighbour discovery).",
      "See ip route get ADDRESS and ip neigh; the interface that it names has to belong to an "
          + "RDMA device (rdma link)."),
  ROUTE_RESOLVED(
      Source.CONNECTION_MANAGER,
      2,
      false,
      "the route was resolved",
      "The connection manager knows the way to the peer.",
      "Nothing: it is a step of making a connection."),
  ROUTE_ERROR(
      Source.CONNECTION_MANAGER,
      3,
      true,
      "the route could not be resolved",
      "No way to the peer was found; on InfiniBand the subnet manager did not answer, or "
          + "knows none.",
      "See whether a subnet manager answers (sminfo, saquery), and whether both ends share a "
          + "partition."),
  CONNECT_REQUEST(
      Source.CONNECTION_MANAGER,
      4,
      false,
      "a peer asks for a connection",
      "A program that listens got a request for a connection, which it accepts or rejects "
          + "next.",
      "Nothing. If it comes very often, peers are reconnecting: see why their connections "
          + "end."),
  CONNECT_RESPONSE(
      Source.CONNECTION_MANAGER,
      5,
      false,
      "the peer has answered",
      "The peer takes the connection. The client, which gave no queue pair to the connection"
          + " manager, finishes it by itself: of a process its library does, which then tells it"
          + " ESTABLISHED.",
      "Nothing: it is a step of making a connection."),
  CONNECT_ERROR(
      Source.CONNECTION_MANAGER,
      6,
      true,
      "the connection could not be made",
      "An error of this end came between while the connection was made.",
      "See the error, and which call failed just before: often the queue pair could not be "
          + "brought to RTR or RTS."),
  UNREACHABLE(
      Source.CONNECTION_MANAGER,
      7,
      true,
      "the peer does not answer",
      "The peer did not answer requests for a connection within all retries.",
      "See whether the peer's host is up and reached (rping -c, ping by the same interface), "
          + "and whether UDP port 4791 passes between them (RoCE v2)."),
  REJECTED(
      Source.CONNECTION_MANAGER,
      8,
      true,
      "the peer does not want the connection",
      "The peer, or the connection manager of its host, has rejected the connection. The "
          + "reason comes with it: rdma-monitor explain INVALID_SERVICE_ID explains that one.",
      "See the reason."),
  ESTABLISHED(
      Source.CONNECTION_MANAGER,
      9,
      false,
      "the connection stands",
      "Both ends can send.",
      "Nothing."),
  DISCONNECTED(
      Source.CONNECTION_MANAGER,
      10,
      false,
      "the connection ended",
      "One of both ends has disconnected, or the peer's process ended and its host told so.",
      "Nothing if it was wanted. Else see how the peer's queue pair ended: rdma-monitor "
          + "events there, or join."),
  DEVICE_REMOVAL(
      Source.CONNECTION_MANAGER,
      11,
      true,
      "the device is being removed",
      "The device that the connection uses is taken away: its program has to let go of it.",
      "See dmesg for resets and hot-unplug, and who unloads modules."),
  MULTICAST_JOIN(
      Source.CONNECTION_MANAGER,
      12,
      false,
      "joined a multicast group",
      "The program gets what is sent to the group.",
      "Nothing."),
  MULTICAST_ERROR(
      Source.CONNECTION_MANAGER,
      13,
      true,
      "a multicast group could not be joined, or was lost",
      "The subnet manager, or this host, did not let the program join the group, or took it "
          + "off.",
      "See the error; on InfiniBand whether the group exists, and with which rate and MTU."),
  ADDR_CHANGE(
      Source.CONNECTION_MANAGER,
      14,
      true,
      "the way to the peer changed",
      "The interface of the connection changed its hardware address, as with bonding: the "
          + "connection goes on by the old way, which may lead nowhere.",
      "The program should disconnect and connect anew."),
  TIMEWAIT_EXIT(
      Source.CONNECTION_MANAGER,
      15,
      false,
      "the queue pair's number is free again",
      "Long enough after its end no packet of the old connection can come any more.",
      "Nothing: it comes some time after each end of a connection."),
  ADDRINFO_RESOLVED(
      Source.CONNECTION_MANAGER,
      16,
      false,
      "the service was resolved",
      "The connection manager has found the service by its name.",
      "Nothing: it is a step of making a connection."),
  ADDRINFO_ERROR(
      Source.CONNECTION_MANAGER,
      17,
      true,
      "the service could not be resolved",
      "The subnet manager knows no service of this name, or does not answer.",
      "See whether the service is registered there."),
  USER(
      Source.CONNECTION_MANAGER,
      18,
      false,
      "told by the program itself",
      "The program has put an event of its own into its queue.",
      "Nothing."),
  INTERNAL(
      Source.CONNECTION_MANAGER,
      19,
      false,
      "meant for the kernel",
      "The connection manager's own.",
      "Nothing."),
  LOC_LEN_ERR(
      Source.COMPLETION,
      1,
      true,
      "a message does not fit its buffers",
      "A message that was sent is longer than the port carries or the queue pair may send, "
          + "or one that came is longer than the buffers that were posted for it.",
      "Compare the sizes of messages on both ends with the receive buffers, and max_msg_sz "
          + "of the port (ibv_devinfo -v)."),
  LOC_QP_OP_ERR(
      Source.COMPLETION,
      2,
      true,
      "the queue pair cannot do that",
      "The device found a work request that this queue pair cannot do: malformed, of an "
          + "operation that its type does not have, or with more of something than it was made "
          + "for.",
      "Look at the work request, and at what the queue pair was made with: type, "
          + "max_send_sge, max_inline_data, max_rd_atomic."),
  LOC_EEC_OP_ERR(3),
  LOC_PROT_ERR(
      Source.COMPLETION,
      4,
      true,
      "a local buffer may not be used so",
      "The lkey of a buffer is wrong or its region was deregistered, the address is out of "
          + "the region, or the region does not give the access that is needed.",
      "Look at the program: lkeys, addresses and lengths of its scatter/gather entries, and "
          + "a region that is deregistered while requests use it."),
  WR_FLUSH_ERR(
      Source.COMPLETION,
      5,
      false,
      "the request was never tried",
      "The queue pair was in the error state already: another completion, which came first, "
          + "has the cause, or the program brought it there to end.",
      "Look for the first completion of the queue pair that is not this one; "
          + "librdma_intercept tells it."),
  MW_BIND_ERR(
      Source.COMPLETION,
      6,
      true,
      "a memory window cannot be bound so",
      "The window, the region or its access does not allow the binding.",
      "Look at the program: the region needs MW_BIND access, and the window has to be of "
          + "its protection domain."),
  BAD_RESP_ERR(
      Source.COMPLETION,
      7,
      true,
      "the peer's answer makes no sense",
      "The device got an answer that fits nothing it has asked for.",
      "Look whether both ends are of the same connection, and at firmware and drivers of "
          + "both devices."),
  LOC_ACCESS_ERR(
      Source.COMPLETION,
      8,
      true,
      "data that came in may not be written",
      "The peer wrote with immediate data, and the local memory does not give that access.",
      "Look at the access that the local region was registered with, and at the rkey and "
          + "address that the peer was given."),
  REM_INV_REQ_ERR(
      Source.COMPLETION,
      9,
      true,
      "the peer takes the request for invalid",
      "The peer's device says that its queue pair cannot serve it: a receive buffer that is "
          + "too small, an operation that it was not set to allow, or more RDMA reads or atomics "
          + "at a time than it has room for.",
      "Compare message sizes with the peer's receive buffers, and the access flags and "
          + "max_dest_rd_atomic of the peer's queue pair with what is asked of it."),
  REM_ACCESS_ERR(
      Source.COMPLETION,
      10,
      true,
      "the peer's memory may not be used so",
      "The rkey does not exist or not any more, the address is out of its region, or the "
          + "region or the peer's queue pair does not give that access.",
      "Look whether the peer has deregistered the memory too early or registered it anew, "
          + "and compare address, length and access. The peer's device tells of it as "
          + "QP_ACCESS_ERR."),
  REM_OP_ERR(
      Source.COMPLETION,
      11,
      true,
      "the peer could not carry it out",
      "The peer's device met an error of its own side while it served the request, such as "
          + "a receive buffer that may not be written.",
      "Look at the peer: its completions, and what its driver says in dmesg."),
  RETRY_EXC_ERR(
      Source.COMPLETION,
      12,
      true,
      "the peer does not answer",
      "The peer acknowledged nothing within all retries: its process or host is gone, its "
          + "queue pair is in the error state or was destroyed, the number or address is not its, "
          + "or packets are lost on the way.",
      "See how the peer's queue pair ended (rdma-monitor events there, or join over the "
          + "recordings of both hosts), whether its host and port are up, and whether the way "
          + "carries the path MTU and UDP port 4791 (RoCE v2). If all that is well: timeout and "
          + "retry_cnt may be too small for congestion."),
  RNR_RETRY_EXC_ERR(
      Source.COMPLETION,
      13,
      true,
      "the peer posts no receives",
      "The peer's queue pair had no receive request for the message, however often it was "
          + "sent again (rnr_retry).",
      "Look whether the peer is stopped or too slow, and posts enough; rnr_retry 7 tries "
          + "for ever."),
  LOC_RDD_VIOL_ERR(14),
  REM_INV_RD_REQ_ERR(15),
  REM_ABORT_ERR(
      Source.COMPLETION,
      16,
      true,
      "the peer broke the operation off",
      "The peer's device, or its program, ended the operation before it was complete.",
      "Look at the peer: its completions, and whether it destroyed or reset the queue pair."),
  INV_EECN_ERR(17),
  INV_EEC_STATE_ERR(18),
  FATAL_ERR(
      Source.COMPLETION,
      19,
      true,
      "the device failed over it",
      "The device met an error at this queue pair from which it does not recover.",
      "See dmesg for what the driver says; if it comes again: firmware, then hardware."),
  RESP_TIMEOUT_ERR(
      Source.COMPLETION,
      20,
      true,
      "no answer came in time",
      "The request was sent, and no answer came within the time that the device waits.",
      "As for RETRY_EXC_ERR: look at the peer, and at the way there."),
  GENERAL_ERR(
      Source.COMPLETION,
      21,
      true,
      "an error of no other kind",
      "The device tells of an error that has no status of its own; the vendor error may say "
          + "more.",
      "Look the vendor error up at the device's maker, and see dmesg."),
  TM_ERR(
      Source.COMPLETION,
      22,
      true,
      "matching of tags failed",
      "The device could not do an operation on its list of tagged receives.",
      "Look at the program, or its library (UCX): it goes on without the device's matching, "
          + "as a rule."),
  TM_RNDV_INCOMPLETE(
      Source.COMPLETION,
      23,
      false,
      "a matched message is still to be fetched",
      "The device has matched a large message's tag and leaves its transfer to the program: "
          + "no failure.",
      "Nothing."),
  QP_STATE_SQE(
      Source.LIST,
      5,
      true,
      "a device stopped a send queue",
      "The queue pair, of unreliable datagrams or connections, came to the state SQE without a "
          + "call: a send request failed at the device. It still receives, and sends nothing until "
          + "the program brings it back to RTS. Two of the kernel's lists show it, so that what "
          + "is gone again between two is not seen. On iWARP it is that of a connection "
          + "which an error has terminated, before it comes to ERR.",
      "Look at the first bad completion of the queue pair (librdma_intercept with "
          + "RDMA_INTERCEPT_COMPLETIONS=1 tells it): its status says what failed."),
  QP_STATE_ERR(
      Source.LIST,
      6,
      true,
      "a device put a queue pair into the error state",
      "The queue pair came to the state ERR without a call: its device gave the connection up, "
          + "as after too many retries, a refused access or a bad request of the peer. On iWARP "
          + "also where the peer has disconnected as it should. Two of the kernel's lists show "
          + "it, so that what is destroyed before the next one is not seen.",
      "Look at the peer first: whether its process and its port are there. The first bad "
          + "completion says why (librdma_intercept with RDMA_INTERCEPT_COMPLETIONS=1 tells it). "
          + "The connection has to be made anew.");

  /** Who reports these events; each source has its own numbers. */
  public enum Source {
    DEVICE,
    CONNECTION_MANAGER,
    /** A program that has librdma_intercept look at what it polls. */
    COMPLETION,
    /** The kernel's list of objects, compared with the one before. */
    LIST
  }

  private static final Map<Source, Map<Integer, AsyncEventType>> NUMBERED =
      Arrays.stream(values())
          .collect(
              Collectors.groupingBy(
                  type -> type.source, Collectors.toMap(type -> type.number, Function.identity())));

  private final Source source;
  private final int number;
  private final boolean trouble;

  @SuppressWarnings("ImmutableEnumChecker") // a record of strings
  private final Explanation explanation;

  AsyncEventType(
      Source source, int number, boolean trouble, String brief, String meaning, String nextStep) {
    this.source = source;
    this.number = number;
    this.trouble = trouble;
    this.explanation = new Explanation(brief, meaning, nextStep);
  }

  /** A status of reliable datagrams. */
  AsyncEventType(int status) {
    this(
        Source.COMPLETION,
        status,
        true,
        "of reliable datagrams",
        "Of reliable datagrams, which no current device has.",
        "See what the device is.");
  }

  public Source source() {
    return source;
  }

  /** The kernel's number, among those of its source. */
  public int number() {
    return number;
  }

  /** Whether something failed, or is about to. */
  public boolean isTrouble() {
    return trouble;
  }

  public Explanation explanation() {
    return explanation;
  }

  /** The type of a number; empty if this version does not know it. */
  public static Optional<AsyncEventType> of(Source source, int number) {
    return Optional.ofNullable(NUMBERED.getOrDefault(source, Map.of()).get(number));
  }

  /** The name of a number's type; the number itself if this version does not know it. */
  static String name(Source source, int number) {
    return of(source, number)
        .map(AsyncEventType::name)
        .orElseGet(() -> Integer.toUnsignedString(number));
  }

  /** The type of this name, ignoring case. */
  public static Optional<AsyncEventType> named(String name) {
    return Arrays.stream(values()).filter(type -> type.name().equalsIgnoreCase(name)).findFirst();
  }
}
