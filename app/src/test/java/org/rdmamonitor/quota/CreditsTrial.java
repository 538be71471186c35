// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What tests of credits share: books, and processes that have a place for credits. */
abstract class CreditsTrial {
  static final long SECOND = Duration.ofSeconds(1).toNanos();
  static final long EARLIER = -100 * SECOND;

  final Map<List<Object>, Amounts> stored = new HashMap<>();
  Books books = books();

  Books books(String... limits) {
    books =
        new Books(
            QuotaLimits.of(limits(limits)),
            lease -> stored.put(List.of(lease.process(), lease.cgroup()), lease.amounts()),
            Duration.ofSeconds(30));
    return books;
  }

  static List<Limit> limits(String... texts) {
    return List.of(texts).stream().map(text -> Limit.parse(text).orElseThrow()).toList();
  }

  static Amounts qps(long count) {
    return Amounts.of(Resource.QP, count);
  }

  /** A process with the library. */
  static final class Program {
    final Books books;
    final Tenant tenant;
    final FakeCredits credits = new FakeCredits();
    int asked;

    Program(Books books, int pid, String cgroup) {
      this.books = books;
      this.tenant = new Tenant(new ProcessKey(pid, 7), 1000, "app", cgroup);
      books.attach(tenant, credits, EARLIER);
    }

    boolean make(Amounts one) {
      return refusal(one).isEmpty();
    }

    Optional<RequestVerdict.Refused> refusal(Amounts one) {
      if (credits.takeOne(one)) {
        return Optional.empty();
      }
      asked++;
      return books.request(tenant, one, EARLIER) instanceof RequestVerdict.Refused refused
          ? Optional.of(refused)
          : Optional.empty();
    }

    void make(Amounts one, int count) {
      for (int i = 0; i < count; i++) {
        assertThat(make(one)).as("%d of %d", i + 1, count).isTrue();
      }
    }

    void destroy(Amounts one, int count) {
      for (int i = 0; i < count; i++) {
        if (credits.isUsed) {
          credits.giveOne(one);
        } else {
          books.release(tenant.process(), tenant.cgroup(), one, EARLIER);
        }
      }
    }
  }

  KernelReading reading(long begun, Program of, Amounts objects) {
    Tenant tenant = of.tenant;
    return new KernelReading(
        begun,
        Map.of(new KernelReading.Owner(tenant.process(), 1000, "app", tenant.cgroup()), objects));
  }

  Amounts stored() {
    return stored.values().stream().reduce(Amounts.NONE, Amounts::plus);
  }
}
