// SPDX-License-Identifier: MIT
package org.rdmamonitor.render;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.connection.ConnectionFilter;
import org.rdmamonitor.model.connection.Peering;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.ResourceType;

/**
 * The connections of a reading, with the names of what they belong to.
 *
 * @param rows the wanted ones
 * @param leftOut further queue pairs of which only the number is known
 * @param handlesLeftOut further address handles
 */
public record ConnectionList(List<Row> rows, long leftOut, long handlesLeftOut) {
  /** A connection, the name of its device, and its cgroup. */
  public record Row(Peering peering, String device, Cgroup cgroup) {}

  public static ConnectionList of(Snapshot snapshot, ConnectionFilter filter) {
    Inventory inventory = snapshot.details().inventory();
    Map<Long, Cgroup> cgroups = new HashMap<>();
    snapshot.cgroups().forEach(activity -> cgroups.put(activity.cgroup().id(), activity.cgroup()));
    List<Row> rows = new ArrayList<>();
    for (Peering peering : Peering.of(inventory, snapshot.details().facts())) {
      String device = snapshot.device(peering.device());
      Cgroup cgroup = Cgroup.known(peering.cgroup(), cgroups);
      if (filter.accepts(peering, device, cgroup)) {
        rows.add(new Row(peering, device, cgroup));
      }
    }
    long leftOut = inventory.leftOutCount(ResourceType.QP);
    return new ConnectionList(List.copyOf(rows), leftOut, inventory.handlesLeftOut());
  }

  /** How many are connected to an address that is not known. */
  public long withoutAddress() {
    return rows.stream()
        .map(Row::peering)
        .filter(peering -> peering.peerQpn().isPresent() && peering.address().isEmpty())
        .count();
  }
}
