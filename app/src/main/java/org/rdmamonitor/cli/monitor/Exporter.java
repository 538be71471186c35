// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.monitor;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;
import org.rdmamonitor.cli.loop.Feed;
import org.rdmamonitor.cli.options.ExportExtent;
import org.rdmamonitor.cli.options.ListenAddress;
import org.rdmamonitor.cli.process.ProcessContext;
import org.rdmamonitor.cli.process.Version;
import org.rdmamonitor.http.server.LiveWebConfig;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.policy.Verdict;
import org.rdmamonitor.render.metrics.Metrics;
import org.rdmamonitor.render.metrics.MetricsServer;
import org.rdmamonitor.source.SourceException;

/** Serves what the monitor sees as metrics, if that was asked for. */
interface Exporter extends Feed.Listener, AutoCloseable {
  /** Serves nothing. */
  Exporter NONE = new Exporter() {};

  /**
   * Serves from now on, and tells where.
   *
   * @param address empty to serve nothing
   * @param web who may ask
   * @throws ExportException if the address cannot be listened on
   */
  static Exporter open(
      ProcessContext context,
      Optional<ListenAddress> address,
      LiveWebConfig web,
      ExportExtent.Most most,
      Duration interval) {
    if (address.isEmpty()) {
      return NONE;
    }
    Metrics metrics =
        new Metrics(
            new Metrics.Setup(
                Version.ofProgram(),
                most.cgroups(),
                most.processes(),
                most.connections(),
                interval,
                System::nanoTime));
    MetricsServer server = serve(address.get(), metrics, web);
    ListenAddress actual = new ListenAddress(address.get().host(), server.address().getPort());
    context
        .err()
        .println(
            "rdma-monitor: metrics are at %s://%s/metrics"
                .formatted(web.isTls() ? "https" : "http", actual));
    if (web.asksForPasswords()
        && !web.isTls()
        && !server.address().getAddress().isLoopbackAddress()) {
      context.err().println("rdma-monitor: over http, passwords can be read on the way");
    }
    return new Serving(metrics, server);
  }

  private static MetricsServer serve(ListenAddress address, Metrics metrics, LiveWebConfig web) {
    try {
      return MetricsServer.start(
          new InetSocketAddress(InetAddress.getByName(address.host()), address.port()),
          metrics,
          web);
    } catch (UnknownHostException e) {
      throw new ExportException("metrics cannot be served: there is no host " + address.host(), e);
    } catch (BindException e) {
      throw new ExportException(
          "metrics cannot be served at %s, which is taken or not of this host (%s); name another"
                  .formatted(address, e.getMessage())
              + " port, or 0 for one that is free",
          e);
    } catch (IOException e) {
      throw new ExportException(
          "metrics cannot be served at %s: %s".formatted(address, e.getMessage()), e);
    }
  }

  @Override
  default void close() {}

  /** Where something is served. */
  record Serving(Metrics metrics, MetricsServer server) implements Exporter {
    @Override
    public void sample(Sample sample) {
      metrics.add(sample);
    }

    @Override
    public void reading(Snapshot snapshot, Verdict verdict) {
      metrics.publish(snapshot, verdict);
    }

    @Override
    public void failed(SourceException reason) {
      metrics.failed(String.valueOf(reason.getMessage()));
    }

    @Override
    public void close() {
      server.close();
    }
  }
}
