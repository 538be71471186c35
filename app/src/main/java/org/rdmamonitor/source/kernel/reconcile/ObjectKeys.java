// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.reconcile;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.source.kernel.host.RdmaResources.Listed;
import org.rdmamonitor.source.kernel.watch.Numbering;

/**
 * The objects that netlink lists, in eight bytes each, so that many fit into memory: device, type
 * and id, and a few bits that help to distinguish objects. Not safe for use by several threads.
 */
final class ObjectKeys {
  private static final int PRINT_BITS = 17;
  private static final int ID_BITS = 32;
  private static final int TYPE_BITS = 3;
  private static final int DEVICES = 1 << 11;
  private static final long[] NONE = {};

  private final Map<Integer, Integer> devices;
  private long[] keys = new long[1024];
  private int size;
  private final BitSet matched = new BitSet();

  /** An empty set; sets that are to be compared use the same numbering of devices. */
  ObjectKeys(Map<Integer, Integer> devices) {
    this.devices = devices;
  }

  static Map<Integer, Integer> numbering() {
    return new HashMap<>();
  }

  int size() {
    return size;
  }

  /** Adds an object; it is left out if there are more devices than keys can distinguish. */
  void add(Listed object) {
    long key = key(object);
    if (key < 0) {
      return;
    }
    if (size == keys.length) {
      keys = Arrays.copyOf(keys, size + (size >> 1));
    }
    keys[size++] = key;
  }

  /** Sorts; to be called before anything is asked. */
  void settle() {
    Arrays.sort(keys, 0, size);
    int kept = 0;
    for (int i = 0; i < size; i++) {
      // A list that changes while it is read may contain an object twice.
      if (i + 1 == size || keys[i] >>> PRINT_BITS != keys[i + 1] >>> PRINT_BITS) {
        keys[kept++] = keys[i];
      }
    }
    size = kept;
  }

  /** The key of an object; negative if there are more devices than keys can distinguish. */
  long key(Listed object) {
    Integer device = devices.get(object.device());
    if (device == null) {
      if (devices.size() == DEVICES) {
        return -1;
      }
      device = devices.size();
      devices.put(object.device(), device);
    }
    int print = 31 * (31 * object.pid() + object.name().hashCode()) + Long.hashCode(object.size());
    return prefix(device, object.type(), object.id())
        | ((print * 0x9e3779b9) >>> (Integer.SIZE - PRINT_BITS));
  }

  private static long prefix(int device, ResourceType type, int id) {
    return (((long) device << TYPE_BITS) | Numbering.of(type)) << (ID_BITS + PRINT_BITS)
        | (Integer.toUnsignedLong(id) << PRINT_BITS);
  }

  /** The result of a match. */
  enum Match {
    FOUND,
    /** The object is there, but has been matched already. */
    TAKEN,
    NONE
  }

  /** Matches a known object with a listed one, by device, type and id. */
  Match match(int device, ResourceType type, int id) {
    if (device == Device.UNKNOWN_INDEX) {
      Match best = Match.NONE;
      for (int number = 0; number < devices.size(); number++) {
        Match match = matchNumber(number, type, id);
        if (match == Match.FOUND) {
          return match;
        }
        best = match == Match.TAKEN ? match : best;
      }
      return best;
    }
    Integer number = devices.get(device);
    return number == null ? Match.NONE : matchNumber(number, type, id);
  }

  private Match matchNumber(int device, ResourceType type, int id) {
    long prefix = prefix(device, type, id);
    int at = Arrays.binarySearch(keys, 0, size, prefix);
    at = at < 0 ? -at - 1 : at;
    if (at == size || keys[at] >>> PRINT_BITS != prefix >>> PRINT_BITS) {
      return Match.NONE;
    }
    if (matched.get(at)) {
      return Match.TAKEN;
    }
    matched.set(at);
    return Match.FOUND;
  }

  /** The keys that nothing has matched, in ascending order. */
  long[] unmatched() {
    int count = size - matched.cardinality();
    return count == 0
        ? NONE
        : IntStream.range(0, size).filter(i -> !matched.get(i)).mapToLong(i -> keys[i]).toArray();
  }

  /** The keys that are in both arrays, each of which is sorted. */
  static long[] both(long[] some, long[] others) {
    return Arrays.stream(some).filter(key -> contains(others, key)).toArray();
  }

  static boolean contains(long[] sorted, long key) {
    return Arrays.binarySearch(sorted, key) >= 0;
  }
}
