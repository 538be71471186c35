// SPDX-License-Identifier: MIT
package org.rdmamonitor.model;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One finished control-path call.
 *
 * @param time when it returned
 * @param verb what was called
 * @param device index of the device; {@link Device#UNKNOWN_INDEX} where it is not known
 * @param objectId of the object that it was about, as {@code rdma resource} shows it; empty where
 *     the call failed before there was one
 * @param pid the process
 * @param tid the thread
 * @param comm the thread's name, or the kernel consumer's
 * @param kernel whether a kernel consumer made it
 * @param cgroup id of the caller's cgroup; {@link Cgroup#KERNEL_ID} for a kernel consumer
 * @param errno 0 for success, else positive
 * @param duration from entry to return
 * @param queuePairState the state asked for by a QP_MODIFY that asks for one
 * @param mrLength bytes, of a memory region that was registered or deregistered; else 0
 */
public record ControlCall(
    Instant time,
    Verb verb,
    int device,
    OptionalInt objectId,
    int pid,
    int tid,
    String comm,
    boolean kernel,
    long cgroup,
    int errno,
    Duration duration,
    Optional<QueuePairState> queuePairState,
    long mrLength) {}
