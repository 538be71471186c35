// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.wire;

import java.nio.charset.StandardCharsets;

/**
 * This end will not go on; nothing follows.
 *
 * @param text a sentence for people: up to 512 bytes of UTF-8, without control characters
 */
public record Refusal(RefusalCode code, String text) implements Message {
  /** Bytes of the text in UTF-8. */
  static final int MOST_TEXT_BYTES = 512;

  public Refusal {
    int bytes = text.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > MOST_TEXT_BYTES) {
      throw new FieldException("text", bytes + " bytes", "0.." + MOST_TEXT_BYTES + " bytes");
    }
    text.codePoints()
        .filter(Refusal::isUnprintable)
        .findFirst()
        .ifPresent(character -> {
          throw new FieldException(
              "text", "the character U+%04X".formatted(character), "printable characters");
        });
  }

  /** With a text made to fit: cut, and with question marks for what cannot be printed. */
  public static Refusal of(RefusalCode code, String text) {
    StringBuilder fitting = new StringBuilder();
    int bytes = 0;
    for (int character : text.codePoints().toArray()) {
      String next = isUnprintable(character) ? "?" : Character.toString(character);
      bytes += next.getBytes(StandardCharsets.UTF_8).length;
      if (bytes > MOST_TEXT_BYTES) {
        break;
      }
      fitting.append(next);
    }
    return new Refusal(code, fitting.toString());
  }

  private static boolean isUnprintable(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }

  @Override
  public MessageType type() {
    return MessageType.REFUSAL;
  }

  @Override
  public void write(WireOutput out) {
    out.coded(code);
    out.text(text);
  }

  static Refusal read(WireInput in) throws WireException {
    return new Refusal(in.coded("code", RefusalCode.values()), in.text("text", MOST_TEXT_BYTES));
  }
}
