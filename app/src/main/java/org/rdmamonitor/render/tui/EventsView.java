// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import org.rdmamonitor.model.AccessFlags;
import org.rdmamonitor.model.ControlCall;
import org.rdmamonitor.model.ControlCall.CompletionQueue;
import org.rdmamonitor.model.ControlCall.Flow;
import org.rdmamonitor.model.ControlCall.QueuePairChange;
import org.rdmamonitor.model.ControlCall.QueuePairCreation;
import org.rdmamonitor.model.ControlCall.QueuePairEnd;
import org.rdmamonitor.model.ControlCall.Refusal;
import org.rdmamonitor.model.ControlCall.Region;
import org.rdmamonitor.model.Errno;
import org.rdmamonitor.model.Size;
import org.rdmamonitor.render.EndWords;
import org.rdmamonitor.render.RefusalWords;
import org.rdmamonitor.text.Printable;
import org.rdmamonitor.units.Bytes;

/** The newest calls, the newest first. */
final class EventsView implements Panel {
  private final Glyphs glyphs;
  private final Arrangement<ControlCall> arrangement = new Arrangement<>();

  EventsView(Glyphs glyphs) {
    this.glyphs = glyphs;
  }

  @Override
  public ScreenLayout draw(Area area, Reading reading, TuiState state) {
    Table<ControlCall> table = table(reading);
    return table.draw(
        area, arrangement.of(reading, table, reading.calls(), state.place()), state.place());
  }

  private Table<ControlCall> table(Reading reading) {
    return new Table<>(
        List.of(
            Column.<ControlCall>text("TIME", 12, call -> reading.preciseTime(call.time()))
                .by(Comparator.comparing(ControlCall::time)),
            Column.<ControlCall>text("CALL", 12, call -> call.verb().name())
                .by(Comparator.comparing(ControlCall::verb)),
            Column.<ControlCall>text("RESULT", 8, EventsView::result)
                .styled(call -> call.failed() ? Style.CRITICAL : Style.GOOD),
            Column.<ControlCall>number(
                "TOOK",
                6,
                call -> call.duration().toNanos(),
                call -> Units.nanos(Math.max(0, call.duration().toNanos()), glyphs)),
            Column.<ControlCall>text("DEVICE", 8, call -> reading.device(call.device())).from(92),
            Column.<ControlCall>number(
                "OBJECT", 6, call -> call.objectId().orElse(-1), call -> id(call.objectId())),
            Column.<ControlCall>number(
                "PID",
                7,
                call -> call.caller().pid(),
                call -> call.caller().kernel() ? "-" : "" + call.caller().pid()),
            Column.<ControlCall>text("NAME", 10, call -> Printable.of(call.caller().comm()))
                .wide(1),
            Column.<ControlCall>text(
                    "CGROUP", 16, call -> reading.shortCgroup(call.caller().cgroup()))
                .wide(2)
                .aligned(Column.Alignment.LEFT_END)
                .from(120),
            Column.<ControlCall>text("DETAILS", 12, this::summary).wide(3)),
        EventsView::key,
        call -> details(call, reading),
        "No call was made since the monitor started.",
        glyphs);
  }

  private static String key(ControlCall call) {
    return call.time() + " " + call.caller().tid() + " " + call.verb() + " " + call.objectId();
  }

  private static String result(ControlCall call) {
    return call.failed() ? Errno.name(call.errno()) : "ok";
  }

  private static String id(OptionalInt id) {
    return id.isPresent() ? Integer.toUnsignedString(id.getAsInt()) : "-";
  }

  private String summary(ControlCall call) {
    return switch (call.detail()) {
      case ControlCall.None none -> "";
      case QueuePairCreation creation -> creation.type() + " pd " + id(creation.pdn());
      case QueuePairChange change -> String.join(" ", changes(change));
      case QueuePairEnd end -> EndWords.of(end);
      case Flow flow -> Printable.of(flow.match().text());
      case Refusal refusal -> RefusalWords.of(refusal);
      case CompletionQueue queue -> Size.CQ_ENTRIES.words(queue.entries());
      case Region region ->
          Bytes.cell(region.length())
              + (region.access().isPresent() ? " " + remote(region.access().getAsInt()) : "");
    };
  }

