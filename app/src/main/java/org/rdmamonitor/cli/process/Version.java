// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Supplier;
import picocli.CommandLine.IVersionProvider;

/** What this program was built from, and what it runs on. */
public final class Version implements IVersionProvider {
  private final Supplier<Optional<String>> libbpf;

  public Version(Supplier<Optional<String>> libbpf) {
    this.libbpf = libbpf;
  }

  @Override
  public String[] getVersion() {
    return new String[] {
      ofProgram("rdma-monitor"),
      ofJdk(),
      libbpf
          .get()
          .map(version -> "libbpf " + version.replaceFirst("^v", ""))
          .orElse("libbpf is not installed"),
    };
  }

  /** The version lines of a program that does not need libbpf. */
  public static String[] withoutLibbpf(String program) {
    return new String[] {ofProgram(program), ofJdk()};
  }

  private static String ofProgram(String name) {
    Properties build = build();
    return "%s %s (commit %s, %s)"
        .formatted(name, of(build, "version"), of(build, "commit"), of(build, "time"));
  }

  private static String ofJdk() {
    return "JDK %s (%s)"
        .formatted(System.getProperty("java.runtime.version"), System.getProperty("java.vendor"));
  }

  /** The version of this program: {@code 0.1.0}. */
  public static String ofProgram() {
    return of(build(), "version");
  }

  private static String of(Properties build, String key) {
    return build.getProperty(key, "unknown");
  }

  private static Properties build() {
    Properties build = new Properties();
    try (InputStream in = Version.class.getResourceAsStream("/org/rdmamonitor/build.properties")) {
      if (in != null) {
        build.load(in);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return build;
  }
}
