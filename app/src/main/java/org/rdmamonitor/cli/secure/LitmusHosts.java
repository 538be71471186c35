// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.secure;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.litmus.OtherHosts;
import org.rdmamonitor.litmus.device.DeviceTestbeds;
import org.rdmamonitor.litmus.hosts.Leader;
import org.rdmamonitor.litmus.hosts.Peer;
import org.rdmamonitor.secure.tls.Credentials;
import org.rdmamonitor.secure.tls.TlsClient;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The other hosts of litmus tests, each of which runs {@code rdma-secure litmus server}. */
final class LitmusHosts implements OtherHosts {
  private final SecureTools tools;

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec spec;

  @Option(
      names = "--hosts",
      paramLabel = "HOST[:PORT]",
      split = ",",
      converter = SecureValues.HostAndPort.class,
      description = "Other hosts that nodes are on too, with litmus server (port: 5555).")
  private List<SecureValues.ServerAddress> hosts = new ArrayList<>();

  @Mixin private KeyOptions keys = new KeyOptions();

  LitmusHosts(SecureTools tools) {
    this.tools = tools;
  }

  @Override
  public Optional<Leader> lead(List<String> devices) throws IOException {
    if (hosts.isEmpty()) {
      return Optional.empty();
    }
    if (hosts.size() > Leader.MOST_OTHERS) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(),
          "--hosts names %d hosts; there may be %d".formatted(hosts.size(), Leader.MOST_OTHERS));
    }
    TlsClient tls = new TlsClient(Credentials.ofClient(keys.directory()), keys.settings());
    DeviceTestbeds testbeds = DeviceTestbeds.of(tools.verbsOfDevices(), devices);
    List<Peer> peers = new ArrayList<>();
    try {
      for (SecureValues.ServerAddress place : hosts) {
        peers.add(connect(tls, place));
      }
      return Optional.of(Leader.greet(testbeds, peers));
    } catch (IOException | RuntimeException e) {
      peers.forEach(Peer::close);
      throw e;
    }
  }

  private static Peer connect(TlsClient tls, SecureValues.ServerAddress place) throws IOException {
    try {
      return new TlsPeer(tls.connect(place.host(), place.port()), place.toString());
    } catch (IOException e) {
      throw SecureFailure.of(e).<IOException>map(failure -> failure.of(place.toString())).orElse(e);
    }
  }
}
