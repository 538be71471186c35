// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmamonitor.model.call.AsyncEvent;
import org.rdmamonitor.model.call.AsyncEventType;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.ControlCall.CompletionQueue;
import org.rdmamonitor.model.call.ControlCall.Flow;
import org.rdmamonitor.model.call.ControlCall.QueuePairChange;
import org.rdmamonitor.model.call.ControlCall.QueuePairCreation;
import org.rdmamonitor.model.call.ControlCall.QueuePairEnd;
import org.rdmamonitor.model.call.ControlCall.Refusal;
import org.rdmamonitor.model.call.ControlCall.Region;
import org.rdmamonitor.model.call.ControlEvent;
import org.rdmamonitor.model.call.Errno;
import org.rdmamonitor.model.call.RejectReason;
import org.rdmamonitor.model.resource.AccessFlags;
import org.rdmamonitor.model.resource.Size;
import org.rdmamonitor.render.tui.canvas.Area;
import org.rdmamonitor.render.tui.canvas.Column;
import org.rdmamonitor.render.tui.canvas.Fact;
import org.rdmamonitor.render.tui.canvas.Glyphs;
import org.rdmamonitor.render.tui.canvas.Style;
import org.rdmamonitor.render.tui.canvas.Units;
import org.rdmamonitor.render.words.AsyncWords;
import org.rdmamonitor.render.words.EndWords;
import org.rdmamonitor.render.words.RefusalWords;
import org.rdmamonitor.text.Printable;
import org.rdmamonitor.units.Bytes;

/** The newest calls and asynchronous events, the newest first. */
final class EventsView implements Panel {
  private final Glyphs glyphs;
  private final Arrangement<ControlEvent> arrangement = new Arrangement<>();

  EventsView(Glyphs glyphs) {
    this.glyphs = glyphs;
  }

  @Override
  public ScreenLayout draw(Area area, Reading reading, TuiState state) {
    Table<ControlEvent> table = table(reading);
    return table.draw(
        area, arrangement.of(reading, table, reading.events(), state.place()), state.place());
  }

  Table<ControlEvent> table(Reading reading) {
    return new Table<>(
        List.of(
            Column.<ControlEvent>text("TIME", 12, event -> reading.preciseTime(event.time()))
                .by(Comparator.comparing(ControlEvent::time)),
            Column.<ControlEvent>text("EVENT", 12, EventsView::name).wide(1),
            Column.<ControlEvent>text("RESULT", 8, EventsView::result)
                .styled(event -> isTrouble(event) ? Style.CRITICAL : Style.GOOD),
            Column.<ControlEvent>number("TOOK", 6, EventsView::nanos, this::duration),
            Column.<ControlEvent>text("DEVICE", 8, event -> reading.device(event.device()))
                .from(92),
            Column.<ControlEvent>number(
                "OBJECT", 6, event -> objectId(event).orElse(-1), event -> id(objectId(event))),
            Column.<ControlEvent>number(
                "PID", 7, event -> task(event).pid(), event -> pid(task(event))),
            Column.<ControlEvent>text("NAME", 10, event -> Printable.of(task(event).comm()))
                .wide(1),
            Column.<ControlEvent>text(
                    "CGROUP",
                    16,
                    event -> task(event).cgroup().map(reading::shortCgroup).orElse("-"))
                .wide(2)
                .aligned(Column.Alignment.LEFT_END)
                .from(120),
            Column.<ControlEvent>text("DETAILS", 12, this::details).wide(3)),
        EventsView::key,
        event ->
            switch (event) {
              case ControlCall call -> details(call, reading);
              case AsyncEvent async -> details(async, reading);
            },
        "Nothing was called, and nothing told, since the monitor started.",
        glyphs);
  }

  /**
   * Whose call, or whose object.
   *
   * @param cgroup its id; empty where it is nobody's
   */
  private record Task(int pid, String comm, boolean kernel, Optional<Long> cgroup) {
    static final Task NOBODY = new Task(0, "-", true, Optional.empty());
  }

