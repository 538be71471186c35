// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.axiomatic;

/** Why one point is before another; rdma-litmus(5) has an axiom for each. */
public enum Relation {
  /** The steps of a thread are in program order. */
  PROGRAM_ORDER("po"),

  /** Entries leave a store buffer in order, and mfence and cas wait until it is empty. */
  STORE_BUFFER("sb"),

  /** The order that a queue pair keeps. */
  QUEUE_PAIR("qp"),

  /** A read by a NIC finds in memory what was written before it on the same path. */
  NIC_FLUSH("nfo"),

  /** A poll comes after what it takes has completed. */
  POLLS_FROM("pf"),

  /** A read comes after the write that it reads. */
  READS_FROM("rf"),

  /** A read comes before writes that overwrite what it reads. */
  READS_BEFORE("rb"),

  /** One write to a location comes before another. */
  MEMORY_ORDER("mo"),

  /** Remote atomics at a node come one after the other. */
  REMOTE_ATOMIC_ORDER("rao");

  private final String word;

  Relation(String word) {
    this.word = word;
  }

  /** The word for it in cycles. */
  public String word() {
    return word;
  }
}
