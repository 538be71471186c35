// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.nativelib.posix.NamespaceFile;
import org.rdmamonitor.nativelib.posix.NativeException;

/**
 * Does something in other network namespaces. A thread can be in one at a time, and threads of the
 * JVM have to stay where they are; so a platform thread made for this goes from one namespace to
 * the next and ends. Only while it is in a namespace does it keep that from ending; a namespace
 * that cannot end would keep its devices from returning to the host.
 */
final class NamespaceVisit {
  private NamespaceVisit() {}

  /**
   * Visits all of these namespaces, and waits until that is done.
   *
   * @param there is called in each
   * @param refused is called for one that cannot be entered; one that has ended is skipped
   * @throws RuntimeException what {@code there} threw; the rest is not visited then
   */
  static void each(
      List<NetworkNamespace> namespaces,
      Consumer<NetworkNamespace> there,
      Consumer<NetworkNamespace> refused) {
    AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    Thread visitor =
        Thread.ofPlatform()
            .daemon()
            .name("network-namespaces")
            .start(() -> {
              try {
                namespaces.forEach(namespace -> visit(namespace, there, refused));
              } catch (RuntimeException | Error e) {
                failure.set(e);
              }
            });
    await(visitor);
    switch (failure.get()) {
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case null, default -> {}
    }
  }

  private static void visit(
      NetworkNamespace namespace,
      Consumer<NetworkNamespace> there,
      Consumer<NetworkNamespace> refused) {
    try (NamespaceFile file = NamespaceFile.open(namespace.file())) {
      if (file.inode() != namespace.inode()) {
        return; // the process has ended, and another has its number
      }
      try {
        file.enterNetwork();
      } catch (NativeException e) {
        refused.accept(namespace);
        return;
      }
    } catch (NativeException gone) {
      return;
    }
    there.accept(namespace);
  }

  /**
   * The visitor uses what belongs to the caller, so the caller must not go on before the visitor
   * has ended.
   */
  private static void await(Thread visitor) {
    boolean isInterrupted = false;
    while (true) {
      try {
        visitor.join();
        break;
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
