// SPDX-License-Identifier: MIT
package org.rdmamonitor.fleet.prometheus;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** The body of an answer, of which no more bytes are read than a limit allows. */
final class BoundedBody extends FilterInputStream {
  private final long most;
  private long read;

  BoundedBody(InputStream in, long most) {
    super(in);
    this.most = most;
  }

  @Override
  public int read() throws IOException {
    int sign = super.read();
    if (sign >= 0) {
      count(1);
    }
    return sign;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    int n = super.read(into, offset, length);
    count(Math.max(0, n));
    return n;
  }

  private void count(int n) throws PrometheusException {
    read += n;
    if (read > most) {
      throw new PrometheusException("an answer is larger than %d MiB".formatted(most >> 20));
    }
  }
}