  private static Task task(ControlEvent event) {
    return switch (event) {
      case ControlCall call -> {
        ControlCall.Caller caller = call.caller();
        yield new Task(caller.pid(), caller.comm(), caller.kernel(), Optional.of(caller.cgroup()));
      }
      case AsyncEvent async ->
          async
              .owner()
              .map(owner ->
                  new Task(owner.pid(), owner.comm(), owner.kernel(), Optional.of(owner.cgroup())))
              .orElse(Task.NOBODY);
    };
  }

  private static String pid(Task task) {
    return task.kernel() ? "-" : "" + task.pid();
  }

  private static String name(ControlEvent event) {
    return switch (event) {
      case ControlCall call -> call.verb().name();
      case AsyncEvent async -> async.name();
    };
  }

  private static OptionalInt objectId(ControlEvent event) {
    return switch (event) {
      case ControlCall call -> call.objectId();
      case AsyncEvent async -> async.objectId();
    };
  }

  /** Whether it is a call that failed, or tells that something is wrong. */
  static boolean isTrouble(ControlEvent event) {
    return switch (event) {
      case ControlCall call -> call.failed();
      case AsyncEvent async -> async.isTrouble();
    };
  }

  private static String key(ControlEvent event) {
    return event.time()
        + switch (event) {
          case ControlCall call ->
              " " + call.caller().tid() + " " + call.verb() + " " + call.objectId();
          case AsyncEvent async -> " " + async;
        };
  }

  /** Of an event that no call is, whether something failed. */
  private static String result(ControlEvent event) {
    return switch (event) {
      case ControlCall call -> call.failed() ? Errno.name(call.errno()) : "ok";
      case AsyncEvent async -> async.isTrouble() ? "trouble" : "-";
    };
  }

  private static double nanos(ControlEvent event) {
    return switch (event) {
      case ControlCall call -> Math.max(0, call.duration().toNanos());
      case AsyncEvent _ -> 0;
    };
  }

  private String duration(ControlEvent event) {
    return switch (event) {
      case ControlCall call -> Units.nanos(Math.max(0, call.duration().toNanos()), glyphs);
      case AsyncEvent _ -> "-";
    };
  }

  private static String id(OptionalInt id) {
    return id.isPresent() ? Integer.toUnsignedString(id.getAsInt()) : "-";
  }

  private String details(ControlEvent event) {
    return switch (event) {
      case ControlCall call -> summary(call);
      case AsyncEvent async -> AsyncWords.of(async);
    };
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

  private static List<Fact> details(AsyncEvent event, Reading reading) {
    List<Fact> facts = new ArrayList<>();
    String brief = event.type().map(type -> ": " + type.explanation().brief()).orElse("");
    facts.add(
        new Fact(
            "Event",
            "%s%s at %s".formatted(event.name(), brief, reading.preciseTime(event.time()))));
    facts.add(
        new Fact(
            event.subject() instanceof AsyncEvent.Port ? "Device" : "Object",
            reading.device(event.device())
                + (event.objectId().isPresent() ? " number " + id(event.objectId()) : "")));
    event
        .owner()
        .ifPresent(owner -> {
          facts.add(
              new Fact(
                  "Owner",
                  owner.kernel()
                      ? kernel(owner.comm())
                      : "%s, pid %d".formatted(Printable.of(owner.comm()), owner.pid())));
          facts.add(new Fact("Cgroup", reading.cgroup(owner.cgroup())));
        });
    if (!AsyncWords.of(event).isEmpty()) {
      facts.add(new Fact("Told", AsyncWords.of(event)));
    }
    event
        .rejection()
        .ifPresent(reason -> facts.add(new Fact("Reason", reason.explanation().meaning())));
    event
        .rejection()
        .map(RejectReason::explanation)
        .or(() -> event.type().map(AsyncEventType::explanation))
        .ifPresent(words -> facts.add(new Fact("What to do", words.nextStep())));
    return facts;
  }

  private static String kernel(String comm) {
    return "the kernel (" + Printable.of(comm) + ")";
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
                ? kernel(caller.comm())
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
