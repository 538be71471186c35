// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.server;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.rdmamonitor.nativelib.posix.SharedPage;
import org.rdmamonitor.quota.Amounts;
import org.rdmamonitor.quota.Books;
import org.rdmamonitor.quota.Limit;
import org.rdmamonitor.quota.ProcessKey;
import org.rdmamonitor.quota.RequestVerdict;
import org.rdmamonitor.quota.Tenant;
import org.rdmamonitor.quota.Usage;
import org.rdmamonitor.quota.state.LimitsFile;
import org.rdmamonitor.quota.wire.Answers;
import org.rdmamonitor.quota.wire.Request;
import org.rdmamonitor.quota.wire.RequestKind;
import org.rdmamonitor.quota.wire.UsageJson;

/** Answers requests of processes whose identity is known. Safe for any number of threads. */
final class RequestHandler {
  private static final String UNKNOWN_PROCESS =
      "the process that connected has ended, or cannot be seen from here";

  private final Books books;
  private final Leaseholders holders;
  private final Pages pages;
  private final Set<Integer> administrators;
  private final Path limitsFile;
  private final CollectorLog log;
  private final LongSupplier clock;
  private final Set<ProcessKey> liars = ConcurrentHashMap.newKeySet();

  /**
   * A handler of requests.
   *
   * @param administrators the users who may change limits
   * @param limitsFile where limits are saved
   * @param clock {@link System#nanoTime}
   */
  RequestHandler(
      Books books,
      Leaseholders holders,
      Pages pages,
      Set<Integer> administrators,
      Path limitsFile,
      CollectorLog log,
      LongSupplier clock) {
    this.books = books;
    this.holders = holders;
    this.pages = pages;
    this.administrators = Set.copyOf(administrators);
    this.limitsFile = limitsFile;
    this.log = log;
    this.clock = clock;
  }

  /**
   * What is answered.
   *
   * @param text without the end of the last line
   * @param grant what was granted, to be taken back if the answer is not read
   * @param page goes with the text
   */
  record Reply(String text, Optional<Amounts> grant, Optional<SharedPage> page) {
    private static Reply of(String text) {
      return new Reply(text, Optional.empty(), Optional.empty());
    }

    private static Reply error(String sentence) {
      return of(Answers.error(sentence));
    }
  }

  Reply answer(Request request, Optional<Identity> from) {
    return switch (request) {
      case Request.Malformed malformed -> Reply.of("Error: " + malformed.why());
      case Request.Stats _ -> Reply.of(Answers.stats(books.total(), books.limits()));
      default ->
          from.map(identity -> answer(request, identity))
              .orElseGet(() -> Reply.error(UNKNOWN_PROCESS));
    };
  }

  private Reply answer(Request request, Identity from) {
    return switch (request) {
      case Request.Show _ -> Reply.of(UsageJson.write(visibleTo(from.uid())));
      case Request.Set(Limit limit) -> set(limit, from);
      case Request.Save _ -> save(from);
      default ->
          from.now()
              .map(tenant -> answer(request, from, tenant))
              .orElseGet(() -> Reply.error(UNKNOWN_PROCESS));
    };
  }

  private Reply answer(Request request, Identity from, Tenant tenant) {
    return switch (request) {
      case Request.Create(RequestKind kind, Amounts amounts, OptionalLong claimed) -> {
        from.beTenant();
        note(tenant, claimed);
        yield create(kind, amounts, from, tenant);
      }
      case Request.Destroy(RequestKind kind, Amounts amounts, OptionalLong claimed) -> {
        from.beTenant();
        note(tenant, claimed);
        books.release(tenant.process(), tenant.cgroup(), amounts, clock.getAsLong());
        yield Reply.of(Answers.destroyed(kind));
      }
      case Request.Credits _ -> {
        from.beTenant();
        yield credits(from, tenant);
      }
      case Request.CheckMemory(long bytes) ->
          switch (books.check(tenant, Amounts.region(bytes), clock.getAsLong())) {
            case RequestVerdict.Granted _ -> Reply.of(Answers.checked());
            case RequestVerdict.Refused refused -> Reply.of(Answers.refused(refused));
          };
      case Request.ProcessStats(OptionalLong claimed) -> {
        note(tenant, claimed);
        yield Reply.of(Answers.processStats(books.of(tenant.process())));
      }
      default -> throw new IllegalArgumentException(request.toString());
    };
  }

  private Reply create(RequestKind kind, Amounts amounts, Identity from, Tenant tenant) {
    holders.watch(tenant.process(), tenant.comm());
    RequestVerdict verdict = books.request(tenant, amounts, clock.getAsLong());
    if (verdict instanceof RequestVerdict.Refused refused) {
      log.refused(tenant, refused);
      return Reply.of(Answers.refused(refused));
    }
    if (from.hasEnded()) { // perhaps before the entry was made
      holders.end(tenant.process());
    }
    return new Reply(Answers.created(kind), Optional.of(amounts), Optional.empty());
  }

  private Reply credits(Identity from, Tenant tenant) {
    if (!from.maySendPage()) {
      return Reply.error("this connection has had its page for credits");
    }
    holders.watch(tenant.process(), tenant.comm());
    Optional<SharedPage> page = pages.of(tenant, clock.getAsLong());
    if (from.hasEnded()) { // perhaps before there was a page
      holders.end(tenant.process());
      return Reply.error(UNKNOWN_PROCESS);
    }
    return page.isPresent()
        ? new Reply(Answers.credits(), Optional.empty(), page)
        : Reply.error("there are no more pages for credits");
  }

  /** Takes back a grant whose answer the client has not read. */
  void revoke(Identity from, Amounts amounts) {
    String cgroup = from.now().map(Tenant::cgroup).orElse("");
    books.release(from.key(), cgroup, amounts, clock.getAsLong());
  }

  /** Reports it once for each process. */
  private void note(Tenant tenant, OptionalLong claimed) {
    if (claimed.isPresent()
        && claimed.getAsLong() != tenant.process().pid()
        && liars.size() < 1024
        && liars.add(tenant.process())) {
      log.claimed(tenant, claimed.getAsLong());
    }
  }

  /** A connection that a library keeps open for a program does not count as an administrator's. */
  private boolean isAdministrator(Identity from) {
    return administrators.contains(from.uid()) && !from.isTenant();
  }

  private Reply set(Limit limit, Identity from) {
    if (!isAdministrator(from)) {
      return Reply.error("limits are changed by root only");
    }
    books.set(List.of(limit), clock.getAsLong());
    log.limited(from.uid(), limit);
    return Reply.of(Answers.done(limit.text()));
  }

  private synchronized Reply save(Identity from) {
    if (!isAdministrator(from)) {
      return Reply.error("limits are saved by root only");
    }
    try {
      LimitsFile.write(limitsFile, books.limits());
    } catch (IOException e) {
      log.trouble("%s cannot be written: %s".formatted(limitsFile, e.getMessage()));
      return Reply.error("%s cannot be written: %s".formatted(limitsFile, e.getMessage()));
    }
    log.saved(from.uid(), limitsFile.toString());
    return Reply.of(Answers.done("saved to " + limitsFile));
  }

  /**
   * The whole usage for those who may change limits; for others the sums, and their own processes.
   */
  private Usage visibleTo(int uid) {
    Usage all = books.usage(clock.getAsLong());
    return administrators.contains(uid)
        ? all
        : new Usage(
            all.limits(),
            all.total(),
            all.calls(),
            all.uncovered(),
            all.cgroups(),
            all.processes().stream().filter(process -> process.uid() == uid).toList(),
            all.granted(),
            all.refused());
  }
}
