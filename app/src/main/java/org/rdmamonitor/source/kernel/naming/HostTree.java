// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.naming;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * The file system of a host, which may be mounted elsewhere than at {@code /}. Links are followed
 * as the host follows them, and none leads out of it. Nothing is read that somebody other than root
 * or this user owns, has linked to, or may write to because anybody may: those who are watched
 * could have put it there, and it might not even be a file. Safe for use by several threads.
 */
final class HostTree {
  private static final int MOST_LINKS = 40;
  private static final int OTHERS_WRITE = 0002;
  private static final int STICKY = 01000;
  private static final int TYPE = 0170000;
  private static final int DIRECTORY = 0040000;
  private static final int REGULAR = 0100000;
  private static final int LINK = 0120000;

  private final Path root;

  HostTree(Path root) {
    this.root = root;
  }

  /**
   * The names in a directory, at most this many; none if it is absent or not to be trusted.
   *
   * @param absolute its name on the host
   */
  List<String> names(String absolute, int most) {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(find(absolute, DIRECTORY))) {
      for (Path entry : entries) {
        if (names.size() == most) {
          break;
        }
        names.add(String.valueOf(entry.getFileName()));
      }
    } catch (IOException | DirectoryIteratorException unreadable) {
      // Names that were read before the error are valid.
    }
    return names;
  }

  /**
   * The content of a file; empty if it is absent, not to be trusted, or larger.
   *
   * @param absolute its name on the host
   * @param most bytes
   */
  Optional<byte[]> bytes(String absolute, int most) {
    try (InputStream in =
        Files.newInputStream(find(absolute, REGULAR), LinkOption.NOFOLLOW_LINKS)) {
      byte[] bytes = in.readNBytes(most + 1);
      return bytes.length > most ? Optional.empty() : Optional.of(bytes);
    } catch (IOException unreadable) {
      return Optional.empty();
    }
  }

  /** Follows a path part by part, as the host itself would. */
  private Path find(String absolute, int type) throws IOException {
    Deque<String> left = new ArrayDeque<>(List.of(absolute.split("/", -1)));
    Path at = root;
    int links = 0;
    int found = DIRECTORY;
    while (!left.isEmpty()) {
      String part = left.pop();
      if (part.isEmpty() || part.equals(".")) {
        continue;
      }
      if (found != DIRECTORY) {
        throw new IOException(at + " is no directory");
      }
      if (part.equals("..")) {
        at = at.equals(root) ? root : at.resolve("..").normalize();
        continue;
      }
      Path next = at.resolve(part);
      found = trusted(next);
      if (found == LINK) {
        if (++links > MOST_LINKS) {
          throw new IOException(next + " leads nowhere");
        }
        String target = Files.readSymbolicLink(next).toString();
        at = target.startsWith("/") ? root : at;
        List.of(target.split("/", -1)).reversed().forEach(left::push);
        found = DIRECTORY;
      } else {
        at = next;
      }
    }
    if (found != type) {
      throw new IOException(at + " is something else than was expected");
    }
    return at;
  }

  /** The type of a file, provided that those who are watched cannot have put it there. */
  private static int trusted(Path path) throws IOException {
    int mode = (Integer) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS);
    int owner = (Integer) Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    int type = mode & TYPE;
    boolean isSticky = type == DIRECTORY && (mode & STICKY) != 0;
    boolean isOpen = type != LINK && (mode & OTHERS_WRITE) != 0 && !isSticky;
    if (isOpen || (owner != 0 && owner != self())) {
      throw new IOException(path + " could be anybody's");
    }
    return type;
  }

  private static int self() throws IOException {
    return (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
  }
}
