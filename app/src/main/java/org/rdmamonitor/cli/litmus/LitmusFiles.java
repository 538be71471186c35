// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.litmus;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

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
      Path path = Path.of(name);
      Path last = path.getFileName();
      if (last == null || !last.toString().startsWith("@")) {
        files.add(name);
        continue;
      }
      for (String line : read(name).lines().map(String::strip).toList()) {
        if (!line.isEmpty() && !line.startsWith("#")) {
          files.add(path.resolveSibling(line).toString());
        }
      }
    }
    return files;
  }

  /**
   * What is in a file.
   *
   * @throws IOException with a sentence
   */
  static String read(String file) throws IOException {
    try (InputStream in = Files.newInputStream(Path.of(file))) {
      byte[] bytes = in.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw new IOException("it has more than 1 MiB, and no litmus test has");
      }
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (NoSuchFileException e) {
      throw new IOException(file + ": there is no such file", e);
    } catch (CharacterCodingException e) {
      throw new IOException(file + ": it is not text in UTF-8", e);
    } catch (IOException e) {
      throw new IOException(file + ": it cannot be read: " + e.getMessage(), e);
    }
  }
}
