// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.litmus;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rdmamonitor.litmus.language.LitmusTest;
import org.rdmamonitor.litmus.language.LitmusWriter;

/** A directory that tests are written to, one to a file, with a list of them. */
final class TestDirectory {
  private static final String LIST = "@all";

  private final Path path;
  private final List<String> names = new ArrayList<>();

  /**
   * Makes the directory if it is not there.
   *
   * @throws IOException with a sentence, if that fails
   */
  TestDirectory(Path path) throws IOException {
    this.path = path;
    try {
      Files.createDirectories(path);
    } catch (FileAlreadyExistsException e) {
      throw new IOException(path + ": it is no directory", e);
    } catch (IOException e) {
      throw new IOException(path + ": it cannot be made: " + e.getMessage(), e);
    }
  }

  /**
   * Writes a test.
   *
   * @throws IOException if it cannot be written
   */
  void write(LitmusTest test) throws IOException {
    String file = test.name() + ".litmus";
    Files.writeString(path.resolve(file), LitmusWriter.text(test));
    names.add(file);
  }

  /**
   * Writes the list.
   *
   * @return a sentence that says what there is
   * @throws IOException if it cannot be written
   */
  String finish() throws IOException {
    Path list = path.resolve(LIST);
    Files.writeString(list, String.join("\n", names) + "\n");
    return names.size() + " tests, listed in " + list + "\n";
  }
}
