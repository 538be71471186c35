// SPDX-License-Identifier: MIT
package org.rdmamonitor.text;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Why a file could not be read or written, in words. */
public final class FileFailure {
  private FileFailure() {}

  /** The end of a sentence, without the file's name: where it is known, what the kernel says. */
  public static String reason(IOException e) {
    return switch (e) {
      case NoSuchFileException absent -> "there is no such file";
      case AccessDeniedException denied -> "permission denied";
      case FileSystemException failed when failed.getReason() != null -> failed.getReason();
      case FileSystemException failed -> failed.getClass().getSimpleName();
      default -> e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    };
  }
}
