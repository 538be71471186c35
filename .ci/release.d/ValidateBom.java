// SPDX-License-Identifier: MIT

import java.nio.file.Files;
import java.nio.file.Path;
import org.cyclonedx.Version;
import org.cyclonedx.parsers.JsonParser;

/** Fails, and says why, if a file is no bill of materials by the schema of CycloneDX 1.6. */
class ValidateBom {
  public static void main(String[] files) throws Exception {
    for (String file : files) {
      var faults = new JsonParser().validate(Files.readString(Path.of(file)), Version.VERSION_16);
      if (!faults.isEmpty()) {
        faults.forEach(fault -> System.err.println(file + ": " + fault.getMessage()));
        throw new IllegalArgumentException(file + " is not valid");
      }
    }
  }
}
