// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rdmamonitor.AsyncScenes;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.model.Ledger;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.model.Snapshot.Details;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.limits.Limits;
import org.rdmamonitor.model.limits.Rule;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.policy.BreachFinder;
import org.rdmamonitor.policy.Detection;
import org.rdmamonitor.policy.Finding;
import org.rdmamonitor.policy.Finding.Severity;
import org.rdmamonitor.policy.Verdict;
import org.rdmamonitor.render.Host;
import org.rdmamonitor.render.tui.canvas.Theme;

/** What the screen has to show, for tests. */
final class Readings {
  static final Host HOST = new Host("node17", "6.1.0-28-amd64", "1.2.3");
  static final ZoneId ZONE = ZoneId.of("Europe/Berlin");
  static final TuiState START = TuiState.start(View.OVERVIEW, Duration.ofSeconds(1), Theme.DEFAULT);

  private Readings() {}

  /** A busy host, after many seconds. */
  static Reading busy() {
    Ledger ledger = new Ledger();
    History history = new History();
    Details before = Details.NONE;
    Snapshot snapshot = null;
    for (int second = 0; second <= 70; second++) {
      before = snapshot == null ? before : snapshot.details();
      ledger.add(Scenes.tenants(second));
      snapshot = ledger.snapshot();
      history.add(snapshot);
    }
    return new Reading(
        snapshot, verdict(snapshot), before, history.rates(), history.events(), HOST, ZONE);
  }

  /** A host whose limits are enforced, and have refused something in the last interval. */
  static Reading enforced() {
    Ledger ledger = new Ledger();
    ledger.add(Scenes.with(Scenes.busy(), Scenes.enforcement(7)));
    Details before = ledger.snapshot().details();
    ledger.add(Scenes.with(Scenes.busier(), Scenes.enforcement(9)));
    Snapshot snapshot = ledger.snapshot();
    return new Reading(
        snapshot, Verdict.NO_BREACH, before, Map.of(), snapshot.details().events(), HOST, ZONE);
  }

  /** A host with interfaces of rdma-secure ethernet, through which frames went. */
  static Reading ethernet() {
    Ledger ledger = new Ledger();
    ledger.add(Scenes.withEthernet(false));
    Details before = ledger.snapshot().details();
    ledger.add(Scenes.withEthernet(true));
    Snapshot snapshot = ledger.snapshot();
    return new Reading(
        snapshot, Verdict.NO_BREACH, before, Map.of(), snapshot.details().events(), HOST, ZONE);
  }

  /** A host whose queue pairs are connected, some anew in the last interval. */
  static Reading talking() {
    Ledger ledger = new Ledger();
    ledger.add(Scenes.busy());
    Details before = ledger.snapshot().details();
    ledger.add(Scenes.talking());
    Snapshot snapshot = ledger.snapshot();
    return new Reading(
        snapshot,
        Verdict.NO_BREACH,
        before,
        Map.of(),
        snapshot.details().events().reversed(),
        HOST,
        ZONE);
  }

  /** A host on which flow rules were made in the last interval. */
  static Reading flows() {
    return first(Scenes.flows());
  }

  /** A host whose devices and connection manager told of events after some calls. */
  static Reading asynchronous() {
    Sample sample = Scenes.flows();
    List<ControlCall> calls = sample.calls().subList(0, 3);
    return first(sample.with(calls, AsyncScenes.events(calls.getLast().time().plusMillis(1)), 0));
  }

  /** A first reading. */
  static Reading first(Sample sample) {
    Ledger ledger = new Ledger();
    ledger.add(sample);
    Snapshot snapshot = ledger.snapshot();
    return new Reading(
        snapshot,
        Verdict.NO_BREACH,
        snapshot.details(),
        Map.of(),
        snapshot.details().events(),
        HOST,
        ZONE);
  }

  static Reading nothing() {
    return first(Scenes.nothing(Duration.ZERO));
  }

  static Verdict verdict(Snapshot snapshot) {
    Limits thresholds =
        new Limits(
            Map.of(new Rule.Count(ResourceType.QP), 1000L, new Rule.Rate(Verb.MR_DEREG), 500L));
    Instant last = snapshot.time();
    return new Verdict(
        BreachFinder.breaches(snapshot, thresholds),
        List.of(
            new Finding(
                new Detection(
                    "R2",
                    Severity.CRITICAL,
                    "QP flood",
                    "/system.slice/cache-warmer.service",
                    Optional.empty(),
                    "747 of 1024 QPs of rxe0, full in 92 s; 99 % of them in RESET or INIT",
                    "Limit the service with rdma.max of its cgroup (hca_object), or stop it:"
                        + " systemctl stop cache-warmer.service. Then find out why it does not"
                        + " destroy what it creates."),
                last.minusSeconds(60),
                last,
                58),
            new Finding(
                new Detection(
                    "R1",
                    Severity.WARNING,
                    "MR deregistration storm",
                    "pod 0f3c9a52 containerd 0123456789ab",
                    Optional.empty(),
                    "1060 deregistrations/s while the number of MRs stays at 1200",
                    "Keep registrations in a cache."),
                last.minusSeconds(40),
                last,
                40),
            new Finding(
                new Detection(
                    "R5",
                    Severity.NOTICE,
                    "fixed PSN",
                    "minio\u001b[2J (pid 4410)",
                    Optional.empty(),
                    "PSN 5 in 3 queue pairs",
                    "Choose PSNs at random."),
                last.minusSeconds(9),
                last.minusSeconds(2),
                1)));
  }

  static Tui.Setting setting(Path directory, boolean ascii) {
    return new Tui.Setting(HOST, ZONE, directory, ascii);
  }
}
