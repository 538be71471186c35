// SPDX-License-Identifier: MIT
package org.rdmamonitor.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BoundedMapTest {
  @Test
  void theLeastRecentlyUsedGiveWayAndAreTold() {
    List<String> forgotten = new ArrayList<>();
    Map<Integer, String> map = new BoundedMap<>(2, forgotten::add);
    map.put(1, "one");
    map.put(2, "two");
    assertThat(forgotten).isEmpty();

    assertThat(map.get(1)).as("used").isEqualTo("one");
    map.put(3, "three");

    assertThat(map).containsOnlyKeys(1, 3);
    assertThat(forgotten).containsExactly("two");
  }
}
