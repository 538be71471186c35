// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.config;

import java.io.IOException;
import java.io.Reader;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.commons.configuration2.PropertiesConfiguration.DefaultIOFactory;
import org.apache.commons.configuration2.PropertiesConfiguration.PropertiesReader;
import org.jspecify.annotations.Nullable;

/**
 * Reads properties as Commons Configuration does, but without what a list of limits does not need
 * (escapes, continued lines), and with what that lacks: comments behind a value, and line numbers.
 */
final class SettingReader extends PropertiesReader {
  /** One line that sets something. */
  record Setting(int line, String name, String value) {}

  /** Makes readers that add the settings they read to a list. */
  static final class Factory extends DefaultIOFactory {
    private final List<Setting> settings;

    Factory(List<Setting> settings) {
      this.settings = settings;
    }

    @Override
    public PropertiesReader createPropertiesReader(Reader reader) {
      return new SettingReader(reader, settings);
    }
  }

  private static final Pattern DOUBLE_COLON = Pattern.compile("^(\\s*[^\\s=:]+)\\s+::");

  private final List<Setting> settings;

  private SettingReader(Reader reader, List<Setting> settings) {
    super(reader);
    this.settings = settings;
  }

  @Override
  public @Nullable String readLine() throws IOException {
    String line = super.readLine();
    if (line == null) {
      return null;
    }
    int comment = line.indexOf('#');
    String setting = comment < 0 ? line : line.substring(0, comment);
    // Puts a separator before an address that begins with two colons, which would be taken for
    // separators.
    return DOUBLE_COLON.matcher(setting).replaceFirst("$1=::").replace("\\", "\\\\");
  }

  @Override
  public boolean nextProperty() throws IOException {
    boolean found = super.nextProperty();
    if (found) {
      settings.add(new Setting(getLineNumber(), getPropertyName(), getPropertyValue()));
    }
    return found;
  }
}
