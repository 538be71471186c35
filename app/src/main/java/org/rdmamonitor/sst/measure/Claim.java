// SPDX-License-Identifier: MIT
package org.rdmamonitor.sst.measure;

/**
 * What is checked of a barrier. The names are those of {@code rdma-secure litmus certify barrier}.
 */
public enum Claim {
  P3("data put to a member before the barrier was not visible to its processor after it"),
  P4("a store before the barrier was not visible to a get after it"),
  D3("data put to a second member before the barrier was not visible to a get of a third after it"),
  D4("a get before the barrier has read what the other member stored after it"),
  D5("a put before the barrier has carried what its member stored after it");

  private final String broken;

  Claim(String broken) {
    this.broken = broken;
  }

  /** What happened, though it must not, as a clause. */
  public String broken() {
    return broken;
  }
}
