// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rdmamonitor.files.PseudoFile;

/**
 * The files by which a host tells about itself.
 *
 * @param root of the file system; another than {@code /} in tests
 */
public record HostFiles(Path root) {
  /** The path of a file by its absolute name. */
  Path path(String absolute) {
    return root.resolve(absolute.substring(1));
  }

  boolean exists(String absolute) {
    return Files.exists(path(absolute));
  }

  /**
   * What distinguishes a file from all others, even from one that gets its name later; empty if
   * there is none. This is asked many times a second, also for files that are absent: an exception
   * would then be most of the work.
   */
  public static Optional<Object> identity(Path file) {
    try {
      BasicFileAttributes attributes =
          file.getFileSystem().provider().readAttributesIfExists(file, BasicFileAttributes.class);
      return attributes == null ? Optional.empty() : Optional.ofNullable(attributes.fileKey());
    } catch (IOException unreadable) {
      return Optional.empty();
    }
  }

  /** Its text, without blanks around it; empty if it cannot be read. */
  public Optional<String> text(String absolute) {
    try {
      return Optional.of(PseudoFile.text(path(absolute), StandardCharsets.ISO_8859_1).strip());
    } catch (IOException unreadable) {
      return Optional.empty();
    }
  }

  /** The names in a directory, sorted; none if it cannot be read. */
  List<String> names(String absolute) {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(path(absolute))) {
      entries.forEach(entry -> names.add(String.valueOf(entry.getFileName())));
    } catch (IOException | DirectoryIteratorException unreadable) {
      return List.of();
    }
    names.sort(null);
    return names;
  }
}
