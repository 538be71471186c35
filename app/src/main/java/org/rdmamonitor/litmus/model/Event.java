// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.model;

/**
 * Something that happens at most once in an execution. Numbers are -1 where they do not apply.
 *
 * @param id from 0
 * @param thread that it belongs to
 * @param instruction that it comes from
 * @param queuePair whose NIC does it
 * @param operation of the queue pair
 * @param reads the location whose memory it reads
 * @param writes the location whose memory it writes
 */
record Event(
    int id,
    EventKind kind,
    int thread,
    int instruction,
    int queuePair,
    int operation,
    int reads,
    int writes) {
  enum EventKind {
    /** A store or request enters the store buffer (rules 1, 6, 18). */
    POST,

    /** A store to an auxiliary location. */
    AUXILIARY_STORE,

    /** Rule 2. */
    LOAD,
    AWAIT,

    /** Rule 5. */
    SWAP,

    /** Rule 4. */
    FENCE,

    /** Rule 8. */
    POLL,

    /** The store buffer's head goes to memory (rule 3). */
    DRAIN,

    /** The store buffer's head goes to its queue pair (rule 7). */
    SUBMIT,

    /** Rule 9. */
    LOCAL_READ,

    /** Rule 10. */
    REMOTE_WRITE,

    /** Rule 11. */
    REMOTE_READ,

    /** Rule 19. */
    ATOMIC,

    /** Data, if any, and a completion leave the pipe (rules 12, 13), or a fence does (14). */
    RETIRE,

    /** Rule 15. */
    COMMIT_REMOTE,

    /** Rule 16. */
    COMMIT_LOCAL;

    /** Whether it is a processor executing an instruction. */
    boolean isInstruction() {
      return compareTo(POLL) <= 0;
    }
  }
}
