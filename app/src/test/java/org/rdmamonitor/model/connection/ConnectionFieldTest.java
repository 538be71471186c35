// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.connection.ConnectionField.Told;
import org.rdmamonitor.model.resource.QueuePairPath.Address;
import org.rdmamonitor.model.resource.QueuePairPath.Transport;

class ConnectionFieldTest {
  @Test
  void eachHasAKeyOfItsOwn() {
    assertThat(Arrays.stream(ConnectionField.values()).map(ConnectionField::key))
        .doesNotHaveDuplicates();
  }

  @Test
  void sequenceNumbersAreToldOnlyWhereTheyAreWanted() {
    assertThat(ConnectionField.values())
        .filteredOn(field -> field.key().endsWith("psn"))
        .hasSize(4)
        .allMatch(field -> field.told() == Told.AS_PSN);
  }

  @Test
  void ofAnAddressAloneItIsToldWhatThatHas() {
    Address address = new Address(Transport.IB, 1, OptionalInt.of(7), 1, 3, Optional.empty());

    assertThat(ConnectionField.values())
        .filteredOn(field -> field.of(address).isPresent())
        .containsExactly(
            ConnectionField.TRANSPORT,
            ConnectionField.PEER_LID,
            ConnectionField.PATH_BITS,
            ConnectionField.SERVICE_LEVEL);
    assertThat(ConnectionField.PEER_LID.of(address).map(Object::toString)).hasValue("7");
  }

  private static String text(Peering peering) {
    return Arrays.stream(ConnectionField.values())
        .filter(field -> field != ConnectionField.RDMA_CM)
        .flatMap(field -> field.of(peering).map(value -> field.key() + "=" + value).stream())
        .collect(Collectors.joining(" "));
  }

  @Test
  void ofAConnectionItIsToldWhatIsKnownOfIt() {
    Sample sample = Scenes.connections();
    List<Peering> peerings = Peering.of(sample.inventory(), sample.facts());

    assertThat(peerings.stream().map(ConnectionFieldTest::text))
        .contains(
            "port=1 lqpn=17 qp_type=RC state=RTS since=2023-11-05T10:45:11.500Z rqpn=18"
                + " transport=RoCE v2 own_gid=::ffff:10.77.0.1 gid_index=1"
                + " peer_gid=::ffff:10.77.0.2 traffic_class=106 hop_limit=64 flow_label=0"
                + " service_level=3 path_mtu=1024 timeout=14 retry_count=7 rnr_retry=6"
                + " min_rnr_timer=12 max_rd_atomic=1 max_dest_rd_atomic=2 rq_psn_set=true"
                + " sq_psn_set=true first_rq_psn=1000 first_sq_psn=1001 rq-psn=1001 sq-psn=1002"
                + " path-mig-state=MIGRATED seen=true pid=42 comm=app kernel=false",
            "port=1 lqpn=19 qp_type=RC state=INIT since=2023-11-05T10:45:10Z rq_psn_set=false"
                + " sq_psn_set=false rq-psn=0 sq-psn=0 path-mig-state=MIGRATED seen=true pid=42"
                + " comm=app kernel=false",
            "port=1 pdn=1 since=2023-11-05T10:45:11.750Z transport=RoCE v2"
                + " own_gid=::ffff:10.77.0.1 gid_index=1 peer_gid=::ffff:10.77.0.2"
                + " traffic_class=106 hop_limit=64 flow_label=0 service_level=3 queue_pairs=[21]"
                + " pid=42 comm=app kernel=false",
            "port=1 pdn=8 since=2023-11-05T10:45:11.750Z transport=InfiniBand own_lid=5 peer_lid=7"
                + " path_bits=0 service_level=0 queue_pairs=[] pid=0 comm=ib_ipoib kernel=true");
  }
}
