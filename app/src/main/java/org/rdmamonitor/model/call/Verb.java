// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.call;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.model.resource.ResourceType;

/** The control-path calls that are watched, in the order of display. */
public enum Verb {
  QP_CREATE("QP Create", ResourceType.QP, Effect.CREATES),
  QP_MODIFY("QP Modify", ResourceType.QP, Effect.NEITHER),
  QP_DESTROY("QP Destroy", ResourceType.QP, Effect.DESTROYS),
  PD_ALLOC("PD Alloc", ResourceType.PD, Effect.CREATES),
  PD_DEALLOC("PD Dealloc", ResourceType.PD, Effect.DESTROYS),
  CQ_CREATE("CQ Create", ResourceType.CQ, Effect.CREATES),
  CQ_DESTROY("CQ Destroy", ResourceType.CQ, Effect.DESTROYS),
  MR_REG("MR Reg", ResourceType.MR, Effect.CREATES),
  MR_DEREG("MR Dereg", ResourceType.MR, Effect.DESTROYS),
  CM_REQ("CM Request", ResourceType.CM_ID, Effect.NEITHER),
  GID_QUERY("GID Query", null, Effect.NEITHER),
  FLOW_CREATE("Flow Create", null, Effect.NEITHER),
  FLOW_DESTROY("Flow Destroy", null, Effect.DESTROYS);

  /** What a successful call does to the number of live objects of its type. */
  public enum Effect {
    CREATES,
    DESTROYS,
    NEITHER
  }

  private final String label;
  private final @Nullable ResourceType type;
  private final Effect effect;

  Verb(String label, @Nullable ResourceType type, Effect effect) {
    this.label = label;
    this.type = type;
    this.effect = effect;
  }

  /** The name for people: {@code QP Create}. */
  public String label() {
    return label;
  }

  /** The type of object that the call is about; empty for GID queries and flow rules. */
  public Optional<ResourceType> type() {
    return Optional.ofNullable(type);
  }

  public Effect effect() {
    return effect;
  }

  /**
   * True if a success adds an object of {@code type}, which is what a threshold on a count limits.
   */
  public boolean creates(ResourceType created) {
    return effect == Effect.CREATES && type == created;
  }
}
