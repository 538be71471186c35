// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.rdmamonitor.model.Inventory;
import org.rdmamonitor.model.Inventory.Owner;
import org.rdmamonitor.model.Inventory.Rest;
import org.rdmamonitor.model.LiveObject;
import org.rdmamonitor.model.ResourceType;

/**
 * The listing of objects: what was added, changed or removed since the one before. A list that has
 * two objects of one name, or another order than that of names, is written as a whole.
 *
 * @param whole whether the objects are all that there are, and not those that differ
 * @param processes empty where they are the same as before; so are those left out
 */
record InventoryJson(
    Instant time,
    boolean whole,
    List<LiveObject> objects,
    List<Name> gone,
    Optional<List<Owner>> processes,
    Optional<List<Rest>> leftOut) {

  private static final Codec<List<Name>> NAMES =
      Codec.list(
          Shape.array(f ->
              new Name(
                  f.known("type", Names.TYPES, Name::type),
                  f.integer("device", Name::device),
                  f.integer("id", Name::id))));

  private static final Codec<Optional<List<Owner>>> PROCESSES =
      Codec.list(
              Shape.<Owner>array(f ->
                  new Owner(
                      f.integer("pid", Owner::pid),
                      f.text("comm", Owner::comm),
                      f.number("cgroup", Owner::cgroup),
                      f.nanos("cpu_ns", Owner::cpu),
                      f.nanos("started_ns", Owner::started))))
          .orNull();

  private static final Codec<Optional<List<Rest>>> LEFT_OUT =
      Codec.list(
              Shape.<Rest>array(f ->
                  new Rest(
                      f.integer("pid", Rest::pid),
                      f.known("type", Names.TYPES, Rest::type),
                      f.number("count", Rest::count),
                      f.number("size", Rest::size))))
          .orNull();

  static final Shape<InventoryJson> CHANGES =
      Shape.object(f ->
          new InventoryJson(
              f.value("time", Codec.TIME, InventoryJson::time),
              f.sometimes("whole", Codec.FLAG, false, InventoryJson::whole),
              f.value("objects", ObjectJson.OBJECTS, InventoryJson::objects),
              f.sometimes("gone", NAMES, List.of(), InventoryJson::gone),
              f.sometimes("processes", PROCESSES, Optional.empty(), InventoryJson::processes),
              f.sometimes("left_out", LEFT_OUT, Optional.empty(), InventoryJson::leftOut)));

  /** What tells one object from another. */
  record Name(ResourceType type, int device, int id) {
    static final Comparator<Name> ORDER =
        Comparator.comparing(Name::type).thenComparingInt(Name::device).thenComparingInt(Name::id);

    static Name of(LiveObject object) {
      return new Name(object.type(), object.device(), object.id());
    }
  }

  /** What has changed between two listings. */
  static InventoryJson between(Inventory before, Inventory now) {
    boolean whole = !isOrdered(before.objects()) || !isOrdered(now.objects());
    Map<Name, LiveObject> old = new LinkedHashMap<>();
    List<LiveObject> changed = new ArrayList<>();
    if (!whole) {
      before.objects().forEach(object -> old.put(Name.of(object), object));
      for (LiveObject object : now.objects()) {
        if (!object.equals(old.remove(Name.of(object)))) {
          changed.add(object);
        }
      }
    }
    return new InventoryJson(
        now.time(),
        whole,
        whole ? now.objects() : changed,
        List.copyOf(old.keySet()),
        Optional.of(now.processes()).filter(list -> !list.equals(before.processes())),
        Optional.of(now.leftOut()).filter(list -> !list.equals(before.leftOut())));
  }

  private static boolean isOrdered(List<LiveObject> list) {
    for (int i = 1; i < list.size(); i++) {
      if (Name.ORDER.compare(Name.of(list.get(i - 1)), Name.of(list.get(i))) >= 0) {
        return false;
      }
    }
    return true;
  }

  /** The listing that it makes of the one before. */
  Inventory since(Inventory before) {
    return new Inventory(
        time,
        whole ? objects : merged(before.objects()),
        processes.orElse(before.processes()),
        leftOut.orElse(before.leftOut()));
  }

  private List<LiveObject> merged(List<LiveObject> before) {
    if (objects.isEmpty() && gone.isEmpty()) {
      return before;
    }
    Map<Name, LiveObject> merged = new TreeMap<>(Name.ORDER);
    before.forEach(object -> merged.put(Name.of(object), object));
    objects.forEach(object -> merged.put(Name.of(object), object));
    gone.forEach(merged::remove);
    return List.copyOf(merged.values());
  }
}
