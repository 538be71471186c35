// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.io.IOException;
import java.io.Serial;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.rdmamonitor.text.FileFailure;

/** A recording cannot be written or read; the message is a sentence for the user. */
public final class RecordingException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  RecordingException(Path file, String what) {
    super(file + ": " + what);
  }

  RecordingException(Path file, String what, Throwable cause) {
    super(file + ": " + what, cause);
  }

  /** For a file that begins as a recording does, but has no reading. */
  public static RecordingException withoutReading(Path file) {
    return new RecordingException(file, "has no reading");
  }

  static RecordingException of(Path file, IOException e) {
    String what =
        switch (e) {
          case NoSuchFileException absent -> "there is no such file or directory";
          case FileAlreadyExistsException exists -> "exists already; --force overwrites it";
          default -> FileFailure.reason(e);
        };
    return new RecordingException(file, what, e);
  }
}
