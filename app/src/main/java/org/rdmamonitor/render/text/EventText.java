// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.text;

import java.io.IOException;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmamonitor.model.CallNames;
import org.rdmamonitor.model.call.AsyncEvent;
import org.rdmamonitor.model.call.AsyncEvent.Owner;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.ControlCall.Caller;
import org.rdmamonitor.model.call.ControlCall.CompletionQueue;
import org.rdmamonitor.model.call.ControlCall.Detail;
import org.rdmamonitor.model.call.ControlCall.Flow;
import org.rdmamonitor.model.call.ControlCall.None;
import org.rdmamonitor.model.call.ControlCall.QueuePairChange;
import org.rdmamonitor.model.call.ControlCall.QueuePairCreation;
import org.rdmamonitor.model.call.ControlCall.QueuePairEnd;
import org.rdmamonitor.model.call.ControlCall.Refusal;
import org.rdmamonitor.model.call.ControlCall.Region;
import org.rdmamonitor.model.call.Errno;
import org.rdmamonitor.model.call.FlowMatch;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.cgroup.CgroupName;
import org.rdmamonitor.model.resource.AccessFlags;
import org.rdmamonitor.model.resource.Size;
import org.rdmamonitor.render.EventLog;
import org.rdmamonitor.render.words.AsyncWords;
import org.rdmamonitor.render.words.EndWords;
import org.rdmamonitor.render.words.RefusalWords;
import org.rdmamonitor.text.Printable;
import org.rdmamonitor.units.Bytes;
import org.rdmamonitor.units.Times;

/** A line for each call and each asynchronous event, in columns. */
public final class EventText implements EventLog {
  private final Appendable out;
  private final DateTimeFormatter time;

  /**
   * A log.
   *
   * @param out where it is written; it is not flushed
   * @param zone of the times
   */
  public EventText(Appendable out, ZoneId zone) {
    this.out = out;
    this.time = DateTimeFormatter.ofPattern("HH:mm:ss.SSSSSS", Locale.ROOT).withZone(zone);
  }

  @Override
  public void begin() throws IOException {
    line(
        "TIME",
        "EVENT",
        "DEVICE",
        "OBJECT",
        "PID",
        "COMM",
        "RESULT",
        "DURATION",
        "CGROUP",
        "DETAILS");
  }

  @Override
  public void call(ControlCall call, CallNames names) throws IOException {
    Caller caller = call.caller();
    line(
        time.format(call.time()),
        call.verb().name(),
        Printable.of(names.device(call)),
        id(call.objectId()),
        caller.kernel() ? "-" : Integer.toString(caller.pid()),
        Printable.of(caller.comm()),
        result(call),
        Times.three(call.duration().toNanos()),
        cgroup(names.cgroup(call)),
        details(call.detail()));
  }

  @Override
  public void event(AsyncEvent event, CallNames names) throws IOException {
    Optional<Owner> owner = event.owner();
    line(
        time.format(event.time()),
        event.name(),
        Printable.of(names.device(event)),
        id(event.objectId()),
        owner.filter(o -> !o.kernel()).map(o -> Integer.toString(o.pid())).orElse("-"),
        owner.map(o -> Printable.of(o.comm())).orElse("-"),
        "-",
        "-",
        names.cgroup(event).map(EventText::cgroup).orElse("-"),
        AsyncWords.of(event));
  }

  /**
   * An asynchronous event in a line of its own: {@code REJECTED rxe0 3 of app (4242):
   * INVALID_SERVICE_ID, peer 10.1.0.7 port 7174}.
   */
  public static String sentence(AsyncEvent event, String device) {
    String details = AsyncWords.of(event);
    return event.name()
        + " "
        + Printable.of(device)
        + (event.objectId().isPresent() ? " " + id(event.objectId()) : "")
        + event
            .owner()
            .map(owner ->
                " of "
                    + Printable.of(owner.comm())
                    + (owner.kernel() ? "" : " (" + owner.pid() + ")"))
            .orElse("")
        + (details.isEmpty() ? "" : ": " + details);
  }

