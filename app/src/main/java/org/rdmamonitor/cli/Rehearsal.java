// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * The entry point by which the build trains the AOT caches with code that is not part of the
 * product. A cache only works with the class path that it was trained with, which must be this jar
 * alone. So the classes of a training run are not on the class path but are defined here, in this
 * package.
 */
public final class Rehearsal {
  private Rehearsal() {}

  /**
   * Runs the main method of a class.
   *
   * @param args a directory with class files of this package; the name of the class that is run;
   *     arguments for it
   */
  public static void main(String... args) throws IOException, ReflectiveOperationException {
    List<Path> files;
    try (Stream<Path> found = Files.list(Path.of(args[0]))) {
      files = found.sorted().toList();
    }
    for (Path file : files) {
      MethodHandles.lookup().defineClass(Files.readAllBytes(file));
    }
    Class.forName(Rehearsal.class.getPackageName() + "." + args[1])
        .getMethod("main", String[].class)
        .invoke(null, (Object) Arrays.copyOfRange(args, 2, args.length));
  }
}
