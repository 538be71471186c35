// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.secure;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.common.HelpOption;
import org.rdmamonitor.secure.keys.KeyAlgorithm;
import org.rdmamonitor.secure.keys.KeyPlan;
import org.rdmamonitor.secure.keys.Keygen;
import org.rdmamonitor.secure.keys.ServerName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes certificates and keys. */
@Command(
    name = "keygen",
    description = "Make an authority, and a server's and a client's certificate and key.",
    sortOptions = false)
final class KeygenCommand implements Callable<Integer> {
  private final SecureTools tools;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(paramLabel = "DIR", description = "The directory; it is made.")
  private @Nullable Path directory;

  @Option(
      names = "--server-name",
      paramLabel = "NAME",
      description =
          "A name or address that clients connect to; may be repeated. This host's name,"
              + " localhost and its addresses always are.")
  private List<String> serverNames = new ArrayList<>();

  @Option(
      names = "--client-name",
      paramLabel = "NAME",
      description = "The client's name in the server's log (default: rdma-secure client).")
  private @Nullable String clientName;

  @Option(
      names = "--days",
      paramLabel = "N",
      converter = SecureValues.Days.class,
      description = "How long the two certificates hold, up to 3650 (default: 825).")
  private @Nullable Integer days;

  @Option(
      names = "--algorithm",
      paramLabel = "NAME",
      converter = SecureValues.KeyAlgorithms.class,
      completionCandidates = SecureValues.KeyAlgorithms.class,
      description =
          "The algorithm of the keys: ed25519, or ecdsa-p256 for where Ed25519 is not let in"
              + " (default: ed25519).")
  private KeyAlgorithm algorithm = KeyAlgorithm.ED25519;

  @Option(names = "--force", description = "Replace keys that are there.")
  private boolean force;

  @SuppressWarnings("unused") // picocli acts on it
  @Mixin
  private HelpOption help = new HelpOption();

  KeygenCommand(SecureTools tools) {
    this.tools = tools;
  }

  @Override
  public Integer call() throws IOException {
    Path target = Objects.requireNonNull(directory);
    KeyPlan plan = plan();
    new Keygen().make(target, plan, force ? Keygen.Existing.REPLACED : Keygen.Existing.KEPT);
    String names =
        plan.serverNames().stream()
            .map(ServerName::text)
            .sorted()
            .collect(Collectors.joining(", "));
    tools
        .out()
        .write(
            """
            Made %s for %d days, for a server that is connected to as %s.
            The server's host needs ca.pem, server.pem and server.key; a client's needs ca.pem,
            client.pem and client.key. Keep ca.key where neither is: whoever has it can be both.
            """
                .formatted(target, plan.days(), names));
    return ExitCode.OK;
  }

  private KeyPlan plan() throws IOException {
    KeyPlan plan = KeyPlan.forThisHost(serverNames).with(algorithm);
    try {
      if (clientName != null) {
        plan = plan.withClientName(clientName);
      }
      return days == null ? plan : plan.with(plan.start(), days);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(), String.valueOf(e.getMessage()), e);
    }
  }
}
