// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.commons.configuration2.PropertiesConfiguration;
import org.apache.commons.configuration2.ex.ConfigurationException;
import org.rdmamonitor.model.limits.PeerPolicy;
import org.rdmamonitor.model.limits.Rule;
import org.rdmamonitor.policy.config.SettingReader.Setting;
import org.rdmamonitor.text.FileFailure;

/**
 * Reads settings from a file. Each line has a name and a value, separated by blanks, {@code =} or
 * {@code :}. Names are those of {@link Rule} and {@link FindingLimit}, with limits up to {@link
 * Long#MAX_VALUE}: 0 and {@code unlimited} disable, {@code none} forbids. {@link PeerPolicy#NAME}
 * has addresses as its value. A comment goes from {@code #} to the end of the line. Lines that
 * follow {@code [cgroup PATH]} are about that cgroup, until another section begins.
 */
public final class ThresholdsFile {
  /**
   * Larger than any real configuration file, so that a device file or a log given by mistake is not
   * read to its end.
   */
  private static final int MOST_BYTES = 1 << 20;

  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private ThresholdsFile() {}

  /**
   * Reads a file.
   *
   * @param name how messages call the file
   * @throws ThresholdsFileException if it cannot be read or anything in it is wrong
   */
  public static Settings read(Path file, String name) throws ThresholdsFileException {
    return check(file, name).settings();
  }

  /**
   * Reads a file for somebody who wants to know whether it says what is meant.
   *
   * @throws ThresholdsFileException as {@link #read} does
   */
  public static Checked check(Path file, String name) throws ThresholdsFileException {
    SettingErrors errors = new SettingErrors(name);
    String text = decode(bytes(file, errors), errors);
    return new SettingsParser(errors).parse(settings(text, errors));
  }

  /**
   * A file without errors.
   *
   * @param hint a line about what may not be meant as it is written; empty if there is none
   */
  public record Checked(Settings settings, Optional<String> hint) {}

  private static byte[] bytes(Path file, SettingErrors errors) throws ThresholdsFileException {
    if (Files.isDirectory(file)) {
      throw errors.unusable("is a directory, not a configuration file");
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw errors.unusable("is too large for a configuration file (more than 1 MiB)");
      }
      return bytes;
    } catch (NoSuchFileException e) {
      throw errors.unusable("there is no such file");
    } catch (AccessDeniedException e) {
      throw errors.unusable("may not be read by this user");
    } catch (IOException e) {
      throw errors.unusable("cannot be read: " + FileFailure.reason(e));
    }
  }

  private static String decode(byte[] bytes, SettingErrors errors) throws ThresholdsFileException {
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    CoderResult result = decoder.decode(in, out, true);
    if (result.isError()) {
      long line = out.flip().chars().filter(c -> c == '\n').count() + 1;
      errors.add(line, "byte 0x%02x is not UTF-8 text".formatted(in.get(in.position())));
      errors.throwIfAny();
    }
    String text = out.flip().toString();
    return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
  }

  private static List<Setting> settings(String text, SettingErrors errors)
      throws ThresholdsFileException {
    List<Setting> settings = new ArrayList<>();
    PropertiesConfiguration configuration = new PropertiesConfiguration();
    configuration.setIOFactory(new SettingReader.Factory(settings));
    configuration.setIncludesAllowed(false);
    try {
      configuration.read(new StringReader(text));
    } catch (ConfigurationException | IOException e) {
      throw errors.unusable("cannot be read: " + e.getMessage());
    }
    return settings;
  }
}
