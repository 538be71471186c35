// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
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
}
