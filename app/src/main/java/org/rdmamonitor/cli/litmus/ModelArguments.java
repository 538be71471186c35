// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.litmus;

import org.jspecify.annotations.Nullable;
import org.rdmamonitor.litmus.model.ModelOptions;
import org.rdmamonitor.litmus.model.ModelOptions.Flush;
import org.rdmamonitor.litmus.model.ModelOptions.Profile;
import org.rdmamonitor.litmus.model.ModelOptions.RemoteFence;
import org.rdmamonitor.litmus.model.ModelOptions.RemoteReads;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options that say which model. */
final class ModelArguments {
  @Option(
      names = "--profile",
      paramLabel = "PROFILE",
      converter = LitmusValues.Profiles.class,
      completionCandidates = LitmusValues.Profiles.class,
      description = "The kind of device: model (default, any) or rxe (soft-RoCE).")
  private Profile profile = Profile.MODEL;

  @Option(
      names = "--flush",
      paramLabel = "SCOPE",
      converter = LitmusValues.Flushes.class,
      completionCandidates = LitmusValues.Flushes.class,
      description = "Whose writes a remote read flushes: qp (default) or nic.")
  private @Nullable Flush flush;

  @Option(
      names = "--remote-reads",
      paramLabel = "ORDER",
      converter = LitmusValues.Reads.class,
      completionCandidates = LitmusValues.Reads.class,
      description = "Remote reads of a queue pair: unordered (default) or ordered.")
  private @Nullable RemoteReads remoteReads;

  @Option(
      names = "--rfence",
      paramLabel = "WHAT",
      converter = LitmusValues.Fences.class,
      completionCandidates = LitmusValues.Fences.class,
      description = "What a remote fence waits for: all (default) or reads.")
  private RemoteFence remoteFence = RemoteFence.ALL;

  /**
   * The options of the model.
   *
   * @throws ParameterException if some of them do not go together
   */
  ModelOptions options(@Nullable CommandSpec spec) {
    if (profile == Profile.RXE && (flush != null || remoteReads != null) && spec != null) {
      String option = flush != null ? "--flush" : "--remote-reads";
      throw new ParameterException(
          spec.commandLine(), option + " does not go with --profile rxe, which is in order");
    }
    return new ModelOptions(
        flush == null ? Flush.QP : flush,
        remoteReads == null ? RemoteReads.UNORDERED : remoteReads,
        remoteFence,
        profile);
  }
}
