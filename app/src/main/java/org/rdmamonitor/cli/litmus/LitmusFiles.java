// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.litmus;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rdmamonitor.text.FileFailure;

/**
 * The files that a command line names, with those of lists: files whose names begin with {@code @}.
 */
final class LitmusFiles {
  /** Far above any that could be checked. */
  private static final int MOST_BYTES = 1 << 20;

  private LitmusFiles() {}

  /**
   * The files, in their order.
   *
   * @throws IOException with a sentence, if a list cannot be read
   */
  static List<String> of(List<String> named) throws IOException {
    List<String> files = new ArrayList<>();
    for (String name : named) {
      Path path = path(name);
      Path last = path.getFileName();
      if (last == null || !last.toString().startsWith("@")) {
        files.add(name);
        continue;
      }
      for (String line : read(name).lines().map(String::strip).toList()) {
        if (!line.isEmpty() && !line.startsWith("#")) {
          files.add(path.resolveSibling(path(line)).toString());
        }
      }
    }
    return files;
  }

  private static Path path(String name) throws IOException {
    if (name.isEmpty()) {
      throw new IOException("'' names no file");
    }
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      throw new IOException("'" + name + "' names no file: " + e.getReason(), e);
    }
  }

  /**
   * What is in a file.
   *
   * @throws IOException with a sentence
   */
  static String read(String file) throws IOException {
    Path path = path(file);
    byte[] bytes;
    try (InputStream in = Files.newInputStream(path)) {
      bytes = in.readNBytes(MOST_BYTES + 1);
    } catch (NoSuchFileException e) {
      throw new IOException(file + ": there is no such file", e);
    } catch (IOException e) {
      throw new IOException(file + ": it cannot be read: " + FileFailure.reason(e), e);
    }
    if (bytes.length > MOST_BYTES) {
      throw new IOException(file + ": it has more than 1 MiB; expected a litmus test");
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new IOException(file + ": it is not text in UTF-8", e);
    }
  }
}
