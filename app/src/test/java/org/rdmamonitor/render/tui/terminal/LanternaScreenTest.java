// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.googlecode.lanterna.SGR;
import com.googlecode.lanterna.TerminalSize;
import com.googlecode.lanterna.TextColor;
import com.googlecode.lanterna.terminal.virtual.DefaultVirtualTerminal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmamonitor.render.tui.canvas.Canvas;
import org.rdmamonitor.render.tui.canvas.Style;
import org.rdmamonitor.render.tui.canvas.Theme;

class LanternaScreenTest {
  private static final Map<String, String> CONTROLS =
      Map.of(
          "SOH", "\u0001", "ETX", "\u0003", "BS", "\b", "HT", "\t", "LF", "\n", "FF", "\f", "SUB",
          "\u001a", "ESC", "\u001b", "DEL", "\u007f");

  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private Display.Size size = new Display.Size(30, 5);

  @Test
  void aCanvasIsShownAsItIs() throws IOException {
    DefaultVirtualTerminal terminal = new DefaultVirtualTerminal(new TerminalSize(30, 5));
    LanternaScreen screen = new LanternaScreen(terminal);
    screen.start();
    screen.show(canvas("plain ▁▂█ 日本", Style.TEXT), Theme.DEFAULT, false);
    screen.show(canvas("wrong", Style.CRITICAL), Theme.DEFAULT, false);

    String line = text(terminal, 0);
    assertThat(line.strip()).isEqualTo("wrong");
    assertThat(terminal.getCharacter(0, 0).getForegroundColor())
        .isEqualTo(TextColor.ANSI.RED_BRIGHT);
    assertThat(terminal.getCharacter(0, 0).getModifiers()).containsExactly(SGR.BOLD);
  }

  @Test
  void onlyWhatHasChangedIsWritten() throws IOException {
    LanternaScreen screen = new LanternaScreen(tty(""));
    screen.start();
    screen.show(canvas("count 12345", Style.TEXT), Theme.MONO, false);
    written.reset();
    screen.show(canvas("count 12345", Style.TEXT), Theme.MONO, false);
    int same = written.size();
    screen.show(canvas("count 12346", Style.TEXT), Theme.MONO, false);

    assertThat(written.toString(UTF_8).substring(same))
        .contains("6")
        .doesNotContain("1234", "count");
    assertThat(same).isLessThan(10); // hides the cursor
  }

  @Test
  void everythingIsWrittenWhereThatIsAskedFor() throws IOException {
    LanternaScreen screen = new LanternaScreen(tty(""));
    screen.start();
    screen.show(canvas("count", Style.TEXT), Theme.MONO, false);
    written.reset();
    screen.show(canvas("count", Style.TEXT), Theme.MONO, true);

    assertThat(written.toString(UTF_8)).contains("\u001b[2J", "count");
  }

  @Test
  void aWindowOfAnotherSizeIsFilled() throws IOException {
    LanternaScreen screen = new LanternaScreen(tty(""));
    screen.start();
    screen.show(canvas("short", Style.TEXT), Theme.MONO, false);
    size = new Display.Size(60, 9);
    Canvas large = new Canvas(60, 9);
    large.all().put(50, 8, "far off", Style.TEXT);
    written.reset();
    screen.show(large, Theme.MONO, false);

    assertThat(written.toString(UTF_8)).contains("\u001b[9;51Hfar");
  }

  @Test
  void lettersAreWrittenWithoutNulsBehindThem() throws IOException {
    LanternaScreen screen = new LanternaScreen(tty(""));
    screen.start();
    screen.show(canvas("12µs é │", Style.TEXT), Theme.MONO, false);

    assertThat(written.toString(UTF_8)).contains("12µs", "é", "│").doesNotContain("\0");
  }

