// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.secure;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.secure.seal.Seal;
import org.rdmamonitor.secure.wire.Codec;
import org.rdmamonitor.secure.wire.ConnectionMode;
import org.rdmamonitor.secure.wire.Extent;
import org.rdmamonitor.secure.wire.FieldException;
import org.rdmamonitor.secure.wire.Measure;
import org.rdmamonitor.secure.wire.Message.Request;
import org.rdmamonitor.secure.wire.Mtu;
import org.rdmamonitor.secure.wire.Operation;
import org.rdmamonitor.secure.wire.Sizes;
import org.rdmamonitor.secure.wire.TransferOption;
import org.rdmamonitor.secure.wire.Transport;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What is to be measured. Letters and defaults are perftest's. */
final class MeasureOptions {
  private static final long SMALLEST_OF_ALL = 2;
  private static final long LARGEST_OF_ALL = 8L << 20;

  private static final String LATENCY_OF_ONE_MESSAGE =
      "--latency does not go with --qp and --bidirectional: one message is under way";

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec spec;

  @Option(
      names = {"-o", "--operation"},
      paramLabel = "OPERATION",
      converter = SecureValues.Operations.class,
      completionCandidates = SecureValues.Operations.class,
      description = "send (default), write, write_imm, read, cas or fadd.")
  private Operation operation = Operation.SEND;

  @Option(
      names = {"-L", "--latency"},
      description = "Measure latency (default: bandwidth).")
  private boolean latency;

  @Option(
      names = {"-c", "--connection"},
      paramLabel = "TYPE",
      converter = SecureValues.Transports.class,
      completionCandidates = SecureValues.Transports.class,
      description = "RC (default), UC (send, write, write_imm) or UD (send).")
  private Transport transport = Transport.RC;

  @Option(
      names = {"-R", "--rdma-cm"},
      description = "Have the RDMA connection manager connect the queue pairs (RC).")
  private boolean managed;

  @Option(
      names = {"-s", "--size"},
      paramLabel = "SIZE",
      converter = SecureValues.ByteSize.class,
      description =
          "Size of a message (default: 65536, with UD 1024; of latency 2, of cas and fadd 8).")
  private @Nullable Long size;

  @Option(
      names = {"-a", "--all"},
      description = "Sizes from 2 bytes to 8 MiB (UD: to the MTU), each the double.")
  private boolean all;

  @Option(
      names = {"-n", "--iters"},
      paramLabel = "N",
      converter = SecureValues.Iterations.class,
      description = "Messages of each size and queue pair (default: 5000; of latency 1000).")
  private @Nullable Integer iterations;

  @Option(
      names = {"-D", "--duration"},
      paramLabel = "SECONDS",
      converter = SecureValues.Seconds.class,
      description = "Go on for this time with each size, instead of --iters.")
  private @Nullable Integer seconds;

  @Option(
      names = {"-q", "--qp"},
      paramLabel = "N",
      converter = SecureValues.QueuePairs.class,
      description = "Queue pairs of each connection (default: 1).")
  private int queuePairs = 1;

  @Option(
      names = {"-t", "--tx-depth"},
      paramLabel = "N",
      converter = SecureValues.Depth.class,
      description = "Work requests under way on each queue pair (default: 128).")
  private int depth = 128;

  @Option(
      names = {"-b", "--bidirectional"},
      description = "Both ends send at the same time.")
  private boolean bidirectional;

  @Option(
      names = {"-m", "--mtu"},
      paramLabel = "BYTES",
      converter = SecureValues.Mtus.class,
      completionCandidates = SecureValues.Mtus.class,
      description = "The path MTU: 256 to 4096 (default: the ports').")
  private @Nullable Mtu mtu;

  @Option(names = "--verify", description = "Check every byte that comes, at both ends.")
  private boolean verify;

  @Option(
      names = "--seal",
      description = "Encrypt and authenticate every message (AES-256-GCM) at the ends.")
  private boolean seal;

  /** Whether the largest size depends on the port's MTU, so that {@link #request} has to know. */
  boolean isUpToMtu() {
    return all && transport == Transport.UD && mtu == null;
  }

  /**
   * The request.
   *
   * @param portMtu of the own port, where {@link #isUpToMtu}; else not looked at
   * @throws ParameterException if the options do not go together
   */
  Request request(Mtu portMtu) {
    checkAlternatives();
    try {
      return new Request(
          Codec.VERSION,
          operation,
          transport,
          managed ? ConnectionMode.CONNECTION_MANAGER : ConnectionMode.BY_HAND,
          latency ? Measure.LATENCY : Measure.BANDWIDTH,
          sizes(mtu == null ? portMtu : mtu),
          extent(),
          queuePairs,
          depth,
          options(),
          Optional.ofNullable(mtu));
    } catch (FieldException e) {
      throw wrong(inWordsOfOptions(e));
    }
  }

  /**
   * What the request refuses, as somebody who gave options would say it. Each option by itself is
   * right, so that it is about what does not go together.
   */
  private String inWordsOfOptions(FieldException e) {
    return switch (e.field()) {
      case "operation" ->
          "%s does not go over %s: UD has send, UC has send, write and write_imm, RC has all"
              .formatted(
                  operation.toString().toLowerCase(Locale.ROOT).replace('_', ' '), transport);
      case "connection" -> "--rdma-cm connects RC only";
      case "options" -> {
        if (e.value().equals(TransferOption.SEAL.name())) {
          yield "--seal does not go with cas and fadd: the device computes with the contents";
        }
        yield operation.isAtomic()
            ? "--bidirectional does not go with cas and fadd"
            : LATENCY_OF_ONE_MESSAGE;
      }
      case "queue_pairs" -> LATENCY_OF_ONE_MESSAGE;
      case "last_size" ->
          operation.isAtomic()
              ? "cas and fadd are of 8 bytes, always"
              : String.valueOf(e.getMessage());
      default -> String.valueOf(e.getMessage());
    };
  }

  /** Of options that stand for the same field of the request only one can be given. */
  private void checkAlternatives() {
    if (all && size != null) {
      throw wrong("--all does not go with --size");
    }
    if (iterations != null && seconds != null) {
      throw wrong("--iters does not go with --duration");
    }
  }

  private Sizes sizes(Mtu most) {
    if (all) {
      long largest =
          transport == Transport.UD
              ? most.bytes() - (seal ? Seal.OVERHEAD_BYTES : 0)
              : LARGEST_OF_ALL;
      return new Sizes(SMALLEST_OF_ALL, largest);
    }
    if (size != null) {
      return Sizes.of(size);
    }
    if (operation.isAtomic()) {
      return Sizes.of(Operation.ATOMIC_BYTES);
    }
    if (latency) {
      return Sizes.of(2);
    }
    return Sizes.of(transport == Transport.UD ? 1024 - (seal ? Seal.OVERHEAD_BYTES : 0) : 65_536);
  }

  private Extent extent() {
    if (seconds != null) {
      return Extent.ofMillis(seconds * 1000L);
    }
    return Extent.ofIterations(iterations == null ? latency ? 1_000 : 5_000 : iterations);
  }

  private Set<TransferOption> options() {
    Set<TransferOption> result = EnumSet.noneOf(TransferOption.class);
    if (bidirectional) {
      result.add(TransferOption.BIDIRECTIONAL);
    }
    if (verify) {
      result.add(TransferOption.VERIFY);
    }
    if (seal) {
      result.add(TransferOption.SEAL);
    }
    return result;
  }

  private ParameterException wrong(String sentence) {
    return new ParameterException(Objects.requireNonNull(spec).commandLine(), sentence);
  }
}
