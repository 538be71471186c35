// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.secure;

import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.common.HelpOption;
import org.rdmamonitor.cli.common.Stop;
import org.rdmamonitor.nativelib.verbs.Verbs;
import org.rdmamonitor.secure.session.Attachment;
import org.rdmamonitor.sst.measure.BarrierPlan;
import org.rdmamonitor.sst.measure.BarrierResult;
import org.rdmamonitor.sst.measure.LocalRun;
import org.rdmamonitor.sst.measure.TcpMesh;
import org.rdmamonitor.sst.verbs.LocalMembers;
import org.rdmamonitor.sst.verbs.LocalPort;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** All members in this process, without TLS. */
@Command(
    name = "local",
    description = "Measure with all members in this process, each on a thread.",
    sortOptions = false)
final class BarrierLocalCommand implements Callable<Integer> {
  private static final int LEAST_MEMBERS = 2;

  private final SecureTools tools;
  private volatile boolean isStopped;
  private volatile @Nullable LocalRun run;

  @Mixin private BarrierOptions options = new BarrierOptions();

  @Option(
      names = {"-a", "--all"},
      description = "All numbers of members from 2 on.")
  private boolean all;

  @Option(
      names = {"-d", "--ib-dev"},
      paramLabel = "DEVICE",
      split = ",",
      converter = SetupRxeCommand.Name.class,
      description = "The RDMA device; of several, with commas, members take turns.")
  private List<String> devices = List.of();

  @Mixin private PortOptions port = new PortOptions();

  @Option(
      names = {"-j", "--json"},
      description = "One JSON object on a line, for each row.")
  private boolean json;

  @SuppressWarnings("unused") // picocli acts on it
  @Mixin
  private HelpOption help = new HelpOption();

  BarrierLocalCommand(SecureTools tools) {
    this.tools = tools;
  }

  @Override
  public Integer call() throws IOException {
    List<Attachment> attachments = new ArrayList<>();
    try (Stop _ = Stop.asking(this::stop, tools.err(), SecureTools.LATE)) {
      try {
        attach(attachments);
        return measure(attachments);
      } catch (InterruptedException e) {
        return ExitCode.INTERRUPTED;
      } catch (TimeoutException e) {
        throw SecureFailure.atRunTime(String.valueOf(e.getMessage()));
      } finally {
        attachments.forEach(Attachment::close);
      }
    }
  }

  private void attach(List<Attachment> into) {
    Verbs verbs = tools.verbsOfDevices();
    List<Optional<String>> names =
        devices.isEmpty() ? List.of(Optional.empty()) : devices.stream().map(Optional::of).toList();
    for (Optional<String> name : names) {
      into.add(
          Attachment.open(
              verbs,
              port.choice(name),
              InetAddress.getLoopbackAddress(),
              into.stream().findFirst().map(Attachment::gid)));
    }
  }

  private int measure(List<Attachment> attachments)
      throws IOException, InterruptedException, TimeoutException {
    BarrierPlan plan = options.plan();
    List<LocalPort> ports = attachments.stream().map(BarrierDevice::port).toList();
    BarrierResults results =
        new BarrierResults(
            tools.out(),
            BarrierDevice.heading("in this process", attachments, plan),
            json,
            options.isCompared());
    results.begin();
    for (int members = all ? LEAST_MEMBERS : plan.members(); members <= plan.members(); members++) {
      results.row(measure(ports, plan.withMembers(members)));
    }
    return results.end();
  }

  private BarrierResult measure(List<LocalPort> ports, BarrierPlan plan)
      throws IOException, InterruptedException, TimeoutException {
    try (LocalMembers members = new LocalMembers(ports, plan.layout())) {
      List<TcpMesh> meshes =
          options.isCompared() ? TcpMesh.local(plan.members(), plan.limit()) : List.of();
      LocalRun measuring = new LocalRun(members.fabrics(), plan, meshes);
      run = measuring;
      if (isStopped) {
        throw new InterruptedException("stopped");
      }
      return measuring.run();
    }
  }

  private void stop() {
    isStopped = true;
    LocalRun present = run;
    if (present != null) {
      present.stop();
    }
  }
}
