// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.secure;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import org.rdmamonitor.secure.session.Attachment;
import org.rdmamonitor.secure.session.SizeReport;

final class PlainResults implements Results {
  private final Writer out;

  PlainResults(Writer out) {
    this.out = out;
  }

  @Override
  public void begin(Attachment attachment) throws IOException {
    out.write(attachment + "\n");
  }

  @Override
  public void done(List<SizeReport> reports) throws IOException {
    for (SizeReport report : reports) {
      out.write(report + "\n");
    }
    out.flush();
  }

  @Override
  public void end() throws IOException {
    out.flush();
  }
}
