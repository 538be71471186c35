// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.posix;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Names of files as the kernel has them, which are bytes and need not be text: as paths, whatever
 * the locale of this process, and as text, in which names that differ stay different.
 *
 * <p>The text is that of UTF-8. A byte that is not part of valid UTF-8 becomes the character U+EF00
 * plus the byte, in the private use area; so do the bytes of the characters U+EF80 to U+EFFF
 * themselves. All methods are safe for use by several threads.
 */
public final class RawNames {
  private static final int MARK = 0xef00;
  private static final int FIRST = 0xef80;
  private static final int LAST = 0xefff;

  private RawNames() {}

  /** The bytes of an absolute path. */
  public static byte[] bytes(Path path) {
    // The path's text has lost what the locale's encoding cannot represent; its URI has not.
    String encoded = path.toUri().getRawPath();
    int end = encoded.length() > 1 && encoded.endsWith("/") ? encoded.length() - 1 : -1;
    String name = end < 0 ? encoded : encoded.substring(0, end);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c == '%') {
        bytes.write(Integer.parseInt(name, i + 1, i + 3, 16));
        i += 2;
      } else {
        bytes.write(c);
      }
    }
    return bytes.toByteArray();
  }

  /** The path of these bytes, which begin with a slash. */
  public static Path path(byte[] bytes) {
    StringBuilder encoded = new StringBuilder("file://");
    for (byte b : bytes) {
      if (b == '/' || (b >= '0' && b <= '9') || (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z')) {
        encoded.append((char) b);
      } else {
        encoded.append('%');
        encoded.append(Character.forDigit((b >> 4) & 0xf, 16));
        encoded.append(Character.forDigit(b & 0xf, 16));
      }
    }
    return Path.of(URI.create(encoded.toString()));
  }

  /** The path with this name below a directory; the name begins with a slash or is empty. */
  public static Path below(Path directory, byte[] name) {
    byte[] top = bytes(directory);
    byte[] whole = Arrays.copyOf(top, top.length + name.length);
    System.arraycopy(name, 0, whole, top.length, name.length);
    return path(whole);
  }

  /** The text of a name. */
  public static String text(byte[] name) {
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    ByteBuffer in = ByteBuffer.wrap(name);
    CharBuffer out = CharBuffer.allocate(name.length);
    StringBuilder text = new StringBuilder(name.length);
    while (true) {
      CoderResult result = decoder.decode(in, out, true);
      append(text, out.flip());
      out.clear();
      if (!result.isError()) {
        return text.toString();
      }
      for (int i = 0; i < result.length(); i++) {
        text.append(mark(in.get()));
      }
    }
  }

  private static void append(StringBuilder text, CharBuffer decoded) {
    while (decoded.hasRemaining()) {
      char c = decoded.get();
      if (c < FIRST || c > LAST) {
        text.append(c);
      } else {
        for (byte b : Character.toString(c).getBytes(StandardCharsets.UTF_8)) {
          text.append(mark(b));
        }
      }
    }
  }

  private static char mark(byte b) {
    return (char) (MARK | Byte.toUnsignedInt(b));
  }

  /** The name from which {@link #text} makes this text. */
  public static byte[] bytes(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
    text.codePoints()
        .forEach(c -> {
          if (c >= FIRST && c <= LAST) {
            bytes.write(c);
          } else {
            bytes.writeBytes(Character.toString(c).getBytes(StandardCharsets.UTF_8));
          }
        });
    return bytes.toByteArray();
  }
}
