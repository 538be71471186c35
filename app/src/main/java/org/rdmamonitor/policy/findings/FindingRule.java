// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.findings;

import java.util.List;
import java.util.Optional;
import org.rdmamonitor.policy.Detection;
import org.rdmamonitor.policy.Finding.Severity;
import org.rdmamonitor.policy.Party;
import org.rdmamonitor.policy.RuleWords;
import org.rdmamonitor.policy.config.FindingLimit;

/**
 * The description of each rule; the name of a constant is the rule's id, which never changes
 * meaning.
 */
public enum FindingRule implements RuleWords {
  R1(
      "MR deregistration storm",
      "Registering and deregistering memory without end keeps the device busy with its translation"
          + " tables. 5000 a second have halved the bandwidth of a neighbour (Husky, NSDI '23).",
      "A cgroup deregisters more than R1_WARNING memory regions a second, measured over a second"
          + " or more, while the number of its regions stays within a tenth of that, and did so in"
          + " one of the two measurements before. Beyond R1_CRITICAL it is critical.",
      "Find the program in the cgroup's processes. Have it keep its registrations (a cache, as"
          + " libfabric and UCX have), or limit it: MR_REG, which is registrations a second, below"
          + " [cgroup PATH] in the configuration file, with --enforce=deny. Deregistrations are"
          + " never refused, but what is not registered need not be deregistered.",
      "MPI and storage clients without a registration cache do this in good faith, and harm their"
          + " neighbours all the same. The start or end of a large program is no storm, since its"
          + " number of regions changes, nor is one that starts and ends between two readings."),
  R2(
      "Queue pair or completion queue flood",
      "A device holds a limited number of queue pairs and completion queues. One tenant that takes"
          + " them all denies them to the others (ReDMArk, NeVerMore).",
      "A cgroup holds more than R2_SHARE_PERCENT of what the device says it can hold (or more than"
          + " R2_COUNT where it does not say); a device that is filled to a tenth will be full in"
          + " less than R2_EXHAUSTION_SECONDS if it goes on so, which is critical; or more than"
          + " R2_UNCONNECTED_PERCENT of a cgroup's queue pairs, and more than R2_UNCONNECTED_LEAST,"
          + " are in RESET or INIT for more than R2_UNCONNECTED_SECONDS.",
      "Limit the cgroup: QP_COUNT and CQ_COUNT below [cgroup PATH] in the configuration file, with"
          + " --enforce=deny. Then look at why it needs so many.",
      "A host that serves one large job may well give it most of a device: raise the share."
          + " The start of such a job looks like exhaustion for some seconds."),
  R3(
      "Cloned connection",
      "Packets do not carry the number of the queue pair that sent them. Who connects a queue pair"
          + " of his own to the peer of another can send in its name (NeVerMore).",
      "A queue pair (RC or UC) becomes connected to the same address and queue pair number as a"
          + " live one of another process on the same device. Of connections from before the start"
          + " the address is not known; they count, as a warning, if the sequence numbers sent are"
          + " less than 65536 apart.",
      "Find out what the process named is and who started it; if nobody knows, stop it and have the"
          + " peer renew its connections. Random sequence numbers do not prevent this, since"
          + " packets are not authenticated; encryption on the link does (IPsec, PSP).",
      "A peer that crashed and was started again may be given a number that a connection here still"
          + " names, until that connection notices."),
  R4(
      "Sequence or queue pair number guessing",
      "A sender that knows a peer's queue pair number and expected sequence number (PSN) can inject"
          + " packets. There are 16777216 of each, and all can be tried in seconds (ReDMArk).",
      "A process connects to one peer more than R4_RETRIES times, each time anew and with the"
          + " numbers a constant step further: sequence numbers, or queue pair numbers by means of"
          + " one and the same queue pair.",
      "Stop the process and keep its memory for a look. Check the host that it aimed at.",
      "Programs that connect again draw new sequence numbers at random; tests that count them"
          + " upwards from a fixed start are found too."),
  R5(
      "Fixed sequence numbers",
      "Who knows the sequence number (PSN) that a connection starts at needs not guess it to inject"
          + " packets.",
      "A connection (RC, UC, XRC) starts at 0 in either direction: a notice. More than R5_SAME"
          + " connections of one process start at the same other number: a warning. For connections"
          + " from before the start the present numbers count. Kernel consumers are exempt.",
      "Have the program draw them at random for each queue pair, or connect by rdma_cm, which"
          + " does.",
      "NCCL and UCX start at 0 by design, and so do many examples: no problem where everybody on"
          + " the fabric is trusted. R5_ZERO 0 keeps these notices away. Of connections that draw"
          + " at random, one in 16 million starts at 0."),
  R6(
      "Predictable numbers",
      "Queue pair numbers and remote keys that follow one another let others guess those of their"
          + " neighbours (ReDMArk).",
      "The differences between the numbers that a device gives out, 32 or more of them, have less"
          + " than R6_BITS bits of entropy.",
      "It is the device and its driver that choose: no program can help it. Know that a remote key"
          + " is no secret; give peers no more access than they need, and protection domains of"
          + " their own.",
      "It holds for most devices and always for queue pairs on rxe, which counts upwards. It is a"
          + " notice about the device, not about the program that showed it."),
  R7(
      "One protection domain for many peers",
      "Every peer that is connected to a protection domain can use all remote keys in it, also"
          + " those meant for others (ReDMArk).",
      "Queue pairs of one protection domain with remotely accessible memory are connected to more"
          + " than R7_PEERS addresses. Kernel consumers are exempt.",
      "Where the peers do not trust one another: a protection domain for each, or memory windows of"
          + " type 2, which are bound to one queue pair.",
      "Servers do it to register their memory once for all clients, and MPI because all processes"
          + " are one program: no problem where all peers are of one owner. Raise R7_PEERS above"
          + " their number."),
  R8(
      "Over-exposed memory",
      "Memory that peers may write is theirs: they can change data and, where it covers them,"
          + " pointers of the program.",
      "A memory region with REMOTE_WRITE or REMOTE_ATOMIC is larger than R8_BYTES: a warning. An"
          + " on-demand region covers the whole address space: critical if peers may reach it, else"
          + " a notice.",
      "Register what is transferred, no more, and without remote access where the process itself"
          + " sends. Never give out the key of a region over the whole address space.",
      "MPI windows, databases and caches expose large regions by design: raise R8_BYTES above their"
          + " size. Libraries use a region over the whole address space for local buffers; that is"
          + " the notice, and R8_ADDRESS_SPACE 0 keeps it away."),
  R12(
      "Controlled queue key",
      "Queue keys with the top bit set are kept for management: with one, datagrams can be sent to"
          + " the services of the fabric.",
      "A user who is neither root nor has CAP_NET_RAW asks for such a key for a datagram queue"
          + " pair: critical if it was set, a warning if it was refused.",
      "See that rdma system show says privileged-qkey off. Then find out what the program wants"
          + " with it.",
      "Test programs with arbitrary keys meet it by chance; nothing else has a use for it."),
  R13(
      "Packet diversion",
      "A raw packet queue pair with a flow rule takes packets from the host's own network stack,"
          + " for any address, without a trace in tcpdump or the firewall.",
      "A cgroup that is not in R13_ALLOW, nor below one that is, has a queue pair of type"
          + " RAW_PACKET or a flow rule (a warning), or failed to make such a queue pair (a"
          + " notice). The network interface of the device is named, and what flow rules take that"
          + " were made since the monitor started: the destination's MAC, the EtherType, the port."
          + " Kernel consumers are exempt.",
      "Add what is meant to do this (DPDK, VPP, packet capture) to R13_ALLOW. From others, take"
          + " CAP_NET_RAW and the access to /dev/infiniband.",
      "DPDK, VPP and raw_ethernet_bw of perftest need them: allow their cgroups."),
  R15(
      "Creation past the gate",
      "Limits that are enforced hold only for those who ask. A program that gets around the gate"
          + " has more than it may have.",
      "Where limits are enforced: an object of a limited type was created without having asked at"
          + " the gate, by the commands of write() or by a request that was changed while it was"
          + " read. Within the limit it is a notice; beyond it critical; a warning if the process"
          + " was killed for it (--enforce=strict), as it is on the way to a peer that PEERS does"
          + " not permit.",
      "Look at the program: a libibverbs from before 2018 uses write() in good faith; nothing else"
          + " does. Use --enforce=strict where tenants may be hostile.",
      "Programs that are linked with an old libibverbs. A call that was under way when the gate was"
          + " closed."),
  L1(
      "Objects of an idle process",
      "A process that does nothing any more keeps memory pinned and objects of the device from"
          + " others.",
      "A process owns queue pairs, completion queues, memory regions or shared receive queues, and"
          + " for more than L1_SECONDS made no call and used no processor time.",
      "See whether it hangs (its stack is in /proc/PID/stack) or waits for something; stop it if"
          + " nobody needs it.",
      "Servers that sleep until somebody comes look alike: raise L1_SECONDS above their quiet"
          + " times."),
  L2(
      "Queue pairs that stay unconnected",
      "A queue pair that was made and never connected, or reset and left, is usually one that an"
          + " error path forgot.",
      "A queue pair (RC, UC, UD, XRC, raw packet) is in RESET or INIT for more than L2_SECONDS."
          + " Kernel consumers are exempt.",
      "Look for failed connections in the program's log, and for an error path that does not"
          + " destroy its queue pair.",
      "Programs that make queue pairs in advance, and servers that wait for a peer"
          + " (ibv_rc_pingpong), have some in INIT: raise L2_SECONDS."),
  N1(
      "Connection outside of PEERS",
      "RDMA goes past the host's firewall, so that nothing else keeps a program from peers that are"
          + " none of its business.",
      "A queue pair is connected to an address, or an address handle leads to one, that PEERS of"
          + " the host or of a cgroup above its process does not permit. Told at every reading"
          + " while it stands, and once where a queue pair was connected and gone again between two"
          + " readings; whether PEERS is enforced or only watched. A warning where it is only that"
          + " the connection manager exchanged messages with such a peer over a link without LIDs,"
          + " by answering it, or where PEERS is not held against what it is asked. Connections"
          + " from before the monitor's start are judged only where RDMA-CM knows their addresses;"
          + " of who was killed on the way R15 tells. Kernel consumers are exempt.",
      "If the peer is right, add its address to PEERS. If not, stop the process: a connection that"
          + " stands is not cut by a policy that comes later.",
      "A connection that was made before PEERS was set, or before its process moved to the"
          + " cgroup."),
  N2(
      "Reconnect storm",
      "Connecting takes many calls at both ends and exchanges between them; a"
          + " program that does it again and again does little else.",
      "The processes of one name and cgroup connected more than N2_CONNECTIONS"
          + " times within a minute to the same GID, each time after a connection of"
          + " theirs to it had ended, and in five rounds at least, each after the one"
          + " before. Connections by LID alone are not looked at. Kernel consumers are"
          + " exempt.",
      "See in the view Events, or with rdma-monitor events, how"
          + " these connections end; where both hosts were recorded, rdma-monitor join"
          + " tells which end is first.",
      "Tests and clients that make a connection for each request: correct, and" + " slow."),
  N3(
      "Peer that cannot be reached",
      "A queue pair cannot be connected while the way to its peer is not found: the"
          + " peer is down, its address is wrong, or a neighbour does not answer.",
      "QP_MODIFY to RTR failed with ENETUNREACH, ETIMEDOUT, EHOSTDOWN or"
          + " EHOSTUNREACH. Kernel consumers are exempt.",
      "Look whether the host has a route to the address and whether a neighbour"
          + " answers for it (ip route get, ip neigh); with RDMA over several networks,"
          + " whether the GID index is that of the right one.",
      "A peer that is being started again."),
  N4(
      "Very many peers",
      "A process with very many peers holds state of the device for each, and is"
          + " seen by all of them: a scan looks so, too.",
      "The queue pairs and address handles of a process that are listed lead to"
          + " more than N4_PEERS addresses. Kernel consumers are exempt.",
      "See whom it talks to: rdma-monitor connections --pid PID. PEERS in the"
          + " configuration file says whom a cgroup may talk to.",
      "MPI over thousands of hosts, and servers with thousands of clients: raise"
          + " N4_PEERS above their number."),
  N5(
      "Half-open connection within the host",
      "One end of a connection is there and the other is not, or does not know it:"
          + " what is sent gets no answer, and an end that only waits for packets waits"
          + " without end.",
      "A queue pair was connected for more than N5_SECONDS to an address of this"
          + " host, where no queue pair has that number, or the one that has it is"
          + " connected to another or not at all. Only where all queue pairs are listed,"
          + " and not by link-local addresses. An address that several devices have, or a"
          + " private one of another network namespace, may be that of another host too:"
          + " by such, it is told where another connection between the same addresses has"
          + " both ends. Between hosts the rule J1 of rdma-monitor join does the same.",
      "See what the program at the other end logs, and whether it was started"
          + " again. Connections by rdma_cm end together; programs that exchange numbers"
          + " by themselves need timeouts.",
      "A peer that makes many queue pairs before it connects them; one in a network"
          + " namespace that the monitor may not look into."),
  N6(
      "Different path MTU within the host",
      "Each end cuts messages into packets of its path MTU and refuses longer ones"
          + " than its own: small messages get through, and large ones end the connection.",
      "The two ends of a connection are on this host, name each other, and have"
          + " different path MTUs. Between hosts the rule J3 of rdma-monitor join does the"
          + " same.",
      "Have both use the smaller of what both ports have (ibv_devinfo, active_mtu),"
          + " and look why they differ: mostly the MTU of an Ethernet interface.",
      "Nothing: programs whose messages are all short only do not notice."),
  N7(
      "Queue pairs that PEERS does not hold",
      "Datagrams go to whom each send request says. Programs write these without the kernel, and"
          + " on many devices they may write any address there, whatever address handles are"
          + " permitted.",
      "A cgroup for which PEERS holds has queue pairs of type UD or of a driver's own type"
          + " (DRIVER), such as the dynamically connected ones (DC) of mlx5. Kernel consumers are"
          + " exempt; R13 tells of raw packet queue pairs.",
      "If the program has to be held to PEERS whatever it does, have it use connections alone"
          + " (with UCX: UCX_TLS=rc), or have the network hold it: by a VLAN, a partition, or the"
          + " access lists of the switch.",
      "Programs that keep to their library where it makes address handles by the kernel, as over"
          + " Ethernet; devices whose requests name an address handle of the kernel's instead of an"
          + " address (efa, irdma, bnxt_re).");

  @SuppressWarnings("ImmutableEnumChecker") // a record of strings
  private final Words words;

  FindingRule(String title, String threat, String condition, String advice, String falsePositives) {
    this.words = new Words(title, threat, condition, advice, falsePositives);
  }

  @Override
  public Words words() {
    return words;
  }

  @Override
  public List<FindingLimit> limits() {
    return FindingLimit.of(name());
  }

  /** A detection about a device. */
  Detection found(Severity severity, String subject, String evidence) {
    return found(severity, subject, Optional.empty(), evidence);
  }

  /** A detection about a process or a cgroup. */
  Detection found(Severity severity, String subject, Party party, String evidence) {
    return found(severity, subject, Optional.of(party), evidence);
  }

  private Detection found(
      Severity severity, String subject, Optional<Party> party, String evidence) {
    return new Detection(name(), severity, title(), subject, party, evidence, words.advice());
  }
}
