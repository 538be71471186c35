// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.connections;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.common.HelpOption;
import org.rdmamonitor.cli.options.MapOptions;
import org.rdmamonitor.cli.process.ProcessContext;
import org.rdmamonitor.cli.recordings.Playback;
import org.rdmamonitor.model.join.HostLog;
import org.rdmamonitor.model.join.HostRecord;
import org.rdmamonitor.model.join.JoinedHosts;
import org.rdmamonitor.model.join.Joiner;
import org.rdmamonitor.policy.join.JoinInspector;
import org.rdmamonitor.recording.RecordingHeader;
import org.rdmamonitor.recording.RecordingReader;
import org.rdmamonitor.render.join.JoinJson;
import org.rdmamonitor.render.join.JoinText;
import org.rdmamonitor.render.text.TextOptions;
import org.rdmamonitor.source.SourceException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Both ends of the connections between several hosts, by their recordings. */
@Command(
    name = "join",
    description =
        "Join the recordings of several hosts: both ends of each connection, how far the clocks are"
            + " apart, and what no single host can see.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  rdma-monitor join node1.rec node2.rec",
      "  rdma-monitor join *.rec --graph dot --by pod | dot -Tsvg > map.svg"
    },
    sortOptions = false)
public final class JoinCommand implements Callable<Integer> {
  private static final int LEAST = 2;

  /** More would leave each of them too little room. */
  private static final int MOST = 64;

  /** Ends of all hosts together; of each, what comes in lists is about a kilobyte. */
  private static final int ENDS = 1 << 16;

  private final ProcessContext context;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(
      paramLabel = "FILE",
      arity = "0..*",
      description = "What 'record' has written, one of each host.")
  private List<Path> files = List.of();

  @Mixin private FilterOptions filter = new FilterOptions();

  @Option(names = "--psn", description = "In JSON packet sequence numbers too, not only if set.")
  private boolean psn;

  @Option(
      names = {"-j", "--json"},
      description = "One JSON object on a line for each host and connection.")
  private boolean json;

  @Mixin private MapOptions map = new MapOptions();

  @SuppressWarnings("unused") // picocli acts on it
  @Mixin
  private HelpOption help = new HelpOption();

  /** The command, in a process. */
  public JoinCommand(ProcessContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException {
    check();
    JoinedHosts hosts = Joiner.join(named(records())).only(filter.filter());
    if (map.isGiven()) {
      map.write(context.out(), hosts);
      return ExitCode.OK;
    }
    JoinInspector.Result result = JoinInspector.inspect(hosts);
    if (json) {
      JoinJson.write(context.out(), hosts, result, psn);
    } else {
      JoinText.write(
          context.out(),
          hosts,
          result,
          new TextOptions(Duration.ZERO, context.clock().getZone(), false, 0));
    }
    return ExitCode.OK;
  }

  private void check() {
    if (files.size() < LEAST || files.size() > MOST) {
      throw wrong(
          "join takes the recordings of %d to %d hosts, not of %d"
              .formatted(LEAST, MOST, files.size()));
    }
    map.check(Objects.requireNonNull(spec).commandLine(), json);
    if (psn && !json) {
      throw wrong("--psn goes with --json");
    }
  }

  private ParameterException wrong(String what) {
    return new ParameterException(Objects.requireNonNull(spec).commandLine(), what);
  }

  private List<HostRecord> records() {
    List<HostRecord> records = new ArrayList<>();
    List<RecordingHeader> headers = new ArrayList<>();
    for (Path file : files) {
      try (RecordingReader reader = RecordingReader.open(context.directory().resolve(file))) {
        RecordingHeader header = reader.header();
        int same = headers.indexOf(header);
        if (same >= 0) {
          throw wrong("%s is the same recording as %s".formatted(file, files.get(same)));
        }
        headers.add(header);
        records.add(record(reader, file, records.size()));
      } catch (OutOfMemoryError e) {
        records.clear(); // so that there is memory for the message
        throw new SourceException(
            file + ": these recordings together take more memory than this program has", e);
      }
    }
    return records;
  }

  private HostRecord record(RecordingReader reader, Path file, int host) {
    HostLog log = new HostLog(host, ENDS / files.size());
    Playback.readAll(reader, file, context.err(), log::add);
    return log.record(reader.header().host(), file.toString());
  }

  /** Several hosts may have one name; one host has one recording here. */
  private List<HostRecord> named(List<HostRecord> records) {
    List<HostRecord> named = new ArrayList<>(records);
    for (int i = 0; i < records.size(); i++) {
      HostRecord record = records.get(i);
      for (int j = 0; j < i; j++) {
        HostRecord other = records.get(j);
        if (!record.name().equals(other.name())) {
          continue;
        }
        if (!Collections.disjoint(other.addresses().keySet(), record.addresses().keySet())) {
          throw wrong(
              "%s and %s are both of host %s, of which there can be one recording"
                  .formatted(other.file(), record.file(), record.name()));
        }
        named.set(i, withFile(record));
        named.set(j, withFile(other));
      }
    }
    return named;
  }

  private static HostRecord withFile(HostRecord record) {
    return record.named(record.name() + " (" + record.file() + ")");
  }
}
