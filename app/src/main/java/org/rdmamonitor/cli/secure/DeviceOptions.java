// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.secure;

import org.jspecify.annotations.Nullable;
import org.rdmamonitor.nativelib.verbs.MemoryKind;
import org.rdmamonitor.secure.session.DeviceChoice;
import org.rdmamonitor.secure.session.Placement;
import org.rdmamonitor.secure.transfer.Tuning;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which device, how work requests are posted to it, and where the data is: at either end. */
final class DeviceOptions {
  @Mixin private ConnectionDevice device = new ConnectionDevice();

  @Option(
      names = {"-I", "--inline_size"},
      paramLabel = "BYTES",
      converter = SecureValues.Inline.class,
      description = "Up to this size work requests carry the data (default: 220).")
  private @Nullable Integer inline;

  @Option(
      names = {"-Q", "--cq-mod"},
      paramLabel = "N",
      converter = SecureValues.Depth.class,
      description = "One of N work requests completes visibly (default: 100).")
  private @Nullable Integer moderation;

  @Option(
      names = {"-l", "--post_list"},
      paramLabel = "N",
      converter = SecureValues.Depth.class,
      description = "Post N work requests at once (default: 8, up to 32 KiB).")
  private @Nullable Integer batch;

  @Option(
      names = "--memory",
      paramLabel = "KIND",
      converter = SecureValues.MemoryKinds.class,
      completionCandidates = SecureValues.MemoryKinds.class,
      description = "What buffers are of: plain (default), huge (pages) or dmabuf.")
  private MemoryKind memory = MemoryKind.PLAIN;

  @Option(
      names = "--cpu",
      paramLabel = "N",
      converter = SecureValues.Processor.class,
      description = "The processor that moves the data (default: any).")
  private @Nullable Integer processor;

  DeviceChoice choice() {
    return device.choice();
  }

  Tuning tuning() {
    Tuning tuning = Tuning.DEFAULT;
    tuning = batch == null ? tuning : tuning.withBatch(batch);
    tuning = moderation == null ? tuning : tuning.withModeration(moderation);
    return inline == null ? tuning : tuning.withInline(inline);
  }

  Placement placement() {
    return new Placement(memory, PortOptions.optional(processor));
  }
}
