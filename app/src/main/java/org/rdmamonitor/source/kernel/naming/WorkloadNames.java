// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.naming;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.cgroup.CgroupName;
import org.rdmamonitor.model.cgroup.CgroupName.Container;
import org.rdmamonitor.model.cgroup.GivenNames;

/**
 * Names for the workloads of cgroups. A thread of its own looks for them, since the files may be on
 * disks that do not answer; callers wait a moment for new cgroups, so that the first report has
 * their names. Names that were found are kept as long as the cgroup is asked for, even when the pod
 * is gone; for cgroups without names the search is repeated, less and less often. Not safe for use
 * by several threads.
 */
public final class WorkloadNames implements AutoCloseable {
  /** How long a caller waits for the names of new cgroups. */
  private static final Duration WAIT = Duration.ofMillis(200);

  /** A look at the host ends after this long; what is left over waits for the next one. */
  private static final long LONGEST_LOOK = Duration.ofSeconds(2).toNanos();

  /** At most one part in this many of the time is spent looking, however many cgroups are made. */
  private static final int SHARE = 20;

  private static final long AGAIN = Duration.ofSeconds(1).toNanos();
  private static final int MOST_DOUBLINGS = 6;

  private final NameFinder finder;
  private final LongSupplier nanos;
  private final Executor reader;
  private final Map<Long, Found> found = new ConcurrentHashMap<>();
  private @Nullable Future<?> look;
  private volatile long lookedUntil;
  private volatile long lookTook;

  /**
   * What is known of a cgroup.
   *
   * @param path for which it holds, with this many trusted levels: names are found by these
   * @param attempts how often it was looked for
   * @param nextAt when to look for it again
   */
  private record Found(
      String path, int trustedLevels, GivenNames names, boolean whole, int attempts, long nextAt) {}

  /**
   * Names of this host's workloads.
   *
   * @param cgroups where the unified hierarchy is mounted
   */
  public WorkloadNames(NameSources sources, Optional<Path> cgroups) {
    this(
        new HostNames(sources, cgroups, Path.of("/proc"), System::nanoTime),
        System::nanoTime,
        look -> Thread.ofPlatform().daemon().name("workload-names").start(look));
  }

  /**
   * Names that this finder finds.
   *
   * @param nanos a monotonic clock
   * @param reader runs one look at a time
   */
  WorkloadNames(NameFinder finder, LongSupplier nanos, Executor reader) {
    this.finder = finder;
    this.nanos = nanos;
    this.reader = reader;
  }

  /** The same cgroups with the names that are known by now; all others are forgotten. */
  public List<Cgroup> named(List<Cgroup> cgroups) {
    Map<Long, Cgroup> wanted = new HashMap<>();
    for (Cgroup cgroup : cgroups) {
      if (cgroup.path().startsWith("/")) {
        wanted.put(cgroup.id(), cgroup);
      }
    }
    found.keySet().retainAll(wanted.keySet());
    if (!wanted.isEmpty()) {
      lookFor(wanted.values());
    }
    return cgroups.stream().map(this::named).toList();
  }

  private Cgroup named(Cgroup cgroup) {
    @Nullable Found known = known(cgroup);
    return known == null ? cgroup : cgroup.called(known.names());
  }

  /** What is known for this cgroup, whether it still exists or not. */
  private @Nullable Found known(Cgroup cgroup) {
    @Nullable Found known = found.get(cgroup.id());
    return known != null
            && known.path.equals(cgroup.path())
            && known.trustedLevels == cgroup.trustedLevels()
        ? known
        : null;
  }

  private void know(Cgroup cgroup, GivenNames names, boolean whole, int attempts, long nextAt) {
    found.put(
        cgroup.id(),
        new Found(cgroup.path(), cgroup.trustedLevels(), names, whole, attempts, nextAt));
  }

  private static boolean isNameable(Cgroup cgroup) {
    return !CgroupName.ofHost(cgroup).equals(Container.NONE) || CgroupName.isSlurm(cgroup);
  }

  private void lookFor(Collection<Cgroup> wanted) {
    if (look != null && !look.isDone()) {
      // The look is blocked by something, on which callers must not wait.
      return;
    }
    long now = nanos.getAsLong();
    if (now - lookedUntil < lookTook * SHARE) {
      return;
    }
    List<Cgroup> isNew = new ArrayList<>();
    List<Cgroup> due = new ArrayList<>();
    for (Cgroup cgroup : wanted) {
      @Nullable Found known = known(cgroup);
      if (known == null) {
        if (isNameable(cgroup)) {
          isNew.add(cgroup);
        } else {
          know(cgroup, GivenNames.NONE, true, 0, 0);
        }
      } else if (!known.whole() && now - known.nextAt() >= 0) {
        due.add(cgroup);
      }
    }
    due.addAll(0, isNew);
    if (due.isEmpty()) {
      return;
    }
    FutureTask<Void> next =
        new FutureTask<>(() -> {
          long begun = nanos.getAsLong();
          try {
            look(due);
          } finally {
            lookedUntil = nanos.getAsLong();
            lookTook = lookedUntil - begun;
          }
          return null;
        });
    look = next;
    reader.execute(next);
    if (!isNew.isEmpty()) {
      await(next);
    }
  }

  private static void await(Future<?> look) {
    try {
      look.get(WAIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (TimeoutException | ExecutionException later) {
      // They have no names until the next look.
    }
  }

  private void look(List<Cgroup> due) {
    long begun = nanos.getAsLong();
    NameFinder.Lookup host = finder.begin();
    for (Cgroup cgroup : due) {
      if (nanos.getAsLong() - begun > LONGEST_LOOK || Thread.currentThread().isInterrupted()) {
        return;
      }
      @Nullable Found known = known(cgroup);
      GivenNames before = known == null ? GivenNames.NONE : known.names();
      int attempts = known == null ? 0 : known.attempts();
      GivenNames names = before.orElse(host.names(cgroup));
      know(
          cgroup,
          names,
          finder.isWhole(names, cgroup),
          attempts + 1,
          nanos.getAsLong() + (AGAIN << Math.min(attempts, MOST_DOUBLINGS)));
    }
  }

  @Override
  public void close() {
    // Does not wait for a look to end: a disk that does not answer must not hold up the end of the
    // program.
    if (look != null) {
      look.cancel(true);
    }
    finder.close();
  }
}