  /** What peers may do, one letter each, as the columns of a table have room for. */
  private static String remote(int access) {
    String may =
        ((access & AccessFlags.REMOTE_READ) != 0 ? "R" : "")
            + ((access & AccessFlags.REMOTE_WRITE) != 0 ? "W" : "")
            + ((access & AccessFlags.REMOTE_ATOMIC) != 0 ? "A" : "");
    return may.isEmpty() ? "local" : "remote=" + may;
  }

  private static List<String> changes(QueuePairChange change) {
    List<String> parts = new ArrayList<>();
    change.state().ifPresent(state -> parts.add(state.name()));
    if (change.has(QueuePairChange.DESTINATION_QPN)) {
      parts.add("peer " + Integer.toUnsignedString(change.destinationQpn()));
    }
    if (change.has(QueuePairChange.ADDRESS) && !change.destinationGid().isEmpty()) {
      parts.add("gid " + change.destinationGid());
    }
    if (change.has(QueuePairChange.RQ_PSN)) {
      parts.add("rq-psn " + change.rqPsn());
    }
    if (change.has(QueuePairChange.SQ_PSN)) {
      parts.add("sq-psn " + change.sqPsn());
    }
    if (change.has(QueuePairChange.QKEY)) {
      parts.add("qkey 0x" + Integer.toHexString(change.qkey()));
    }
    if (change.has(QueuePairChange.ACCESS)) {
      parts.add(remote(change.access()));
    }
    return parts;
  }

  private List<Fact> details(ControlCall call, Reading reading) {
    ControlCall.Caller caller = call.caller();
    List<Fact> facts = new ArrayList<>();
    facts.add(
        new Fact(
            "Call",
            "%s returned %s after %s at %s"
                .formatted(
                    call.verb(),
                    result(call),
                    Units.nanos(Math.max(0, call.duration().toNanos()), glyphs),
                    reading.preciseTime(call.time()))));
    facts.add(new Fact("Object", reading.device(call.device()) + " number " + id(call.objectId())));
    facts.add(
        new Fact(
            "Caller",
            caller.kernel()
                ? "the kernel (" + Printable.of(caller.comm()) + ")"
                : "%s, pid %d, thread %d, uid %d%s"
                    .formatted(
                        Printable.of(caller.comm()),
                        caller.pid(),
                        caller.tid(),
                        caller.uid(),
                        caller.netRaw() ? ", has CAP_NET_RAW" : "")));
    facts.add(new Fact("Cgroup", reading.cgroup(caller.cgroup())));
    switch (call.detail()) {
      case ControlCall.None none -> {}
      case QueuePairCreation creation -> facts.add(new Fact("Queue pair", summary(call)));
      case QueuePairChange change -> facts.add(new Fact("Asked for", summary(call)));
      case QueuePairEnd end -> facts.add(new Fact("End", summary(call)));
      case Flow flow -> facts.add(new Fact("Flow rule", summary(call)));
      case Refusal refusal -> facts.add(new Fact("Limit", summary(call)));
      case CompletionQueue queue -> facts.add(new Fact("Completion queue", summary(call)));
      case Region region -> {
        facts.add(
            new Fact(
                "Region",
                "%d bytes from 0x%x, pd %s, rkey %s"
                    .formatted(
                        region.length(), region.address(), id(region.pdn()), key(region.rkey()))));
        facts.add(
            new Fact(
                "Access",
                region.access().isPresent()
                    ? String.join(" ", AccessFlags.names(region.access().getAsInt()))
                    : "not known"));
      }
    }
    return facts;
  }

  private static String key(OptionalInt key) {
    return key.isPresent() ? "0x%08x".formatted(key.getAsInt()) : "not known";
  }
}
