// SPDX-License-Identifier: MIT

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Makes lib/PROGRAM.aot of a distribution by a training run, and beside it a copy of the JDK's
 * "release" file, by which the launcher knows the JDK that may use the cache. Run by Maven on the
 * JDK of the toolchain. Without a cache the program only starts more slowly, so that a failure here
 * is one line and not the end of the build.
 *
 * <p>Usage: AotCache DISTRIBUTION PROGRAM TRAINING-CLASSES CLASS [ARGUMENT...]
 */
final class AotCache {
  /**
   * As rdma-monitor's launcher has them. rdma-secure's has another heap and the optimising compiler
   * too, for which a cache need not be made anew: one that was trained with that compiler holds its
   * profiles, and rdma-secure starts a third more slowly with them.
   */
  private static final List<String> FLAGS =
      List.of(
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseCompactObjectHeaders",
          "-Xmx128m",
          "--enable-native-access=ALL-UNNAMED",
          // No machine code: it is this processor's, and one that has no AVX dies of it (JDK
          // 25.0.3).
          "-XX:+UnlockDiagnosticVMOptions",
          "-XX:-AOTAdapterCaching",
          "-XX:-AOTStubCaching");

  /** What rdma-monitor's cache has no use for: profiles, which its launcher has the JVM ignore. */
  private static final String WITHOUT_PROFILES = "-XX:-AOTRecordTraining";

  public static void main(String[] args) throws IOException, InterruptedException {
    Path lib = Path.of(args[0], "lib");
    String program = args[1];
    Path cache = lib.resolve(program + ".aot");
    Path release = lib.resolve(program + ".aot.release");
    Files.deleteIfExists(cache);
    Files.deleteIfExists(release);

    Path jdk = Path.of(System.getProperty("java.home"));
    List<String> command = new ArrayList<>();
    command.add(jdk.resolve("bin/java").toString());
    command.addAll(FLAGS);
    if (program.equals("rdma-monitor")) {
      command.add(WITHOUT_PROFILES);
    }
    command.add("-XX:AOTCacheOutput=" + cache);
    command.add("-Drdma-monitor.home=" + args[0]);
    command.add("-cp");
    command.add(lib.resolve("rdma-monitor.jar").toString());
    command.add("org.rdmamonitor.cli.Rehearsal");
    command.addAll(List.of(args).subList(2, args.length));

    Path log = Files.createTempFile(program + "-aot", ".log");
    Process training =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    boolean ended = training.waitFor(2, TimeUnit.MINUTES);
    if (!ended) {
      training.destroyForcibly();
    }
    if (ended && Files.exists(cache)) {
      Files.copy(jdk.resolve("release"), release, StandardCopyOption.REPLACE_EXISTING);
      Files.delete(log);
    } else {
      System.out.println(
          "No AOT cache was made for " + program + "; the output of the training run is in " + log);
    }
  }

  private AotCache() {}
}
