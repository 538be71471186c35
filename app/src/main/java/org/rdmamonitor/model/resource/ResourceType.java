// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.resource;

/** The kinds of objects that the kernel's resource tracking counts, in the order of display. */
public enum ResourceType {
  QP("Queue Pairs", "qp"),
  PD("Protection Domains", "pd"),
  CQ("Completion Queues", "cq"),
  MR("Memory Regions", "mr"),
  CM_ID("Connection Manager IDs", "cm_id"),
  SRQ("Shared Receive Queues", "srq"),
  CTX("User Contexts", "ctx");

  private final String plural;
  private final String netlinkName;

  ResourceType(String plural, String netlinkName) {
    this.plural = plural;
    this.netlinkName = netlinkName;
  }

  /** The name for people, in the plural: {@code Queue Pairs}. */
  public String plural() {
    return plural;
  }

  /** The name that {@code rdma resource show} prints and RDMA netlink sends: {@code qp}. */
  public String netlinkName() {
    return netlinkName;
  }
}
