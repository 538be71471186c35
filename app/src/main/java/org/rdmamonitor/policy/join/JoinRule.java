// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.join;

import java.util.List;
import org.rdmamonitor.policy.RuleWords;
import org.rdmamonitor.policy.config.FindingLimit;

/**
 * The description of each rule over the recordings of several hosts; the name of a constant is the
 * rule's id, which never changes meaning.
 */
public enum JoinRule implements RuleWords {
  J1(
      "Half-open pair",
      "One end of a connection is there and the other is not, or does not know it: what is sent"
          + " gets no answer, until the retries are used up, and an end that only waits for"
          + " packets waits without end.",
      "An end was connected (RTR, RTS or SQD) for more than five seconds, while the host that has"
          + " its peer's address was recorded and had no queue pair of that number, or one that"
          + " names another peer or none; or its peer has been in ERR for more than five seconds."
          + " By addresses of one link or subnet (LIDs, fe80::, 169.254.0.0/16), it is told where"
          + " another connection of this host by the same address has both ends. By private ones"
          + " (10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 100.64.0.0/10, fc00::/7) it is a notice"
          + " where no other connections tell that both addresses are of one network.",
      "See what the program at the other end logs, and whether it was started again. Connections"
          + " by rdma_cm end together; programs that exchange numbers by themselves need timeouts.",
      "Where an address is that of several hosts in turn, or again in another network, the wrong"
          + " one may be looked at."),
  J2(
      "Lost peer",
      "One end of a connection went away, and the program at the other end finds out by errors, or"
          + " never.",
      "The process of an end was killed or exited with an error, or its device was removed, while"
          + " the other end was there. Or an end was destroyed in another way, and the other end"
          + " was still there ten seconds later: a notice. Ends that went the same way within a"
          + " second are those of one program that was ended.",
      "rdma-monitor explain has more of the cause. Look at the process that went first, not at the"
          + " errors of the other.",
      "Clients that are stopped by a signal, which is a notice too, and servers that keep what they"
          + " had for them."),
  J3(
      "Different path MTU",
      "Each end cuts messages into packets of its path MTU and refuses longer ones than its own:"
          + " small messages get through, and large ones end the connection.",
      "The path MTU of the two ends of a connection (RC, UC, XRC) differs.",
      "Have both use the smaller of what both ports have (ibv_devinfo, active_mtu), and look why"
          + " they differ: mostly the MTU of an Ethernet interface.",
      "Nothing: programs whose messages are all short only do not notice."),
  J4(
      "Sequence numbers that do not meet",
      "An end awaits as first packet sequence number (PSN) what the other sends first. If these"
          + " differ, packets are taken for old ones or for lost ones.",
      "The first PSN that one end sends is not the first that the other awaits. XRC targets send"
          + " none. A notice, as in J1, where it is not known that both addresses are of one"
          + " network.",
      "Look how the program exchanges the numbers, and whether one end was connected twice.",
      "An end that never sends, as of one-sided transfers, may leave a number unset. Ends in two"
          + " networks with the same addresses may name each other by chance."),
  J5(
      "Retries and timeouts that do not fit",
      "An end that gives up ends the connection; if the other has more patience by far, it takes it"
          + " for alive meanwhile.",
      "One end waits for acknowledgements without end (timeout 0) and the other does not. Or all"
          + " retries of one end together, times four, take less time than the first timeout of the"
          + " other. Or an end's retries with a peer that is not ready (RNR), times the delay that"
          + " this peer asks for, come to less than a millisecond: a notice.",
      "Give both ends the same timeout and retry_count, and rnr_retry 7, which is no end, unless"
          + " the program has credits of its own.",
      "Programs with credits of their own set rnr_retry to 0, since it never comes to that."),
  J6(
      "Reconnect storm",
      "Connecting takes many calls at both ends and exchanges between them; two programs that do it"
          + " again and again do nothing else.",
      "The processes of one name and cgroup connected more than 30 times within a minute to the"
          + " same address, each time after a connection of theirs to it had ended, and in five"
          + " rounds at least, each after the one before.",
      "See in the evidence how these connections ended, and at which end first.",
      "Tests and clients that make a connection for each request: correct, and slow."),
  J7(
      "Traffic class of one way",
      "The traffic class, and the service level of RoCE, choose the queue of switches: with two"
          + " different ones a way of the connection is without the flow control, or without the"
          + " marks of congestion, that the other has.",
      "The DSCP (the upper six bits of the traffic class) of the two ends of a connection differs,"
          + " or over RoCE their service levels do.",
      "Set it in the program or job (NCCL_IB_TC, UCX_IB_TRAFFIC_CLASS, rdma_set_option), or for all"
          + " of rdma_cm below /sys/kernel/config/rdma_cm, at both ends.",
      "Networks that treat requests and answers differently on purpose."),
  J8(
      "Address that nobody has",
      "Packets to an address that no host has are lost, and the connection times out; to one that a"
          + " foreign host has, they arrive there.",
      "Connections or address handles lead to an address which none of the hosts joined has shown"
          + " as its own.",
      "Join the recording of the host that has it too. If there is none, look where the program has"
          + " the address from: an old configuration, a GID index of another network.",
      "It is what a host looks like that is not joined, or whose connections are older than its"
          + " recording, or in a network namespace that was not looked into."),
  J9(
      "Reads beyond what the peer serves",
      "An end that has more RDMA reads and atomics under way than its peer serves at a time loses"
          + " the connection, but only under load.",
      "The max_rd_atomic of an end is greater than the max_dest_rd_atomic of its peer.",
      "Have the program exchange the numbers (rdma_cm does), and take the smaller one.",
      "Programs that never read or use atomics do not notice.");

  @SuppressWarnings("ImmutableEnumChecker") // a record of strings
  private final Words words;

  JoinRule(String title, String threat, String condition, String advice, String falsePositives) {
    this.words = new Words(title, threat, condition, advice, falsePositives);
  }

  @Override
  public Words words() {
    return words;
  }

  /** None: a configuration file is for one host, and these rules are about several. */
  @Override
  public List<FindingLimit> limits() {
    return List.of();
  }
}
