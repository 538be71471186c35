// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.files.ProcessCgroup;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.cgroup.GivenNames;
import org.rdmamonitor.nativelib.posix.RawNames;
import org.rdmamonitor.source.kernel.host.CgroupFinder.Answer;

/**
 * Names for cgroup ids. The id of a cgroup of the unified hierarchy is the inode number of its
 * directory. A name once learned is kept as long as there is room, so that a removed cgroup keeps
 * it. Where the kernel allows it, an id is looked up by itself; otherwise a walk of the whole tree
 * finds all ids that were asked for. Names are bytes chosen by those who are watched: see {@link
 * RawNames} for how they become text. Safe for use by several threads.
 */
public final class CgroupNames {
  private static final Duration SEEK_AGAIN = Duration.ofSeconds(1);

  /**
   * After a walk longer than this, the next one waits, so that walking takes at most 1/SHARE of the
   * time.
   */
  private static final Duration LONG_WALK = Duration.ofMillis(20);

  private static final int SHARE = 20;

  /** How many ids are remembered as not found by a lookup or by a walk. */
  private static final int MOST_SOUGHT = 1 << 16;

  private final Path proc;
  private final Optional<Path> root;
  private final CgroupNamespace namespace;
  private final CgroupFinder finder;

  /** Whether a walk reaches every cgroup of the host. */
  private final boolean seesAll;

  private final NameStore names = new NameStore();
  private final Map<Long, Long> soughtAt = new ConcurrentHashMap<>();

  /** Ids of cgroups that exist no more; they are never given again. */
  private final Set<Long> absent = ConcurrentHashMap.newKeySet();

  /** The ids that a walk is to find. */
  private final Set<Long> wanted = ConcurrentHashMap.newKeySet();

  private final AtomicBoolean isWalking = new AtomicBoolean();
  private long walkEndedAt;
  private long walkTook;

  /** Names below a mount point; none if no unified hierarchy is mounted. */
  public CgroupNames(Optional<Path> root) {
    this(root, CgroupNamespace.OF_MOUNT);
  }

  private CgroupNames(Optional<Path> root, CgroupNamespace namespace) {
    this(
        root,
        namespace,
        root.flatMap(CgroupHandles::of).orElse(id -> Answer.UNKNOWN),
        isTopmost(root),
        Path.of("/proc"));
  }

  /**
   * Names found by these means.
   *
   * @param seesAll whether every cgroup of the host is below the mount point
   * @param proc where the file system of processes is mounted
   */
  public CgroupNames(Optional<Path> root, CgroupFinder finder, boolean seesAll, Path proc) {
    this(root, CgroupNamespace.OF_MOUNT, finder, seesAll, proc);
  }

  CgroupNames(
      Optional<Path> root,
      CgroupNamespace namespace,
      CgroupFinder finder,
      boolean seesAll,
      Path proc) {
    this.proc = proc;
    this.root = root;
    this.namespace = namespace;
    this.finder = finder;
    this.seesAll = seesAll;
    root.flatMap(CgroupNames::find).ifPresent(id -> learned(id, "/"));
  }

  /** Names below this mount, if there is one. */
  public static CgroupNames of(Optional<CgroupMount> mount) {
    return new CgroupNames(
        mount.map(CgroupMount::path),
        mount.map(CgroupMount::namespace).orElse(CgroupNamespace.OF_MOUNT));
  }

  /** The cgroup of an id, with its path if that is known. */
  public Cgroup cgroup(long id) {
    if (id == Cgroup.KERNEL_ID) {
      return Cgroup.KERNEL;
    }
    if (id == Cgroup.OVERFLOW_ID) {
      return Cgroup.OVERFLOW;
    }
    @Nullable Cgroup known = names.get(id);
    return known == null ? Cgroup.withoutPath(id) : known;
  }

  private void learned(long id, String path) {
    @Nullable Cgroup known = names.get(id);
    if (known == null || !known.path().equals(path)) {
      int trusted = CgroupOwners.trustedLevels(root.orElseThrow(), path);
      names.put(new Cgroup(id, path, trusted, GivenNames.NONE));
    }
  }

  public boolean isKnown(long id) {
    return id == Cgroup.KERNEL_ID || id == Cgroup.OVERFLOW_ID || names.get(id) != null;
  }

  /**
   * Looks for the names of ids that have none yet. An id that was not found is not looked for again
   * within a second. May walk the tree, once for all of them, or wait for a walk that is under way.
   */
  public void learn(Collection<Long> ids) {
    boolean isLeft = false;
    for (long id : ids) {
      isLeft |= !look(id);
    }
    if (isLeft) {
      walkInTurn();
    }
  }

  /**
   * The same for one id, on a thread that must not be held up: a walk is done by another thread.
   */
  public void learnSoon(long id) {
    if (!look(id) && isWalking.compareAndSet(false, true)) {
      Thread.ofVirtual().name("cgroup-walk").start(this::walkInTurn);
    }
  }

  /** Looks up one id by itself; false if a walk is needed. */
  private boolean look(long id) {
    if (root.isEmpty() || isKnown(id) || isSought(id)) {
      return true;
    }
    Answer answer = finder.find(id);
    if (answer.state() == CgroupFinder.State.UNKNOWN) {
      if (wanted.size() < MOST_SOUGHT) {
        wanted.add(id);
      }
      return false;
    }
    if (answer.path().isEmpty()) {
      sought(id);
    } else {
      learned(id, answer.path());
    }
    return true;
  }

  private boolean isSought(long id) {
    @Nullable Long at = soughtAt.get(id);
    return at != null && System.nanoTime() - at < SEEK_AGAIN.toNanos();
  }

