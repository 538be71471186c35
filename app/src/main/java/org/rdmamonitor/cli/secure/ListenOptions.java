// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.secure;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Where a server listens. */
final class ListenOptions {
  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec spec;

  @Option(
      names = {"-p", "--port"},
      paramLabel = "PORT",
      converter = SecureValues.ListenPort.class,
      description = "The TCP port (default: 5555); 0 picks one.")
  private @Nullable Integer port;

  @Option(
      names = "--listen",
      paramLabel = "ADDRESS",
      description = "The address to listen at (default: all of this host's).")
  private @Nullable String listen;

  InetSocketAddress address() {
    return address(null);
  }

  /**
   * The same.
   *
   * @param word the port, where it was given without the option too
   */
  InetSocketAddress address(@Nullable Integer word) {
    try {
      InetAddress address = listen == null ? null : InetAddress.getByName(listen);
      return new InetSocketAddress(
          address, ServerPort.of(port, word, Objects.requireNonNull(spec)));
    } catch (UnknownHostException e) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(),
          "'%s' is no address of this host".formatted(listen),
          e);
    }
  }
}
