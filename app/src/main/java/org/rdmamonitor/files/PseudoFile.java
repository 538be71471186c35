// SPDX-License-Identifier: MIT
package org.rdmamonitor.files;

import java.io.ByteArrayOutputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Path;

/**
 * Files of {@code /proc} and {@code /sys}. They are small, many of them are read at each reading,
 * and what the kernel says of their size is not true. So a stream and one buffer are all that is
 * made for a file: {@link java.nio.file.Files} makes a channel, and takes several times as long.
 */
public final class PseudoFile {
  /** What nearly all of them fit into: those of {@code /sys} have a page at most. */
  private static final int USUAL = 1 << 12;

  private PseudoFile() {}

  /**
   * All that is in a file.
   *
   * @throws IOException if it is gone, or cannot be read
   */
  public static String text(String file, Charset charset) throws IOException {
    try (FileInputStream in = new FileInputStream(file)) {
      byte[] bytes = new byte[USUAL];
      int length = in.readNBytes(bytes, 0, USUAL);
      if (length < USUAL) {
        return new String(bytes, 0, length, charset);
      }
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      all.write(bytes, 0, length);
      in.transferTo(all);
      return all.toString(charset);
    }
  }

  /** The same. */
  public static String text(Path file, Charset charset) throws IOException {
    return text(file.toString(), charset);
  }
}
