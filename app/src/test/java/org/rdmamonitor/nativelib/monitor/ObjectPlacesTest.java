// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.nativelib.generated.RdmaMonitorAbi;
import org.rdmamonitor.nativelib.generated.rm_claim;
import org.rdmamonitor.nativelib.generated.rm_object;
import org.rdmamonitor.nativelib.generated.rm_object_place;

class ObjectPlacesTest {
  private static final long ADDRESS = 0xffff_8880_1234_5678L;
  private static final int PLACES = 1 << RdmaMonitorAbi.RM_OBJECT_PLACE_BITS();

  private final MemorySegment memory =
      Arena.ofAuto().allocate(PLACES * rm_object_place.sizeof(), Long.BYTES);

  private final MemorySegment claims = Arena.ofAuto().allocate(ValueLayout.JAVA_LONG, PLACES);
  private final ObjectPlaces places = ObjectPlaces.over(memory, claims);
  private final MemorySegment object = rm_object.allocate(Arena.ofAuto());

  /** Enters an object as the programs do. */
  private MemorySegment enter(long address, int id) {
    int index = ObjectPlaces.placeOf(address);
    claims.setAtIndex(ValueLayout.JAVA_LONG, index, 1);
    MemorySegment place =
        memory.asSlice(index * rm_object_place.sizeof(), rm_object_place.sizeof());
    rm_claim.object(rm_object_place.claim(place), address);
    rm_object.id(rm_object_place.object(place), id);
    return place;
  }

  @Test
  void theUpperBitsOfTheProductAreTheNumberOfThePlace() {
    // By other means: times 0x9e3779b97f4a7c15, modulo 2 to the power of 64.
    assertThat(ObjectPlaces.placeOf(1)).isEqualTo(0x9e37);
    assertThat(ObjectPlaces.placeOf(ADDRESS)).isEqualTo(0x4c9a);
  }

  @Test
  void anObjectIsReadFromItsPlace() {
    enter(ADDRESS, 17);

    assertThat(places.read(ADDRESS, object)).isTrue();
    assertThat(rm_object.id(object)).isEqualTo(17);
  }

  @Test
  void theObjectInAPlaceIsNotTakenForAnotherThatHasTheSame() {
    long other = ADDRESS + 8;
    while (ObjectPlaces.placeOf(other) != ObjectPlaces.placeOf(ADDRESS)) {
      other += 8;
    }
    enter(ADDRESS, 17);

    assertThat(places.read(other, object)).isFalse();
    assertThat(rm_object.id(object)).isZero();
  }

  @Test
  void anObjectThatIsBeingWrittenIsNotRead() {
    rm_claim.begun(rm_object_place.claim(enter(ADDRESS, 17)), 1);

    assertThat(places.read(ADDRESS, object)).isFalse();
  }

  @Test
  void allAreVisitedWithTheirAddresses() {
    enter(ADDRESS, 17);
    enter(1, 18);
    rm_claim.object(rm_object_place.claim(enter(2, 19)), 0);

    List<String> visited = new ArrayList<>();
    places.forEach((address, seen) -> visited.add("%x %d".formatted(address, rm_object.id(seen))));

    assertThat(visited).containsExactly("ffff888012345678 17", "1 18");
  }
}