  @Test
  void theTerminalIsNeverAskedAnything() throws IOException {
    LanternaScreen screen = new LanternaScreen(tty(""));
    screen.start();
    screen.show(canvas("x", Style.TEXT), Theme.DEFAULT, false);
    screen.stop();

    assertThat(written.toString(UTF_8))
        .startsWith("\u001b[?1049h")
        .contains("\u001b[?1049l")
        .doesNotContain("\u001b[6n");
  }

  @ParameterizedTest
  @CsvSource({
    "q, Typed[sign=q]",
    "é, Typed[sign=é]",
    "ESC[A, UP",
    "ESC[B, DOWN",
    "ESC[C, RIGHT",
    "ESC[D, LEFT",
    "ESCOA, UP",
    "ESC[5~, PAGE_UP",
    "ESC[6~, PAGE_DOWN",
    "ESC[H, HOME",
    "ESC[F, END",
    "ESC[1~, HOME",
    "ESC[4~, END",
    "HT, TAB",
    "ESC[Z, SHIFT_TAB",
    "LF, ENTER",
    "ESC, ESCAPE",
    "DEL, BACKSPACE",
    "BS, BACKSPACE",
    "ETX, INTERRUPT",
    "FF, REDRAW",
    "SUB, SUSPEND",
    "ESC[<0;120;9M, 'Click[x=119, y=8]'",
    "ESC[<64;1;1M, Wheel[lines=-3]",
    "ESC[<65;1;1M, Wheel[lines=3]",
    "ESC[M`!!, Wheel[lines=-3]",
  })
  void keysAndTheMouseAreUnderstood(String keys, String input) throws IOException {
    assertThat(inputs(keys)).extracting(Object::toString).containsExactly(input);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ESC[<0;120;9m", "ESC[<2;120;9M", "ESCx", "SOH", "ESC[15~"})
  void whatMeansNothingHereIsLeftOut(String keys) throws IOException {
    assertThat(inputs(keys + "j")).containsExactly(new Input.Typed('j'));
  }

  @ParameterizedTest
  @EnumSource(Theme.class)
  void everyStyleHasALook(Theme theme) {
    for (Style style : Style.values()) {
      assertThat(theme.look(style)).isNotNull();
    }
    assertThat(theme.look(Style.SELECTED)).isNotEqualTo(theme.look(Style.TEXT));
    assertThat(theme.look(Style.CRITICAL)).isNotEqualTo(theme.look(Style.TEXT));
    assertThat(theme.look(Style.TAB_ON)).isNotEqualTo(theme.look(Style.TAB));
  }

  @Test
  void monoHasNoColors() {
    for (Style style : Style.values()) {
      assertThat(Theme.MONO.look(style).foreground()).isEqualTo(TextColor.ANSI.DEFAULT);
      assertThat(Theme.MONO.look(style).background()).isEqualTo(TextColor.ANSI.DEFAULT);
    }
  }

  /** What is understood of bytes, in which control characters are given by their names. */
  private List<Input> inputs(String keys) throws IOException {
    String bytes = keys;
    for (String name : CONTROLS.keySet()) {
      bytes = bytes.replace(name, CONTROLS.get(name));
    }
    LanternaScreen screen = new LanternaScreen(tty(bytes));
    List<Input> inputs = new ArrayList<>();
    for (Optional<Input> next = screen.poll(); next.isPresent(); next = screen.poll()) {
      inputs.add(next.get());
    }
    return inputs;
  }

  /** A terminal on which this was typed. */
  private Tty tty(String typed) {
    InputStream in = new ByteArrayInputStream(typed.getBytes(UTF_8));
    return new Tty(in, written, UTF_8, () -> size);
  }

  private static Canvas canvas(String text, Style style) {
    Canvas canvas = new Canvas(30, 5);
    canvas.all().put(0, 0, text, style);
    return canvas;
  }

  private static String text(DefaultVirtualTerminal terminal, int row) {
    StringBuilder text = new StringBuilder();
    for (int x = 0; x < 30; x++) {
      text.append(terminal.getCharacter(x, row).getCharacterString());
    }
    return text.toString();
  }
}
