// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.source.kernel.reconcile.InventoryReader;
import org.rdmamonitor.source.kernel.reconcile.ObjectMender;

/**
 * A hostile tenant with 200,000 objects of every kind, in 10,000 cgroups, in a JVM of the
 * launcher's size. Another has a few.
 */
class ScaleTest {
  private static final int OF_EACH_KIND = 200_000;
  private static final int CGROUPS = 10_000;

  /** The size that the launcher gives the JVM, as it stands there. */
  private static String heap() throws IOException {
    return Files.readString(Path.of("src/main/dist/bin/rdma-monitor"))
        .lines()
        .filter(line -> line.startsWith("memory="))
        .map(line -> "-Xmx" + line.substring("memory=".length()))
        .findFirst()
        .orElseThrow();
  }

  @TempDir Path top;

  private String run(String heap, String part) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-XX:+UseCompactObjectHeaders",
                heap,
                "-cp",
                System.getProperty("java.class.path"),
                Host.class.getName(),
                part,
                top.toString())
            .redirectErrorStream(true)
            .start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(out).isZero();
    return out.strip();
  }

  @Test
  void theListOfObjectsStaysWithinTheMemoryAndHidesNobody() throws Exception {
    assertThat(run(heap(), "inventory"))
        .isEqualTo("in detail 16384, in all 1400014, of the other tenant 14");
  }

  @Test
  void theDifferenceIsFoundAndMendedWithinTheMemory() throws Exception {
    assertThat(run(heap(), "difference"))
        .isEqualTo("taken in 1400014, then 0, forgotten and taken in 2000, known 1400014");
  }

  /** In a JVM of its own. */
  static final class Host {
    private Host() {}

    public static void main(String[] arguments) throws IOException {
      LargeHost host = new LargeHost(OF_EACH_KIND, CGROUPS);
      System.out.println(
          arguments[0].equals("inventory")
              ? inventory(host, Path.of(arguments[1]))
              : difference(host));
    }

    private static String inventory(LargeHost host, Path top) throws IOException {
      InventoryReader reader = host.inventoryReader(top);
      // As the monitor has it: those of two readings, and the one in the making.
      Inventory before = reader.read();
      Inventory shown = reader.read();
      Inventory now = reader.read();
      if (before.leftOutCount() != shown.leftOutCount()) {
        throw new IllegalStateException("not the same");
      }
      return "in detail %d, in all %d, of the other tenant %d"
          .formatted(
              now.objects().size(),
              now.objects().size() + now.leftOutCount(),
              now.objects().stream().filter(object -> object.pid() == LargeHost.VICTIM).count());
    }

    private static String difference(LargeHost host) {
      LargeHost.KernelTable table = new LargeHost.KernelTable();
      ObjectMender mender = host.mender(table);
      Set<ResourceType> unlisted = EnumSet.noneOf(ResourceType.class);
      int taken = mender.takeIn(unlisted);
      int then = mender.mendConfirmed(unlisted, Duration.ZERO);
      table.replace(1000);
      int mended = mender.mendConfirmed(unlisted, Duration.ZERO);
      return "taken in %d, then %d, forgotten and taken in %d, known %d"
          .formatted(taken, then, mended, table.size());
    }
  }
}
