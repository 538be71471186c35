// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.quota.Amounts;
import org.rdmamonitor.quota.Holdings;
import org.rdmamonitor.quota.Lease;
import org.rdmamonitor.quota.Limit;
import org.rdmamonitor.quota.ProcessKey;
import org.rdmamonitor.quota.QuotaLimits;
import org.rdmamonitor.quota.RequestVerdict;
import org.rdmamonitor.quota.Resource;
import org.rdmamonitor.quota.Tenant;
import org.rdmamonitor.quota.Usage;

class JournalTest {
  private static final Tenant TENANT = new Tenant(new ProcessKey(7, 1), 1000, "ap\u001bp", "/a");
  private static final RequestVerdict.Refused REFUSED =
      new RequestVerdict.Refused(Resource.QP, "on this host", 5, 5);

  private final StringWriter out = new StringWriter();
  private final SettableClock clock = new SettableClock();

  private static final class SettableClock extends Clock {
    private Instant now = Instant.parse("2026-11-22T10:00:00Z");

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Instant instant() {
      return now;
    }
  }

  @Test
  void aLineForEachThingThatHappens() {
    Journal journal = new Journal(out, Format.TEXT, clock);
    journal.listening(
        Path.of("/run/x.sock"), QuotaLimits.of(List.of(Limit.parse("qp=5").orElseThrow())));
    journal.refused(TENANT, REFUSED);
    journal.claimed(TENANT, 1);
    journal.ended(7, "app", Holdings.amounts(1, 0, 2, 4096));
    journal.adopted(List.of(new Lease(TENANT.process(), 0, "/", Amounts.ONE_QP)), 2);
    journal.limited(0, Limit.parse("/a:qp=unlimited").orElseThrow());
    journal.saved(0, "/etc/limits");
    journal.bypassing(
        new Usage.OfProcess(TENANT.process(), 1000, "app", "/a", Amounts.NONE, Holdings.ONE_CQ));
    journal.dropped(Amounts.NONE);
    journal.disconnected(7, 1000, "cut off");
    journal.trouble("it rains");
    journal.stopped();

    assertThat(out.toString().lines().map(line -> line.replace("2026-11-22 10:00:00 ", "")))
        .containsExactly(
            "listening at /run/x.sock; qp=5",
            "ap?p[7]: refused: 5 of 5 queue pairs in use on this host",
            "ap?p[7]: says that its pid is 1, which is ignored",
            "app[7]: ended; returned 1 queue pairs, 2 memory regions, 4096 bytes registered",
            "took over 1 leases of an earlier collector (1 queue pairs); of 2 the process has"
                + " ended",
            "user 0 set /a:qp=unlimited",
            "user 0 saved the limits to /etc/limits",
            "R15: app[7] in /a has 1 completion queues that it was not granted",
            "took back leases without objects: nothing",
            "process 7 of user 1000: cut off",
            "it rains",
            "stopped; leases are kept");
  }

  @Test
  void orAnObject() {
    new Journal(out, Format.JSON, clock).refused(TENANT, REFUSED);

    assertThat(out)
        .hasToString(
            "{\"schema\":1,\"type\":\"refused\",\"time\":\"2026-11-22T10:00:00Z\",\"pid\":7,"
                + "\"uid\":1000,\"comm\":\"ap\\u001Bp\",\"cgroup\":\"/a\",\"resource\":\"qp\","
                + "\"used\":5,\"limit\":5,\"kept_back\":0,"
                + "\"text\":\"ap?p[7]: refused: 5 of 5 queue pairs in use on this host\"}\n");
  }

  @Test
  void anObjectHasTheAmountsThatItsSentenceIsAbout() {
    String amounts = "\"qp\":1,\"cq\":0,\"mr\":2,\"mr_bytes\":4096";
    Journal journal = new Journal(out, Format.JSON, clock);
    Amounts some = Holdings.amounts(1, 0, 2, 4096);
    journal.ended(7, "app", some);
    journal.adopted(List.of(new Lease(TENANT.process(), 0, "/", some)), 2);
    journal.bypassing(new Usage.OfProcess(TENANT.process(), 1000, "app", "/a", Amounts.NONE, some));
    journal.dropped(some);

    assertThat(out.toString().lines())
        .hasSize(4)
        .allSatisfy(line -> assertThat(line).contains(amounts));
  }

  @Test
  void theSameIsToldNowAndThenOnly() {
    Journal journal = new Journal(out, Format.TEXT, clock);
    for (int i = 0; i < 1000; i++) {
      journal.refused(TENANT, REFUSED);
    }
    journal.refused(new Tenant(new ProcessKey(8, 1), 1000, "other", "/a"), REFUSED);
    clock.now = clock.now.plusSeconds(10);
    journal.refused(TENANT, REFUSED);

    assertThat(out.toString().lines())
        .hasSize(3)
        .last()
        .asString()
        .endsWith("in use on this host (and 999 times before)");
  }
}
