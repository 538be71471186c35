// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.secure;

import java.io.IOException;
import java.util.List;
import org.rdmamonitor.secure.session.Attachment;
import org.rdmamonitor.secure.session.SizeReport;

/** Where a client's results go. Called by one thread at a time. */
interface Results {
  /** All connections are there; the first one's device. */
  void begin(Attachment attachment) throws IOException;

  /** All connections have done a size; in their order. */
  void done(List<SizeReport> reports) throws IOException;

  /** All is done. */
  void end() throws IOException;
}
