// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

import java.lang.foreign.MemorySegment;
import org.rdmamonitor.nativelib.bpf.BpfMap;
import org.rdmamonitor.nativelib.generated.RdmaMonitorAbi;
import org.rdmamonitor.nativelib.generated.rm_claim;
import org.rdmamonitor.nativelib.generated.rm_object_place;

/**
 * The places of live objects (struct rm_object_place), in memory that is shared with the BPF
 * programs: reading them takes no system call. Not to be used after {@link #close()}.
 */
final class ObjectPlaces implements AutoCloseable {
  private final Elements places;

  private ObjectPlaces(Elements places) {
    this.places = places;
  }

  /** Over maps "object_places" and "object_claims". */
  ObjectPlaces(BpfMap map, BpfMap claims) {
    this(Elements.of(map, claims, rm_object_place.sizeof()));
  }

  /** Places in memory that is laid out like the maps and still belongs to the caller. */
  static ObjectPlaces over(MemorySegment places, MemorySegment claims) {
    return new ObjectPlaces(Elements.over(places, claims, rm_object_place.sizeof()));
  }

  /** Is given a copy of an object (struct rm_object), which is valid until it returns. */
  @FunctionalInterface
  interface Visitor {
    void visit(long address, MemorySegment object);
  }

  /** Visits all that have a place. One that comes or goes meanwhile may be missed or seen. */
  void forEach(Visitor visitor) {
    places.forEach(
        (index, place) -> visitor.visit(addressIn(place), rm_object_place.object(place)));
  }

  /**
   * Copies the object at an address; false if there is none, or if another one has its place.
   *
   * @param object for a struct rm_object
   */
  boolean read(long address, MemorySegment object) {
    MemorySegment place = places.room();
    if (!places.read(placeOf(address), place) || addressIn(place) != address) {
      return false;
    }
    object.copyFrom(rm_object_place.object(place));
    return true;
  }

  /** The number of the place of all objects whose address has the same. */
  static int placeOf(long address) {
    long spread = address * RdmaMonitorAbi.RM_SPREAD();
    return (int) (spread >>> (Long.SIZE - RdmaMonitorAbi.RM_OBJECT_PLACE_BITS()));
  }

  private static long addressIn(MemorySegment place) {
    return rm_claim.object(rm_object_place.claim(place));
  }

  @Override
  public void close() {
    places.close();
  }
}