  private void sought(long id) {
    if (soughtAt.size() >= MOST_SOUGHT) {
      soughtAt.clear();
    }
    soughtAt.put(id, System.nanoTime());
  }

  private synchronized void walkInTurn() {
    try {
      if (wanted.isEmpty()) {
        // Found by the walk that this thread has waited for.
        return;
      }
      long begun = System.nanoTime();
      boolean isTurn = walkTook < LONG_WALK.toNanos() || begun - walkEndedAt >= walkTook * SHARE;
      if (isTurn) {
        walk();
        walkEndedAt = System.nanoTime();
        walkTook = walkEndedAt - begun;
      } else {
        // They have to be asked for again.
        wanted.clear();
      }
    } finally {
      isWalking.set(false);
    }
  }

  /** Walks the tree for all that are wanted now. */
  private void walk() {
    Set<Long> sought = new HashSet<>(wanted);
    Walk walk = new Walk(root.orElseThrow(), sought);
    try {
      Files.walkFileTree(root.orElseThrow(), walk);
    } catch (IOException e) {
      walk.isComplete = false;
    }
    wanted.removeAll(sought);
    sought.removeAll(walk.found);
    sought.forEach(this::sought);
    // They were asked for before the walk began, so it would have found them if they existed.
    if (walk.isComplete && seesAll) {
      remember(sought);
    }
  }

  private void remember(Set<Long> gone) {
    if (absent.size() + gone.size() > MOST_SOUGHT) {
      absent.clear();
    }
    absent.addAll(gone);
  }

  /** The id of the cgroup of a process; empty if the process is gone. */
  public OptionalLong idOf(int pid) {
    if (root.isEmpty()) {
      return OptionalLong.empty();
    }
    try {
      return ProcessCgroup.read(proc.resolve(Integer.toString(pid)))
          .map(path -> new String(path, StandardCharsets.ISO_8859_1))
          .flatMap(path -> namespace.below(path, this::pathSought))
          .map(path -> idAt(path.getBytes(StandardCharsets.ISO_8859_1)))
          .orElseGet(OptionalLong::empty);
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }

  /** The path of a cgroup, with one character for each byte; looked for if it is not known. */
  private String pathSought(long id) {
    learn(List.of(id));
    return new String(RawNames.bytes(cgroup(id).path()), StandardCharsets.ISO_8859_1);
  }

  /**
   * Whether paths here are those of the host: false in a container that sees only itself, and where
   * there is no cgroup v2.
   */
  public boolean isOfHost() {
    return isTopmost(root);
  }

  private static boolean isTopmost(Optional<Path> root) {
    return root.flatMap(CgroupNames::find).filter(id -> id == CgroupMount.TOPMOST).isPresent();
  }

  /** The id of the cgroup that has this path now; empty if none has. */
  public OptionalLong idOf(String path) {
    return idAt(RawNames.bytes(path));
  }

  /** The same for the bytes of a path, which begins with a slash; learns the cgroup's name. */
  private OptionalLong idAt(byte[] path) {
    Optional<Long> id = root.map(top -> RawNames.below(top, path)).flatMap(CgroupNames::find);
    id.ifPresent(found -> learned(found, RawNames.text(path)));
    return id.map(OptionalLong::of).orElseGet(OptionalLong::empty);
  }

  /** Whether the cgroup no longer exists. If that cannot be found out, it counts as existing. */
  public boolean isGone(long id) {
    if (root.isEmpty() || id == Cgroup.KERNEL_ID || id == Cgroup.OVERFLOW_ID) {
      return false;
    }
    if (absent.contains(id)) {
      return true;
    }
    boolean isGone =
        switch (finder.find(id).state()) {
          case GONE -> true;
          case THERE -> false;
          case UNKNOWN -> {
            @Nullable Cgroup known = names.get(id);
            yield known != null && !isStillAt(known.path(), id);
          }
        };
    if (isGone) {
      remember(Set.of(id));
    }
    return isGone;
  }

  private boolean isStillAt(String path, long id) {
    try {
      return inode(RawNames.below(root.orElseThrow(), RawNames.bytes(path))) == id;
    } catch (NoSuchFileException gone) {
      return false;
    } catch (IOException unknown) {
      return true;
    }
  }

  /** Drops the names of all but these. */
  public void keepOnly(Set<Long> ids) {
    for (long id : names.ids()) {
      if (!ids.contains(id) && isGone(id)) {
        names.remove(id);
      }
    }
    absent.retainAll(ids);
  }

  static Optional<Long> find(Path directory) {
    try {
      return Optional.of(inode(directory));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  static long inode(Path directory) throws IOException {
    return (Long) Files.getAttribute(directory, "unix:ino");
  }

  private final class Walk extends SimpleFileVisitor<Path> {
    private final int topLength;
    private final Set<Long> sought;
    private final Set<Long> found = new HashSet<>();
    private boolean isComplete = true;

    Walk(Path top, Set<Long> sought) {
      this.topLength = RawNames.bytes(top).length;
      this.sought = sought;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
      Optional<Long> id = find(directory);
      if (id.isPresent() && sought.contains(id.get())) {
        byte[] path = RawNames.bytes(directory);
        byte[] below = Arrays.copyOfRange(path, topLength, path.length);
        found.add(id.get());
        learned(id.get(), below.length == 0 ? "/" : RawNames.text(below));
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) {
      note(e);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException e) {
      if (e != null) {
        note(e);
      }
      return FileVisitResult.CONTINUE;
    }

    /**
     * Errors are expected: the tree changes while it is walked, and may be deeper than a path can
     * be long.
     */
    private void note(IOException e) {
      isComplete &= e instanceof NoSuchFileException;
    }
  }
}
