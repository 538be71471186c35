// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.model.limits.Rule;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.policy.config.Settings;
import org.rdmamonitor.policy.config.ThresholdsFile;

class LiveConfigurationTest {
  @TempDir Path directory;
  private Path file;
  private final List<String> told = new ArrayList<>();

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(directory.resolve("config.txt"), "QP_COUNT 1\n");
  }

  @Test
  void aFileThatStaysAsItIsIsNotReadAgainUnlessAskedFor() throws Exception {
    LiveConfiguration live = live();
    live.check(false);
    assertThat(told).isEmpty();
    live.check(true);

    assertThat(told).containsExactly("1 config.txt was read again: 1 of 22 limits are set");
  }

  @Test
  void aFileThatIsWrittenOrReplacedIsReadOnce() throws Exception {
    LiveConfiguration live = live();
    Files.writeString(file, "QP_COUNT 22\n");
    live.check(false);
    live.check(false);
    Path other = Files.writeString(directory.resolve("config.txt~"), "QP_COUNT 33\n");
    Files.setLastModifiedTime(other, Files.getLastModifiedTime(file));
    Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
    live.check(false);

    assertThat(told)
        .containsExactly(
            "22 config.txt was read again: 1 of 22 limits are set",
            "33 config.txt was read again: 1 of 22 limits are set");
  }

  @Test
  void aWrongFileChangesNothingAndIsToldOnceAChange() throws Exception {
    LiveConfiguration live = live();
    Files.writeString(file, "QP_CONT 22\nR4 5\n");
    live.check(false);
    live.check(false);
    Files.writeString(file, "QP_COUNT 2222\nR13_ALLOW /a\n");
    live.check(false);

    assertThat(told)
        .containsExactly(
            "1 config.txt has 2 errors, the settings from before stay: config.txt:1: QP_CONT:"
                + " unknown name, did you mean QP_COUNT?",
            "2222 config.txt was read again: 1 of 22 limits are set, 1 of 42 settings of findings"
                + " are not the standard ones");
  }

  @Test
  void aFileThatIsMissingOnceIsBeingReplaced() throws Exception {
    LiveConfiguration live = live();
    Files.delete(file);
    live.check(false);
    Files.writeString(file, "QP_COUNT 5\n");
    live.check(false);
    Files.delete(file);
    live.check(false);
    live.check(false);
    live.check(false);

    assertThat(told)
        .containsExactly(
            "5 config.txt was read again: 1 of 22 limits are set",
            "5 config.txt has 1 error, the settings from before stay: config.txt: there is no such"
                + " file");
  }

  @Test
  void aFileThatWasNotThereIsTakenWhenItComes() throws Exception {
    Files.delete(file);
    LiveConfiguration live = live(Settings.STANDARD);
    live.check(true);
    assertThat(told).isEmpty();
    Files.writeString(file, "QP_COUNT 5\n");
    live.check(false);

    assertThat(told).hasSize(1);
  }

  private LiveConfiguration live() throws Exception {
    return live(ThresholdsFile.read(file, "config.txt"));
  }

  private LiveConfiguration live(Settings settings) {
    return new LiveConfiguration(
        new ConfigurationFile(file, "config.txt", LiveConfiguration.stampOf(file), settings),
        Clock.fixed(Scenes.START, ZoneOffset.UTC),
        (holding, status) ->
            told.add(
                holding.thresholds().of(new Rule.Count(ResourceType.QP)).orElse(0)
                    + " "
                    + status.sentence()));
  }

  @Test
  void aFileThatIsEmptiedIsReadWhenItStaysEmpty() throws Exception {
    LiveConfiguration live = live();
    Files.writeString(file, "");
    live.check(false);
    assertThat(told).as("it may be about to be written").isEmpty();
    Files.writeString(file, "QP_COUNT 22\n");
    live.check(false);
    Files.writeString(file, "");
    live.check(false);
    assertThat(told).containsExactly("22 config.txt was read again: 1 of 22 limits are set");
    live.check(false);
    live.check(false);
    assertThat(told).hasSize(2);
  }

  @Test
  void aFileThatIsEmptiedIsReadAtOnceIfThatIsAskedFor() throws Exception {
    LiveConfiguration live = live();
    Files.writeString(file, "");
    live.check(true);
    assertThat(told).hasSize(1);
  }
}
