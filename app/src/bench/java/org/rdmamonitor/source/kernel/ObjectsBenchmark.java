// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.rdmamonitor.Steps;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.source.kernel.reconcile.InventoryReader;
import org.rdmamonitor.source.kernel.reconcile.ObjectMender;

/**
 * What hosts of several sizes cost beside their readings: the list of all objects, one by one as
 * far as they are told so; the start, when all of them are taken in; and the comparison of what the
 * programs know with what the kernel has, which agree. Without the kernel's own work for its
 * answers. A process for each hundred objects, at most 5,000.
 */
public final class ObjectsBenchmark {
  private static final List<Integer> SIZES = List.of(1_000, 10_000, 100_000, 600_000);
  private static final int OF_A_PROCESS = 100;
  private static final int MOST_PROCESSES = 5_000;
  private static final int TIMES = 12;

  private ObjectsBenchmark() {}

  /** Sizes are numbers of objects; those above if there are none. */
  public static void main(String... args) throws IOException {
    List<Integer> sizes = args.length == 0 ? SIZES : Stream.of(args).map(Integer::valueOf).toList();
    List<Steps> all = new ArrayList<>();
    for (int objects : sizes) {
      Path top = Files.createTempDirectory("objects");
      try {
        all.add(steps(objects, top));
      } finally {
        remove(top);
      }
    }
    for (int i = 1; i < sizes.size(); i++) {
      all.get(i).compare("objects", "one", sizes.get(i), all.getFirst(), sizes.getFirst());
    }
  }

  private static Steps steps(int objects, Path top) throws IOException {
    int processes = Math.min(objects / OF_A_PROCESS, MOST_PROCESSES);
    LargeHost host = new LargeHost(objects / ResourceType.values().length, processes);
    InventoryReader reader = host.inventoryReader(top);
    Set<ResourceType> unlisted = EnumSet.noneOf(ResourceType.class);
    Steps steps = new Steps();
    for (int time = 0; time < TIMES; time++) {
      steps.take("list", reader::read);
      ObjectMender mender = host.mender(new LargeHost.KernelTable());
      steps.take("start", () -> mender.takeIn(unlisted));
      steps.take("comparison", () -> mender.mendConfirmed(unlisted, Duration.ZERO));
    }
    System.out.printf("%,d objects of %,d processes%n", objects, processes);
    steps.print();
    return steps;
  }

  private static void remove(Path top) throws IOException {
    try (Stream<Path> files = Files.walk(top)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
