// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import org.rdmamonitor.recording.RecordingHeader;
import org.rdmamonitor.render.Host;

/** The host that this program runs on. */
public final class ThisHost {
  private ThisHost() {}

  public static Host read() throws IOException {
    Path kernel = Path.of("/proc/sys/kernel");
    return new Host(
        Files.readString(kernel.resolve("hostname")).strip(),
        Files.readString(kernel.resolve("osrelease")).strip(),
        Version.ofProgram());
  }

  /** The header of a recording that begins now. */
  public static RecordingHeader header(Clock clock, Duration interval) throws IOException {
    Host host = read();
    return new RecordingHeader(
        host.name(), host.kernel(), host.version(), clock.instant(), interval);
  }
}
