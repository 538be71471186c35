// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.model.Ledger;
import org.rdmamonitor.policy.Verdict;
import org.rdmamonitor.render.Host;
import org.rdmamonitor.render.tui.canvas.Canvas;
import org.rdmamonitor.render.tui.canvas.Theme;
import org.rdmamonitor.render.tui.terminal.Display;
import org.rdmamonitor.render.tui.terminal.Input;

class TuiTest {
  @TempDir Path directory;

  private final FakeDisplay display = new FakeDisplay();
  private final Ledger ledger = new Ledger();

  private static final class FakeDisplay implements Display {
    private final ArrayDeque<Input> inputs = new ArrayDeque<>();
    private Size size = new Size(80, 24);
    private String screen = "";
    private int drawn;
    private boolean anew;
    private int suspended;

    @Override
    public Size size() {
      return size;
    }

    @Override
    public Optional<Input> poll() {
      return Optional.ofNullable(inputs.poll());
    }

    @Override
    public void show(Canvas canvas, Theme theme, boolean all) {
      assertThat(new Size(canvas.width(), canvas.height())).isEqualTo(size);
      screen = canvas.text();
      drawn++;
      anew = all;
    }

    @Override
    public void suspend() {
      suspended++;
    }

    @Override
    public void close() {
      // holds nothing
    }
  }

  @Test
  void nothingIsDrawnBeforeThereIsAnything() throws IOException {
    Tui tui = tui();

    assertThat(tui.attend()).isEqualTo(Tui.Wish.STAY);
    assertThat(display.drawn).isZero();
  }

  @Test
  void onlyNewsAreDrawn() throws IOException {
    Tui tui = tui();
    read(tui, 1);
    tui.attend();
    tui.attend();
    assertThat(display.drawn).isEqualTo(1);
    assertThat(display.anew).isTrue();

    read(tui, 2);
    tui.attend();
    assertThat(display.drawn).isEqualTo(2);
    assertThat(display.anew).isFalse();

    type("j");
    tui.attend();
    assertThat(display.drawn).isEqualTo(3);
  }

  @Test
  void anotherSizeIsDrawnAtOnce() throws IOException {
    Tui tui = tui();
    read(tui, 1);
    tui.attend();
    display.size = new Display.Size(120, 40);
    tui.attend();

    assertThat(display.screen.lines()).hasSize(40);
  }

  @Test
  void aPausedScreenStaysAndCatchesUp() throws IOException {
    Tui tui = tui();
    read(tui, 1);
    type("p");
    tui.attend();
    read(tui, 2);
    tui.attend();
    assertThat(display.screen).contains("11:45:11", "PAUSED");

    type("3");
    tui.attend();
    assertThat(display.screen).contains("11:45:11", "PAUSED", "postgres");

    type("p");
    tui.attend();
    assertThat(display.screen).contains("11:45:12").doesNotContain("PAUSED");
  }

  @Test
  void keysThatComeTogetherAreAboutWhatTheOnesBeforeShow() throws IOException {
    Tui tui = tui();
    read(tui, 1);
    tui.attend();
    type("3jj");
    display.inputs.add(Input.Key.ENTER);
    tui.attend();

    assertThat(display.screen).contains("Process        ", "3/6");
  }

  @Test
  void messagesStayUntilTheNextKey() throws IOException {
    Tui tui = tui();
    read(tui, 1);
    tui.tell("config.txt is wrong");
    tui.attend();
    assertThat(display.screen).contains("config.txt is wrong");

    type("j");
    tui.attend();
    assertThat(display.screen).doesNotContain("config.txt is wrong");
  }

