// SPDX-License-Identifier: MIT
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.rdmamonitor.nativelib.verbs.GidEntry;
import org.rdmamonitor.nativelib.verbs.PortInfo;
import org.rdmamonitor.nativelib.verbs.Verbs;
import org.rdmamonitor.nativelib.verbs.VerbsContext;
import org.rdmamonitor.sst.Barrier;
import org.rdmamonitor.sst.Fabric;
import org.rdmamonitor.sst.TableLayout;
import org.rdmamonitor.sst.SharedTable;
import org.rdmamonitor.sst.verbs.LocalMembers;
import org.rdmamonitor.sst.verbs.LocalPort;

/**
 * Four members, each on a thread, add up what all of them have, by a shared state table over an RDMA
 * device. Usage: Sums LIBRARY DEVICE, where LIBRARY is librdmamonitor_verbs.so of the distribution.
 */
public final class Sums {
  private static final int MEMBERS = 4;
  private static final int ROUNDS = 1_000;
  private static final Duration LIMIT = Duration.ofSeconds(10);

  /** The fields of a row. */
  private static final int VALUE = 0;

  private static final int READY = 1;
  private static final int ARRIVED = 2;
  private static final int FIELDS = 3;

  private Sums() {}

  public static void main(String[] args) throws Exception {
    TableLayout layout = TableLayout.ofTable(MEMBERS, FIELDS);
    Verbs verbs = Verbs.load(Path.of(args[0]));
    try (VerbsContext device = verbs.open(args[1]);
        LocalMembers members = new LocalMembers(List.of(place(device)), layout)) {
      List<Thread> threads = new ArrayList<>();
      for (Fabric fabric : members.fabrics()) {
        threads.add(Thread.ofPlatform().start(() -> run(fabric, layout)));
      }
      for (Thread thread : threads) {
        thread.join();
      }
    }
  }

  private static void run(Fabric fabric, TableLayout layout) {
    try {
      SharedTable table = new SharedTable(fabric, layout, LIMIT);
      Barrier barrier = new Barrier(table, ARRIVED);
      long sum = 0;
      for (long round = 1; round <= ROUNDS; round++) {
        table.set(VALUE, round * (table.self() + 1));
        table.push(VALUE, 1);
        table.publish(READY, round); // whoever sees it sees the value
        long now = round;
        table.await(row -> row.get(READY) >= now);
        for (int member = 0; member < MEMBERS; member++) {
          sum += table.get(member, VALUE);
        }
        barrier.await(); // all have looked, so that values may change
      }
      System.out.printf("member %d: %d%n", table.self(), sum);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static LocalPort place(VerbsContext device) {
    PortInfo port = device.port(1);
    GidEntry gid =
        device.gids().stream()
            .filter(entry -> entry.port() == 1 && entry.gid().isIpv4())
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("port 1 has no IPv4 address"));
    return new LocalPort(device, port, gid);
  }
}
