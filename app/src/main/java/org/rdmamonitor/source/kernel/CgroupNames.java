// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.rdmamonitor.model.Cgroup;

/**
 * Names for cgroup ids. The id of a cgroup of the unified hierarchy is the inode number of its
 * directory. A name once learned is kept, so that a cgroup that is removed keeps its name. Safe for
 * use by several threads.
 */
final class CgroupNames {
  private static final Duration SEEK_AGAIN = Duration.ofSeconds(1);

  private final Optional<Path> root;
  private final Map<Long, String> paths = new ConcurrentHashMap<>();
  private final Map<Long, Long> soughtAt = new ConcurrentHashMap<>();

  /** Names below a mount point; none where no unified hierarchy is mounted. */
  CgroupNames(Optional<Path> root) {
    this.root = root;
    root.ifPresent(r -> inode(r).ifPresent(id -> paths.put(id, "/")));
  }

  /** Where the unified hierarchy is mounted, from /proc/self/mountinfo (man 5 proc). */
  static Optional<Path> mountPoint(Path mountInfo) {
    try (var lines = Files.lines(mountInfo)) {
      return lines
          .filter(line -> line.contains(" - cgroup2 "))
          .map(line -> Path.of(line.split(" ", -1)[4].replace("\\040", " ")))
          .findFirst();
    } catch (IOException | UncheckedIOException e) {
      return Optional.empty();
    }
  }

  /** The cgroup of an id, with its path where it is known. */
  Cgroup cgroup(long id) {
    if (id == Cgroup.KERNEL_ID) {
      return Cgroup.KERNEL;
    }
    return id == Cgroup.OVERFLOW_ID ? Cgroup.OVERFLOW : new Cgroup(id, paths.getOrDefault(id, ""));
  }

  boolean isKnown(long id) {
    return id == Cgroup.KERNEL_ID || id == Cgroup.OVERFLOW_ID || paths.containsKey(id);
  }

  /**
   * Looks for the names of ids that have none yet; one walk of the tree for all of them. An id that
   * was not found is not looked for again within a second. Returns when also another thread that
   * looks has found what there is.
   */
  synchronized void learn(Collection<Long> ids) {
    long now = System.nanoTime();
    List<Long> wanted = ids.stream().filter(id -> !isKnown(id) && !isSought(id, now)).toList();
    if (root.isEmpty() || wanted.isEmpty()) {
      return;
    }
    soughtAt.values().removeIf(at -> now - at > SEEK_AGAIN.toNanos());
    wanted.forEach(id -> soughtAt.put(id, now));
    try {
      Files.walkFileTree(root.get(), new Walk(root.get()));
    } catch (IOException e) {
      // The tree changes while it is walked; what was not found stays without a name.
      return;
    }
  }

  private boolean isSought(long id, long now) {
    Long at = soughtAt.get(id);
    return at != null && now - at < SEEK_AGAIN.toNanos();
  }

  /** The id of the cgroup of a process; empty if the process is gone. */
  OptionalLong idOf(int pid) {
    if (root.isEmpty()) {
      return OptionalLong.empty();
    }
    try (var lines = Files.lines(Path.of("/proc/" + pid + "/cgroup"))) {
      return lines
          .filter(line -> line.startsWith("0::/"))
          .map(line -> root.get().resolve(line.substring("0::/".length())))
          .map(CgroupNames::inode)
          .findFirst()
          .orElseGet(OptionalLong::empty);
    } catch (IOException | UncheckedIOException e) {
      return OptionalLong.empty();
    }
  }

  /** The id of the cgroup that has this path now; empty if none has. */
  OptionalLong idOf(String path) {
    return root.map(top -> inode(top.resolve(path.substring(1)))).orElseGet(OptionalLong::empty);
  }

  /** Whether the cgroup exists no more. One whose name was never learned counts as existing. */
  boolean isGone(long id) {
    String path = paths.get(id);
    if (path == null || root.isEmpty()) {
      return false;
    }
    OptionalLong now = inode(root.get().resolve(path.substring(1)));
    return now.isEmpty() || now.getAsLong() != id;
  }

  /** Drops the names of all but these. */
  void keepOnly(Set<Long> ids) {
    paths.keySet().removeIf(id -> !ids.contains(id) && isGone(id));
  }

  private static OptionalLong inode(Path directory) {
    try {
      return OptionalLong.of((Long) Files.getAttribute(directory, "unix:ino"));
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }

  private final class Walk extends SimpleFileVisitor<Path> {
    private final Path top;

    Walk(Path top) {
      this.top = top;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
      inode(directory).ifPresent(id -> paths.put(id, "/" + top.relativize(directory)));
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
      if (e instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw e;
    }
  }
}