  @Test
  void theViewIsExportedWithAllItsRows() throws IOException {
    Tui tui = tui();
    for (int second = 1; second < 9; second++) {
      read(tui, second);
    }
    type("5e");
    tui.attend();

    Path file = directory.resolve("rdma-monitor-events-20231105-114518.txt");
    assertThat(display.screen).contains("rdma-monitor-events-20231105-114518.txt");
    assertThat(file).exists();
    assertThat(Files.readAllLines(file))
        .hasSize(2 + 1 + 8 * 28)
        .startsWith(
            "rdma-monitor 1.2.3: events of node17, Linux 6.1.0-28-amd64, at"
                + " 2023-11-05T10:45:18Z");
  }

  @Test
  void anExportIsItsOwnersOnlyAndSaysNothingToATerminal() throws IOException {
    Tui.Setting setting = Readings.setting(directory, false);
    Host forged = new Host("node\u001b[2J17\n\u009b", "6.1\u0007", "1.2\r.3");
    Tui tui =
        new Tui(display, Readings.START, new Tui.Setting(forged, setting.zone(), directory, false));
    read(tui, 1);
    type("e");
    tui.attend();

    Path file = directory.resolve("rdma-monitor-overview-20231105-114511.txt");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(Files.readString(file).lines().findFirst().orElse(""))
        .contains("node", "17", "6.1", "1.2", "Linux");
    assertThat(Files.readString(file).chars().filter(c -> Character.isISOControl(c) && c != '\n'))
        .isEmpty();
    assertThat(Files.readAllLines(file).get(1)).isEmpty();
  }

  @Test
  void anExportFollowsNoLink() throws IOException {
    Path elsewhere = directory.resolve("elsewhere");
    Files.createSymbolicLink(
        directory.resolve("rdma-monitor-overview-20231105-114511.txt"), elsewhere);
    Tui tui = tui();
    read(tui, 1);
    type("e");
    tui.attend();

    assertThat(elsewhere).doesNotExist();
    assertThat(display.screen).contains("is there already");
  }

  @Test
  void anExportOverwritesNothingAndSaysSo() throws IOException {
    Tui tui = tui();
    read(tui, 1);
    type("ee");
    tui.attend();

    assertThat(display.screen)
        .contains("rdma-monitor-overview-20231105-114511.txt is there already");
  }

  @Test
  void anExportThatFailsSaysWhy() throws IOException {
    Files.delete(directory);
    Tui tui = tui();
    read(tui, 1);
    type("e");
    tui.attend();
    Files.createDirectory(directory);

    assertThat(display.screen).contains("not exported: the working directory is gone");
  }

  @Test
  void wishesAreTold() throws IOException {
    Tui tui = tui();
    read(tui, 1);
    type("+");
    assertThat(tui.attend()).isEqualTo(Tui.Wish.STAY);
    assertThat(tui.interval()).isEqualTo(Duration.ofSeconds(2));
    display.inputs.add(Input.Key.INTERRUPT);
    assertThat(tui.attend()).isEqualTo(Tui.Wish.INTERRUPT);
    type("q");
    assertThat(tui.attend()).isEqualTo(Tui.Wish.QUIT);
  }

  @Test
  void everythingIsDrawnAnewWhenThePersonWantsIt() throws IOException {
    Tui tui = tui();
    read(tui, 1);
    tui.attend();
    display.inputs.add(Input.Key.REDRAW);
    tui.attend();

    assertThat(display.anew).isTrue();
  }

  @Test
  void ctrlZSuspendsAndDrawsAnewAfterwards() throws IOException {
    Tui tui = tui();
    read(tui, 1);
    tui.attend();
    display.inputs.add(Input.Key.SUSPEND);
    assertThat(tui.attend()).isEqualTo(Tui.Wish.STAY);

    assertThat(display.suspended).isEqualTo(1);
    assertThat(display.anew).isTrue();
  }

  private Tui tui() {
    return new Tui(display, Readings.START, Readings.setting(directory, false));
  }

  private void read(Tui tui, int second) {
    ledger.add(Scenes.tenants(second));
    tui.add(ledger.snapshot(), new Verdict(List.of(), List.of()));
  }

  private void type(String text) {
    text.chars().forEach(c -> display.inputs.add(new Input.Typed((char) c)));
  }
}
