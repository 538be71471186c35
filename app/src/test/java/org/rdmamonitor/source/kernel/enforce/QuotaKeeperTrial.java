// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.enforce;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.rdmamonitor.model.Sample.Scope;
import org.rdmamonitor.model.activity.Counts;
import org.rdmamonitor.model.limits.Limits;
import org.rdmamonitor.model.limits.Rule;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.model.resource.Size;
import org.rdmamonitor.nativelib.generated.rm_quota;
import org.rdmamonitor.nativelib.monitor.HeldObjects;
import org.rdmamonitor.nativelib.monitor.Peers;
import org.rdmamonitor.nativelib.monitor.Promises;
import org.rdmamonitor.nativelib.monitor.QuotaTable;
import org.rdmamonitor.nativelib.monitor.Tenants;
import org.rdmamonitor.source.kernel.host.CgroupNames;
import org.rdmamonitor.source.kernel.watch.Numbering;

/** What tests of quotas share: a keeper over tables in ordinary memory, and fakes of the others. */
abstract class QuotaKeeperTrial {
  static final int QP = Numbering.of(ResourceType.QP);
  static final int CAPACITY = 4;

  @TempDir Path root;

  final MemorySegment elements = Arena.ofAuto().allocate(rm_quota.sizeof() * CAPACITY, Long.BYTES);
  final QuotaTable table = new QuotaTable(elements, CAPACITY, () -> {});
  final Map<Long, Integer> tenants = new HashMap<>();
  final FakePeers peers = new FakePeers();
  final List<Promises.Promise> promises = new ArrayList<>();
  final Map<Scope, Counts> counts = new HashMap<>();
  final FakeObjects objects = new FakeObjects();
  long nanos;
  QuotaKeeper keeper;

  @BeforeEach
  void makeCgroups() throws IOException {
    Files.createDirectories(root.resolve("a/sub"));
    keeper =
        new QuotaKeeper(
            table,
            new FakeTenants(),
            peers,
            new FakePromises(),
            objects,
            new CgroupNames(Optional.of(root)),
            List::of,
            Optional.empty(),
            true,
            () -> nanos);
  }

  /** The table of peers, by prefix. */
  static final class FakePeers implements Peers {
    final Map<Prefix, Boolean> prefixes = new HashMap<>();

    @Override
    public void put(Prefix prefix, boolean isPermitted) {
      prefixes.put(prefix, isPermitted);
    }

    @Override
    public void remove(Prefix prefix) {
      prefixes.remove(prefix);
    }
  }

  /** An object with the quotas that hold it beside the host's. */
  static final class Live {
    final long cgroup;
    final int type;
    final long size;
    final boolean isListed;
    int[] shares = {};

    Live(long cgroup, int type, long size, boolean isListed) {
      this.cgroup = cgroup;
      this.type = type;
      this.size = size;
      this.isListed = isListed;
    }

    /** All that it counts for. */
    int[] quotas() {
      return IntStream.concat(IntStream.of(QuotaTable.HOST), Arrays.stream(shares)).toArray();
    }
  }

  /** Objects as the programs have them: what is held of each is right whatever happens. */
  final class FakeObjects implements HeldObjects {
    final List<Live> live = new ArrayList<>();
    final List<Integer> limitsWhenShared = new ArrayList<>();
    final List<Integer> peersWhenShared = new ArrayList<>();
    int looks;

    /** What happens just before objects are looked at, and just after. */
    Runnable before = () -> {};

    Runnable after = () -> {};

    @Override
    public Set<Long> shareAnew() {
      limitsWhenShared.add(limit(1));
      peersWhenShared.add(peersOf(1));
      Set<Long> nameless = new HashSet<>();
      for (Live object : live) {
        Optional<int[]> shares = keeper.sharesOf(object.cgroup);
        if (shares.isEmpty()) {
          nameless.add(object.cgroup);
          continue;
        }
        hold(object, object.shares, -1);
        object.shares = shares.get();
        hold(object, object.shares, 1);
      }
      return nameless;
    }

    void hold(Live object, int[] quotas, int times) {
      for (int quota : quotas) {
        table.addHeld(quota, object.type, times);
        if (object.size != 0) {
          table.addHeld(quota, QuotaTable.sizeHolding(object.type), times * object.size);
        }
      }
    }

    void add(Live object) {
      live.add(object);
      object.shares = keeper.sharesOf(object.cgroup).orElse(new int[0]);
      hold(object, new int[] {QuotaTable.HOST}, 1);
      hold(object, object.shares, 1);
    }

    @Override
    public Totals totals() {
      looks++;
      before.run();
      Totals totals = new Totals();
      for (Live object : live) {
        totals.add(object.type, object.size, object.isListed, object.quotas());
      }
      after.run();
      return totals;
    }
  }

  /** What happened to the table of tenants, and the limit of the first one at each such moment. */
  final List<String> tenantChanges = new ArrayList<>();

  final List<Integer> limitsSeen = new ArrayList<>();

  /** What a cgroup at a path would be. */
  final Map<String, Integer> expected = new HashMap<>();

  /** What happens just before it is looked whether a cgroup is a tenant. */
  Runnable beforeLookup = () -> {};

  final class FakeTenants implements Tenants {
    @Override
    public boolean has(long cgroup, int index) {
      beforeLookup.run();
      return tenants.getOrDefault(cgroup, -1) == index;
    }

    @Override
    public void expect(String path, int index) {
      expected.put(path, index);
      limitsSeen.add(limit(index));
    }

    @Override
    public void forget(String path) {
      expected.remove(path);
    }

    @Override
    public void put(long cgroup, int index) {
      tenants.put(cgroup, index);
      tenantChanges.add("put " + index);
      limitsSeen.add(limit(1));
    }

    @Override
    public void remove(long cgroup) {
      tenantChanges.add("remove " + tenants.remove(cgroup));
      limitsSeen.add(limit(1));
    }
  }

  final class FakePromises implements Promises {
    @Override
    public List<Promise> list() {
      return List.copyOf(promises);
    }

    @Override
    public boolean end(Promise promise) {
      return promises.remove(promise);
    }
  }

  long id(String path) throws IOException {
    return (Long) Files.getAttribute(root.resolve(path), "unix:ino");
  }

  static Limits queuePairs(long most) {
    return new Limits(Map.of(new Rule.Count(ResourceType.QP), most));
  }

  /** Queue pairs of a cgroup, which are counted and held. */
  void live(String path, long queuePairs) throws IOException {
    live(id(path), queuePairs);
  }

  void live(long cgroup, long queuePairs) {
    counts.put(
        new Scope(cgroup, 0), new Counts.Builder().live(ResourceType.QP, queuePairs).build());
    for (long i = 0; i < queuePairs; i++) {
      objects.add(new Live(cgroup, QP, 0, true));
    }
  }

  static int holding(Size size) {
    return QuotaTable.sizeHolding(Numbering.of(size.type()));
  }

  long held(String path) throws IOException {
    return table.held(tenants.get(id(path)), QP);
  }

  void reconcile(int times) {
    for (int i = 0; i < times; i++) {
      keeper.reconcile(() -> Map.copyOf(counts), true);
    }
  }

  int limit(int quota) {
    return rm_quota.limit(element(quota), QP);
  }

  /** The number of the policy that says whom it may talk to. */
  int peersOf(int quota) {
    return rm_quota.peers(element(quota));
  }

  MemorySegment element(int quota) {
    return elements.asSlice(quota * rm_quota.sizeof(), rm_quota.sizeof());
  }
}
