// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.secure;

import java.io.IOException;
import java.util.List;
import org.rdmamonitor.secure.session.Attachment;
import org.rdmamonitor.secure.session.SizeReport;
import org.rdmamonitor.secure.wire.QueuePairEndpoint;

/** Where a client's results go. Called by one thread at a time. */
interface Results {
  /** Queue pairs are connected: the first one's two ends. */
  void begin(Attachment attachment, QueuePairEndpoint server) throws IOException;

  /** All connections have done a size; in their order. */
  void done(List<SizeReport> reports) throws IOException;

  /** All is done. */
  void end() throws IOException;
}
