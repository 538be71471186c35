// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** The whole lines of a text. */
final class Lines {
  static final Lines NONE = new Lines(new byte[0]);

  private final byte[] text;
  private int position;

  Lines(byte[] text) {
    this.text = text;
  }

  /** The next line, without its end; null if there is none that has one. */
  @Nullable ByteBuffer next() {
    for (int end = position; end < text.length; end++) {
      if (text[end] == '\n') {
        ByteBuffer line = ByteBuffer.wrap(text, position, end - position);
        position = end + 1;
        return line;
      }
    }
    return null;
  }

  /** Bytes behind the last whole line. */
  int rest() {
    int end = text.length;
    while (end > 0 && text[end - 1] != '\n') {
      end--;
    }
    return text.length - end;
  }
}
