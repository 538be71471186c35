// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.join;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import org.rdmamonitor.model.join.Addresses;
import org.rdmamonitor.model.join.ConnectionEnd;
import org.rdmamonitor.model.join.HostRecord;
import org.rdmamonitor.model.join.JoinedHosts;
import org.rdmamonitor.model.resource.PeerAddress;
import org.rdmamonitor.policy.Finding.Severity;

/** J8: addresses that connections lead to, but that none of the hosts has. */
final class ForeignAddresses {
  /** How many hosts one finding names. */
  private static final int NAMED = 3;

  /** Groups of hosts (multicast) have addresses that none of them shows. */
  private static final Pattern GROUP = Pattern.compile("ff.*|::ffff:2(2[4-9]|3\\d)\\..*");

  private static final int FIRST_GROUP_LID = 0xC000;
  private static final int LAST_GROUP_LID = 0xFFFE;

  private static final class Uses {
    private long pairs;
    private long handles;
    private final Set<String> hosts = new LinkedHashSet<>();
    private Instant first = Instant.MAX;

    void add(String host, Instant time) {
      hosts.add(host);
      first = time.isBefore(first) ? time : first;
    }
  }

  private ForeignAddresses() {}

  static void find(JoinedHosts joined, Sightings sightings) {
    Map<String, Uses> foreign = new LinkedHashMap<>();
    for (int i = 0; i < joined.hosts().size(); i++) {
      HostRecord host = joined.hosts().get(i);
      for (ConnectionEnd end : host.ends()) {
        if (isForeign(end.peerAddress(), joined) && end.peerNumber().isPresent()) {
          Uses uses = foreign.computeIfAbsent(end.peerAddress(), _ -> new Uses());
          uses.pairs++;
          uses.add(host.name(), joined.time(i, end.life().connected().orElse(host.begin())));
        }
      }
      for (HostRecord.Datagrams datagrams : host.datagrams()) {
        if (isForeign(datagrams.peerAddress(), joined)) {
          Uses uses = foreign.computeIfAbsent(datagrams.peerAddress(), _ -> new Uses());
          uses.handles += datagrams.count();
          uses.add(host.name(), joined.time(i, host.end()));
        }
      }
    }
    foreign.forEach((address, uses) ->
        sightings.add(
            JoinRule.J8,
            Severity.NOTICE,
            EndNames.address(address),
            "",
            "leading to it: queue pairs %d, address handles %d, of %s"
                .formatted(uses.pairs, uses.handles, named(uses.hosts)),
            uses.first));
  }

  private static String named(Set<String> hosts) {
    String first = String.join(", ", hosts.stream().limit(NAMED).toList());
    return hosts.size() > NAMED ? "%s and %d more".formatted(first, hosts.size() - NAMED) : first;
  }

  private static boolean isGroup(String address) {
    OptionalInt lid = PeerAddress.lidOf(address);
    return lid.isPresent()
        ? lid.getAsInt() >= FIRST_GROUP_LID && lid.getAsInt() <= LAST_GROUP_LID
        : GROUP.matcher(address).matches();
  }

  private static boolean isForeign(String address, JoinedHosts joined) {
    return !address.isEmpty()
        && !isGroup(address)
        && !Addresses.isLoopback(address)
        && !joined.owners().containsKey(address);
  }
}
