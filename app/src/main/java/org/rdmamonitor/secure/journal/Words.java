// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.journal;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.rdmamonitor.secure.session.SizeReport;
import org.rdmamonitor.secure.transfer.TransferResult;
import org.rdmamonitor.secure.wire.ConnectionMode;
import org.rdmamonitor.secure.wire.Extent;
import org.rdmamonitor.secure.wire.Latency;
import org.rdmamonitor.secure.wire.Message.Request;
import org.rdmamonitor.secure.wire.Message.Result;
import org.rdmamonitor.secure.wire.Sizes;
import org.rdmamonitor.secure.wire.TransferOption;
import org.rdmamonitor.units.Bytes;

/** Requests and results in words and values. */
final class Words {
  private Words() {}

  /** {@code SEND over RC, bandwidth, 65536 bytes, 1000 times, 1 queue pair, verified}. */
  static String of(Request request) {
    StringBuilder text = new StringBuilder();
    text.append(request.operation()).append(" over ").append(request.transport());
    text.append(", ").append(request.measure().name().toLowerCase(Locale.ROOT));
    text.append(", ").append(bytes(request.sizes()));
    text.append(", ").append(extent(request.extent()));
    text.append(", ").append(request.queuePairs());
    text.append(request.queuePairs() == 1 ? " queue pair" : " queue pairs");
    text.append(isManaged(request) ? ", by the connection manager" : "");
    text.append(request.wants(TransferOption.BIDIRECTIONAL) ? ", both ways" : "");
    text.append(request.wants(TransferOption.VERIFY) ? ", verified" : "");
    text.append(request.wants(TransferOption.SEAL) ? ", sealed" : "");
    return text.toString();
  }

  private static boolean isManaged(Request request) {
    return request.connection() == ConnectionMode.CONNECTION_MANAGER;
  }

  private static String bytes(Sizes sizes) {
    return sizes.first() == sizes.last()
        ? sizes.first() + " bytes"
        : "%d to %d bytes".formatted(sizes.first(), sizes.last());
  }

  private static String extent(Extent extent) {
    return extent.iterations() > 0
        ? extent.iterations() + " times"
        : "for %d s".formatted(extent.durationMillis() / 1000);
  }

  /** The same, one by one. */
  static Map<String, Object> values(Request request) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("operation", request.operation());
    result.put("transport", request.transport());
    result.put("measure", request.measure());
    result.put("first_size", request.sizes().first());
    result.put("last_size", request.sizes().last());
    result.put("iterations", request.extent().iterations());
    result.put("duration_ms", request.extent().durationMillis());
    result.put("queue_pairs", request.queuePairs());
    result.put("connection_manager", isManaged(request));
    result.put("bidirectional", request.wants(TransferOption.BIDIRECTIONAL));
    result.put("verify", request.wants(TransferOption.VERIFY));
    result.put("seal", request.wants(TransferOption.SEAL));
    return result;
  }

  /** {@code 65536 bytes: 1000 done, 512.34 MiB/s, 0 wrong}. */
  static String of(SizeReport report) {
    Result client = report.other();
    String speed =
        client
            .latency()
            .map(Words::typical)
            .orElseGet(() -> "%.2f MiB/s".formatted(mebibytes(client)));
    return "%d bytes: %d done, %s, %d wrong%s"
        .formatted(client.size(), client.operations(), speed, report.rejected(), lost(report));
  }

  private static String typical(Latency latency) {
    return "%.2f us typical".formatted(latency.median() / 1e3);
  }

  private static String lost(SizeReport report) {
    long lost = count(report.received(), true);
    return lost == 0 ? "" : ", " + lost + " lost";
  }

  private static long count(Optional<TransferResult> outcome, boolean lost) {
    return outcome.map(one -> lost ? one.lost() : one.operations()).orElse(0L);
  }

  private static double mebibytes(Result result) {
    return result.elapsedNanos() == 0
        ? 0
        : result.bytes() / (double) Bytes.MIB / (result.elapsedNanos() / 1e9);
  }

  /** The same, one by one. */
  static Map<String, Object> values(SizeReport report) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("size", report.other().size());
    result.put("operations", report.other().operations());
    result.put("bytes", report.other().bytes());
    result.put("elapsed_ns", report.other().elapsedNanos());
    result.put("received", count(report.received(), false));
    result.put("rejected", report.rejected());
    result.put("lost", count(report.received(), true));
    return result;
  }
}
