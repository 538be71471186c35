// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.options;

import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import org.rdmamonitor.cli.process.ProcessContext;
import org.rdmamonitor.http.HttpConfig;
import org.rdmamonitor.http.HttpConfigException;
import org.rdmamonitor.http.HttpConfigFile;
import org.rdmamonitor.http.ServerAddress;

/** How a server that options name is talked to. */
public final class HttpSettings {
  private HttpSettings() {}

  /**
   * What a file says of it.
   *
   * @throws HttpConfigException if the file is wrong
   */
  public static HttpConfig read(ProcessContext context, Optional<Path> file)
      throws HttpConfigException {
    return file.isEmpty()
        ? HttpConfig.PLAIN
        : HttpConfigFile.read(context.directory().resolve(file.get()), file.get().toString());
  }

  /**
   * Warns of what is not safe.
   *
   * @param hasSecrets whether something is sent that others must not know
   */
  public static void warn(URI server, HttpConfig http, boolean hasSecrets, PrintWriter err) {
    if (ServerAddress.isTls(server) && http.tls().insecure()) {
      err.println("rdma-monitor: with insecure_skip_verify anybody can answer for this server");
    }
    if (hasSecrets && ServerAddress.isExposed(server)) {
      err.println("rdma-monitor: over http, the password or token can be read on the way");
    }
  }
}
