// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.hosts;

import java.nio.charset.StandardCharsets;
import org.rdmamonitor.litmus.language.LitmusParser;
import org.rdmamonitor.litmus.language.LitmusSyntaxException;
import org.rdmamonitor.litmus.language.LitmusTest;
import org.rdmamonitor.litmus.language.LitmusWriter;
import org.rdmamonitor.litmus.run.TestbedException;

/** Tests as they are sent to other hosts. */
final class TestText {
  private TestText() {}

  /**
   * A text that other hosts parse as the same test.
   *
   * @throws TestbedException if there is no such text
   */
  static String of(LitmusTest test) {
    String text = LitmusWriter.text(test);
    if (text.getBytes(StandardCharsets.UTF_8).length > Frame.MOST_TEXT) {
      throw TestbedException.failed(
          "the test has more than %d bytes, too many to be told to other hosts"
              .formatted(Frame.MOST_TEXT));
    }
    try {
      if (LitmusParser.parse("test", text).equals(test)) {
        return text;
      }
    } catch (LitmusSyntaxException e) {
      // A text that cannot be parsed is not the same test either.
    }
    throw TestbedException.failed("the test cannot be told to other hosts");
  }
}
