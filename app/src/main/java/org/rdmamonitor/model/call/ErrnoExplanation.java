// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.call;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What an error of a control-path call usually means, and what to do about it.
 *
 * @param verbs that it is said of; empty if it is said of every verb that has no explanation of its
 *     own for this error
 * @param errno positive
 * @param brief a few words, to stand behind the name of the error
 * @param meaning why the kernel returns it
 * @param nextStep what to look at or do
 */
public record ErrnoExplanation(
    Set<Verb> verbs, int errno, String brief, String meaning, String nextStep) {
  private static final Set<Verb> ANY = Set.of();
  private static final Set<Verb> CREATION =
      Set.of(Verb.QP_CREATE, Verb.CQ_CREATE, Verb.PD_ALLOC, Verb.MR_REG);
  private static final Set<Verb> DESTRUCTION =
      Set.of(Verb.QP_DESTROY, Verb.CQ_DESTROY, Verb.PD_DEALLOC, Verb.MR_DEREG);

  /** Explanations for certain verbs come before those for all. */
  private static final List<ErrnoExplanation> ALL =
      List.of(
          of(
              Set.of(Verb.MR_REG),
              12,
              "limit of locked memory, or the device's",
              "The memory would be locked beyond the limit (ulimit -l), or the device has no room"
                  + " for another region.",
              "Compare ulimit -l with what the program registers; a service needs"
                  + " LimitMEMLOCK=infinity, a container --ulimit memlock=-1. Else compare MR with"
                  + " max_mr of ibv_devinfo -v."),
          of(
              Set.of(Verb.QP_CREATE, Verb.CQ_CREATE),
              12,
              "the device's limit, or locked memory",
              "The device holds as many as it can, the queues asked for are too long, or their"
                  + " memory would be locked beyond the limit (ulimit -l).",
              "Compare the counts with max_qp and max_cq of ibv_devinfo -v, ask for shorter queues,"
                  + " and see ulimit -l."),
          of(
              CREATION,
              11,
              "rdma.max of the cgroup",
              "The cgroup, or one above it, holds as many objects as its rdma.max allows.",
              "Compare rdma.current with rdma.max in the cgroup's directory; raise hca_object, or"
                  + " find what keeps the objects."),
          of(
              Set.of(Verb.QP_CREATE),
              1,
              "a capability is missing, or enforcement",
              "Raw packet queue pairs need CAP_NET_RAW; or a policy on this host refused it.",
              "Give the program CAP_NET_RAW if it is meant to have raw packets; else look for the"
                  + " policy in the kernel's log."),
          of(
              Set.of(Verb.QP_MODIFY),
              1,
              "a privileged queue key, or enforcement",
              "A queue key with the top bit set needs CAP_NET_RAW; or a policy on this host refused"
                  + " it.",
              "Use another key; see rdma system show for privileged-qkey."),
          of(
              Set.of(Verb.QP_CREATE),
              22,
              "sizes or a type the device does not take",
              "The type, the lengths of the queues, or the scatter entries are not what the device"
                  + " can do, or the completion queue is of another device.",
              "Compare max_qp_wr and max_sge of ibv_devinfo -v with what is asked for."),
          of(
              Set.of(Verb.QP_MODIFY),
              22,
              "no such change of state, or a wrong attribute",
              "The queue pair cannot go from its state to that one, an attribute that the change"
                  + " needs is missing, or the port, GID index or MTU is wrong.",
              "The order is RESET, INIT, RTR, RTS. Look at the state in rdma resource show qp, and"
                  + " at the GID index in show_gids or ibv_devinfo -v."),
          of(
              Set.of(Verb.QP_MODIFY),
              110,
              "the peer's address was not resolved",
              "Nobody answered when the hardware address of the peer was asked for.",
              "Ping the peer from the interface below the device; see ip neighbour."),
          of(
              Set.of(Verb.QP_MODIFY),
              113,
              "no route to the peer's address",
              "There is no route, or no neighbour, for the GID of the peer.",
              "Look at the GID index on both sides and at ip route get."),
          of(
              Set.of(Verb.MR_REG),
              14,
              "the memory is not all mapped",
              "A part of the range is not mapped, or not writable although write access is asked"
                  + " for.",
              "Compare address and length with /proc/PID/maps; memory mapped read-only can be"
                  + " registered without LOCAL_WRITE only."),
          of(
              Set.of(Verb.MR_REG),
              22,
              "access flags that do not go together",
              "REMOTE_WRITE and REMOTE_ATOMIC need LOCAL_WRITE; or the device does not do on-demand"
                  + " paging, or the length is wrong.",
              "Look at the access flags and at the odp_caps of ibv_devinfo -v."),
          of(
              DESTRUCTION,
              16,
              "something still uses it",
              "Objects that depend on it exist: queue pairs on a completion queue, regions or queue"
                  + " pairs in a protection domain, windows on a region.",
              "Destroy in the opposite order of creation; rdma resource show tells what is left."),
          of(
              ANY,
              1,
              "a capability is missing, or enforcement",
              "The caller lacks a capability, or a policy on this host refused the call.",
              "Look for the policy in the kernel's log, and at the capabilities in"
                  + " /proc/PID/status."),
          of(
              ANY,
              5,
              "the device failed",
              "The device or its firmware did not carry the command out.",
              "Look at dmesg; the device may have been reset."),
          of(
              ANY,
              11,
              "a limit for now, or try again",
              "A limit is reached for now, or the device is busy.",
              "Compare rdma.current with rdma.max of the cgroup; else try again."),
          of(
              ANY,
              12,
              "memory, or the device's limit",
              "The kernel or the device has no memory for it.",
              "Compare the counts with the limits of ibv_devinfo -v, and see dmesg."),
          of(
              ANY,
              13,
              "no access",
              "The device file or the operation is not for this user.",
              "Look at the permissions of /dev/infiniband."),
          of(
              ANY,
              14,
              "a bad address",
              "The program gave an address that is not its own.",
              "It is an error of the program, or of a provider library of another version than the"
                  + " kernel expects."),
          of(
              ANY,
              16,
              "in use",
              "The object, or something that it needs, is in use.",
              "See rdma resource show for what depends on it."),
          of(
              ANY,
              19,
              "the device has gone",
              "The device was removed, or is being removed.",
              "See rdma link and dmesg."),
          of(
              ANY,
              22,
              "a wrong argument",
              "An argument is not what the kernel or the driver takes.",
              "Compare it with the limits of ibv_devinfo -v; see dmesg."),
          of(
              ANY,
              28,
              "no room",
              "A table of the kernel or the device is full.",
              "Compare the counts with the limits of ibv_devinfo -v."),
          of(
              ANY,
              95,
              "not supported by the device",
              "The driver or the device cannot do this.",
              "See the capabilities in ibv_devinfo -v; a newer kernel or firmware may do it."),
          of(
              ANY,
              110,
              "no answer in time",
              "The device or the peer did not answer in time.",
              "See dmesg for the device, and whether the peer can be reached."));

  private static ErrnoExplanation of(
      Set<Verb> verbs, int errno, String brief, String meaning, String nextStep) {
    return new ErrnoExplanation(verbs, errno, brief, meaning, nextStep);
  }

  /** The usual meaning for a verb; empty for errors whose name says it all. */
  public static Optional<ErrnoExplanation> of(Verb verb, int errno) {
    return of(errno).stream()
        .filter(known -> known.verbs().isEmpty() || known.verbs().contains(verb))
        .findFirst();
  }

  /** All explanations of an error, those for certain verbs first. */
  public static List<ErrnoExplanation> of(int errno) {
    return ALL.stream().filter(known -> known.errno() == errno).toList();
  }

  /** The errors that are explained, in the order of their numbers. */
  public static List<Integer> explained() {
    return new ArrayList<>(ALL.stream().map(ErrnoExplanation::errno).distinct().sorted().toList());
  }
}
