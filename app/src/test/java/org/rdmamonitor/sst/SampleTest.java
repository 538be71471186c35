// SPDX-License-Identifier: MIT
package org.rdmamonitor.sst;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SampleTest {
  @TempDir private Path directory;

  @Test
  void theSampleCompilesAgainstTheProgram() throws Exception {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      boolean isDone =
          compiler
              .getTask(
                  messages,
                  files,
                  null,
                  List.of("-d", directory.toString(), "-Xlint:all", "-Xlint:-processing"),
                  null,
                  files.getJavaFileObjects(Path.of("../samples/barrier/Sums.java")))
              .call();

      assertThat(messages.toString()).isEmpty();
      assertThat(isDone).isTrue();
    }
  }
}
