// SPDX-License-Identifier: MIT
package org.rdmamonitor.model;

import java.util.Map;

/**
 * What the host and its tenants may have.
 *
 * @param host all together, kernel consumers too, which count but cannot be refused
 * @param tenants by the path of a cgroup, which stands for itself and all below it
 */
public record Quotas(Quota host, Map<String, Quota> tenants) {
  public static final Quotas NONE = new Quotas(Quota.NONE, Map.of());

  public Quotas {
    tenants = Map.copyOf(tenants);
  }
}
