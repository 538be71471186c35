// SPDX-License-Identifier: MIT

import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Runs google-java-format, which is on the class path, over the .java files below a directory. Run
 * by Maven on the JDK of the toolchain.
 *
 * <p>Usage: Format check|write DIRECTORY
 *
 * <p>"check" lists the files that are not formatted and exits with 1 if there are any; "write"
 * formats them.
 */
final class Format {
  public static void main(String[] args) throws IOException {
    boolean write = args[0].equals("write");
    List<String> findings = new ArrayList<>();
    Formatter formatter = new Formatter();
    for (Path file : sourcesBelow(Path.of(args[1]))) {
      String source = Files.readString(file);
      try {
        String formatted = formatter.formatSourceAndFixImports(source);
        if (formatted.equals(source)) {
          continue;
        }
        if (write) {
          Files.writeString(file, formatted);
        } else {
          findings.add(file.toString());
        }
      } catch (FormatterException e) {
        findings.add(file + ": " + e.getMessage());
      }
    }

    if (!findings.isEmpty()) {
      System.err.println("Not formatted; \"mvn -Pformat process-sources\" does it:");
      findings.forEach(finding -> System.err.println("  " + finding));
      System.exit(1);
    }
  }

  private static List<Path> sourcesBelow(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> !file.toString().contains("/nativelib/generated/"))
          .sorted()
          .toList();
    }
  }

  private Format() {}
}
