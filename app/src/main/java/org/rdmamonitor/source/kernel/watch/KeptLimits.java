// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.watch;

import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.List;
import org.rdmamonitor.source.PrerequisiteException;
import org.rdmamonitor.source.SourceException;

/** Limits that monitors have left in the kernel at their end ({@code --on-exit=keep}). */
public final class KeptLimits {
  private KeptLimits() {}

  /**
   * Ends their enforcement; that of a running monitor ends with the monitor.
   *
   * @return how many watches there were
   * @throws PrerequisiteException if this process may not
   * @throws SourceException if they cannot be removed
   */
  public static int release() {
    return release(Pins.ROOT);
  }

  static int release(Path root) {
    try {
      List<Path> all = Pins.all(root);
      all.forEach(Pins::remove);
      return all.size();
    } catch (UncheckedIOException e) {
      if (e.getCause() instanceof AccessDeniedException) {
        throw new PrerequisiteException(
            List.of("What was kept is in %s, which is for root: use sudo.".formatted(root)));
      }
      throw new SourceException("cannot remove what was kept: " + e.getMessage(), e);
    }
  }
}
