// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.server;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.util.Optional;
import java.util.Set;
import org.rdmamonitor.files.SafeDirectory;
import org.rdmamonitor.nativelib.posix.NativeException;
import org.rdmamonitor.nativelib.posix.UnixSocket;

/**
 * The path that the collector listens at. One collector at a time has it: a lock file beside it
 * shows that, and is free as soon as its holder has ended, in whatever way.
 */
final class SocketPlace implements AutoCloseable {
  private static final int BACKLOG = 4096;
  private static final String ANYBODY = "rw-rw-rw-";
  private static final String A_GROUP = "rw-rw----";

  private final Path path;
  private final FileChannel lock;
  private final UnixSocket socket;
  private final Object inode;

  private SocketPlace(Path path, FileChannel lock, UnixSocket socket, Object inode) {
    this.path = path;
    this.lock = lock;
    this.socket = socket;
    this.inode = inode;
  }

  /**
   * Takes the place, in a directory that is made where there is none, and listens.
   *
   * @param group who may connect; anybody if it is empty
   * @throws CollectorException if another collector has it, or it cannot be had
   */
  static SocketPlace take(Path path, Optional<String> group) throws CollectorException {
    try {
      makeDirectory(path);
      FileChannel lock = lock(path);
      try {
        removeStale(path);
        UnixSocket socket = UnixSocket.bind(path);
        try {
          allow(path, group);
          socket.listen(BACKLOG);
          return new SocketPlace(path, lock, socket, inode(path));
        } catch (IOException | NativeException e) {
          socket.close();
          Files.deleteIfExists(path);
          throw e;
        }
      } catch (IOException | RuntimeException e) {
        lock.close();
        throw e;
      }
    } catch (IOException | NativeException | IllegalArgumentException e) {
      throw CollectorException.of("%s cannot be listened at: ".formatted(path), e);
    }
  }

  private static void makeDirectory(Path path) throws IOException {
    Path directory = path.toAbsolutePath().getParent();
    if (directory == null) {
      return;
    }
    SafeDirectory.make(directory);
    Optional<String> complaint = SafeDirectory.complaint(directory);
    if (complaint.isPresent()) {
      throw new CollectorException(complaint.get());
    }
  }

  private static FileChannel lock(Path path) throws IOException {
    Path file = path.resolveSibling(path.getFileName() + ".lock");
    FileChannel channel =
        FileChannel.open(
            file,
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try {
      FileLock lock = channel.tryLock();
      if (lock != null) {
        return channel;
      }
    } catch (OverlappingFileLockException inThisProcess) {
      // Not free.
    }
    channel.close();
    throw new CollectorException(
        "another collector serves %s; 'rdma-monitor quota show' asks it".formatted(path));
  }

  private static void removeStale(Path path) throws IOException {
    if (Files.notExists(path, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    int type = (Integer) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS) & 0170000;
    if (type != 0140000) {
      throw new CollectorException("%s is there, and is no socket".formatted(path));
    }
    try (UnixSocket live = UnixSocket.connect(path)) {
      throw new CollectorException(
          "process %d serves %s already".formatted(live.peer().pid(), path));
    } catch (NativeException e) {
      if (!e.isConnectionRefused()) {
        throw e;
      }
      Files.delete(path);
    }
  }

  private static void allow(Path path, Optional<String> group) throws IOException {
    if (group.isPresent()) {
      GroupPrincipal principal = group(path, group.get());
      PosixFileAttributeView view = Files.getFileAttributeView(path, PosixFileAttributeView.class);
      view.setGroup(principal);
    }
    Files.setPosixFilePermissions(
        path, PosixFilePermissions.fromString(group.isPresent() ? A_GROUP : ANYBODY));
  }

  private static GroupPrincipal group(Path path, String name) throws IOException {
    try {
      return path.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByGroupName(name);
    } catch (UserPrincipalNotFoundException e) {
      throw new CollectorException("there is no group '%s'".formatted(name));
    }
  }

  private static Object inode(Path path) throws IOException {
    return Files.getAttribute(path, "unix:ino", LinkOption.NOFOLLOW_LINKS);
  }

  UnixSocket socket() {
    return socket;
  }

  /** If somebody else can take the name first, clients cannot tell whom they ask. */
  Optional<String> warning() {
    try {
      Path directory = path.toAbsolutePath().getParent();
      return directory != null
              && Files.getPosixFilePermissions(directory).contains(PosixFilePermission.OTHERS_WRITE)
          ? Optional.of(
              "anybody may write to %s, and listen there in the collector's place"
                  .formatted(directory))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    try (lock) {
      socket.close();
      if (Files.exists(path, LinkOption.NOFOLLOW_LINKS) && inode(path).equals(inode)) {
        Files.delete(path);
      }
    } catch (IOException e) {
      // The next collector finds that it is stale.
    }
  }
}
