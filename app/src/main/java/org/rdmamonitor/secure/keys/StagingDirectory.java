// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.keys;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.rdmamonitor.secure.keys.Keygen.Existing;

/**
 * Directories beside the target: the result takes the target's place by a rename, and what is left
 * is deleted.
 */
final class StagingDirectory implements AutoCloseable {
  private final Path target;
  private final Path base;

  private StagingDirectory(Path target, Path base) {
    this.target = target;
    this.base = base;
  }

  /**
   * Makes it.
   *
   * @param target absolute
   * @throws IOException if the target cannot be put there
   */
  static StagingDirectory beside(Path target, Existing existing) throws IOException {
    Path parent = target.getParent();
    if (parent == null) {
      throw new KeygenException(target + ": cannot hold keys; name a directory in another");
    }
    if (!Files.isDirectory(parent)) {
      throw new KeygenException(parent + ": there is no such directory; make it first");
    }
    checkFree(target, existing);
    Path base =
        Files.createTempDirectory(
            parent,
            "." + Objects.requireNonNull(target.getFileName()) + "-",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    StagingDirectory result = new StagingDirectory(target, base);
    try {
      result.makeParts();
      return result;
    } catch (IOException e) {
      result.close();
      throw e;
    }
  }

  private void makeParts() throws IOException {
    for (Path part : List.of(scratch(), result())) {
      Files.createDirectory(
          part, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }
  }

  private static void checkFree(Path target, Existing existing) throws IOException {
    if (!Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    if (!Files.isDirectory(target, LinkOption.NOFOLLOW_LINKS)) {
      throw new KeygenException(target + ": is there already and is no directory; name another");
    }
    List<String> names;
    try (Stream<Path> files = Files.list(target)) {
      names = files.map(file -> String.valueOf(file.getFileName())).sorted().toList();
    }
    if (names.isEmpty()) {
      return;
    }
    switch (existing) {
      case KEPT ->
          throw new KeygenException(
              target
                  + ": holds files already, as '"
                  + names.getFirst()
                  + "'; name another directory, or force it");
      case REPLACED -> {
        List<String> foreign = names.stream().filter(name -> !Keygen.FILES.contains(name)).toList();
        if (!foreign.isEmpty()) {
          throw new KeygenException(
              target
                  + ": holds '"
                  + foreign.getFirst()
                  + "', which is no file of keys; move it away first");
        }
      }
    }
  }

  /** A directory for what is deleted in the end. */
  Path scratch() {
    return base.resolve("scratch");
  }

  /** The directory that takes the target's place. */
  Path result() {
    return base.resolve("result");
  }

  /** Puts the result in its place. */
  void publish() throws IOException {
    Path old = base.resolve("old");
    boolean isReplaced = Files.exists(target);
    if (isReplaced) {
      Files.move(target, old, StandardCopyOption.ATOMIC_MOVE);
    }
    try {
      Files.move(result(), target, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      if (isReplaced) {
        Files.move(old, target, StandardCopyOption.ATOMIC_MOVE);
      }
      throw e;
    }
  }

  /** The cause in words. */
  static String words(IOException e) {
    return switch (e) {
      case AccessDeniedException denied -> "permission denied";
      case NoSuchFileException absent -> absent.getFile() + " does not exist";
      case FileSystemException failed when failed.getReason() != null -> failed.getReason();
      default -> String.valueOf(e.getMessage());
    };
  }

  @Override
  public void close() throws IOException {
    List<Path> all;
    try (Stream<Path> files = Files.walk(base)) {
      all = files.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : all) {
      Files.deleteIfExists(path);
    }
  }
}