  private static String id(OptionalInt id) {
    return id.isPresent() ? Integer.toUnsignedString(id.getAsInt()) : "-";
  }

  /** A call in a line of its own: {@code QP_CREATE rxe0 17 by train (4242): OK, RC pdn 3}. */
  public static String sentence(ControlCall call, String device) {
    Caller caller = call.caller();
    String details = details(call.detail());
    return "%s %s%s by %s%s: %s%s"
        .formatted(
            call.verb(),
            Printable.of(device),
            call.objectId().isPresent() ? " " + id(call.objectId()) : "",
            Printable.of(caller.comm()),
            caller.kernel() ? "" : " (" + caller.pid() + ")",
            result(call),
            details.isEmpty() ? "" : ", " + details);
  }

  private static String result(ControlCall call) {
    return call.failed() ? Errno.name(call.errno()) : "OK";
  }

  @Override
  public void lost(long events) {
    // Not among the data: a message on standard error tells it.
  }

  private void line(Object... columns) throws IOException {
    String line =
        String.format(
            Locale.ROOT, "%-15s  %-19s  %-10s  %8s  %8s  %-15s  %-12s  %9s  %-24s  %s", columns);
    out.append(line.stripTrailing()).append('\n');
  }

  /** The name of a cgroup, its path or its id, the first of these that is known. */
  public static String cgroup(Cgroup cgroup) {
    String name =
        cgroup.path().isEmpty()
            ? "cgroup " + cgroup.id()
            : CgroupName.of(cgroup).orElse(cgroup.path());
    return Printable.of(name);
  }

  private static String details(Detail detail) {
    List<String> words = new ArrayList<>();
    switch (detail) {
      case None none -> {}
      case QueuePairCreation creation -> {
        words.add(creation.type().name());
        number(words, "pdn", creation.pdn());
      }
      case QueuePairChange change -> change(words, change);
      case QueuePairEnd end -> words.add(EndWords.of(end));
      case Flow flow -> flow(words, flow);
      case Refusal refusal -> words.add(RefusalWords.of(refusal));
      case CompletionQueue queue -> words.add(Size.CQ_ENTRIES.words(queue.entries()));
      case Region region -> {
        words.add(Bytes.text(region.length()));
        if (region.access().isPresent()) {
          List<String> access = AccessFlags.names(region.access().getAsInt());
          words.add(access.isEmpty() ? "read only" : String.join("|", access));
        }
        number(words, "pdn", region.pdn());
        if (region.rkey().isPresent()) {
          words.add("rkey 0x" + Integer.toHexString(region.rkey().getAsInt()));
        }
      }
    }
    return String.join(" ", words);
  }

  /** For a rule that is destroyed only its handle is known. */
  private static void flow(List<String> words, Flow flow) {
    if (!flow.match().equals(FlowMatch.UNKNOWN)) {
      words.add(Printable.of(flow.match().text()));
    }
  }

  private static void change(List<String> words, QueuePairChange change) {
    change.state().ifPresent(state -> words.add(state.name()));
    if (change.has(QueuePairChange.DESTINATION_QPN)) {
      words.add("rqpn " + change.destinationQpn());
    }
    if (change.has(QueuePairChange.ADDRESS) && !change.destinationGid().isEmpty()) {
      words.add("dgid " + Printable.of(change.destinationGid()));
    }
    if (change.has(QueuePairChange.RQ_PSN)) {
      words.add("rq-psn " + change.rqPsn());
    }
    if (change.has(QueuePairChange.SQ_PSN)) {
      words.add("sq-psn " + change.sqPsn());
    }
    if (change.has(QueuePairChange.QKEY)) {
      words.add("qkey 0x" + Integer.toHexString(change.qkey()));
    }
    if (change.has(QueuePairChange.ACCESS)) {
      words.add(String.join("|", AccessFlags.names(change.access())));
    }
  }

  private static void number(List<String> words, String name, OptionalInt number) {
    if (number.isPresent()) {
      words.add(name + " " + Integer.toUnsignedString(number.getAsInt()));
    }
  }
}
