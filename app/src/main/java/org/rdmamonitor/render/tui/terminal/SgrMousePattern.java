// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui.terminal;

import com.googlecode.lanterna.TerminalPosition;
import com.googlecode.lanterna.input.CharacterPattern;
import com.googlecode.lanterna.input.MouseAction;
import com.googlecode.lanterna.input.MouseActionType;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The mouse events of terminals since xterm 277 ({@code CSI < button ; column ; row M}, mode 1006).
 * Unlike the older form of Lanterna's own pattern, it is right beyond column 95.
 */
final class SgrMousePattern implements CharacterPattern {
  private static final String START = "\u001b[<";
  private static final Pattern WHOLE =
      Pattern.compile("\u001b\\[<(\\d{1,3});(\\d{1,5});(\\d{1,5})([Mm])");
  private static final int LONGEST = 20;
  private static final int WHEEL = 64;
  private static final int BUTTON = 3;

  @Override
  @SuppressWarnings("NullAway") // null is the interface's word for "this is something else"
  public @Nullable Matching match(List<Character> sequence) {
    String text = sequence.stream().map(String::valueOf).collect(Collectors.joining());
    Matcher whole = WHOLE.matcher(text);
    if (whole.matches()) {
      return new Matching(action(whole));
    }
    boolean begun =
        text.length() <= START.length()
            ? START.startsWith(text)
            : text.substring(START.length()).matches("[0-9;]*") && text.length() < LONGEST;
    return begun && START.startsWith(text.substring(0, Math.min(text.length(), START.length())))
        ? Matching.NOT_YET
        : null;
  }

  private static MouseAction action(Matcher whole) {
    int code = Integer.parseInt(whole.group(1));
    TerminalPosition position =
        new TerminalPosition(
            Integer.parseInt(whole.group(2)) - 1, Integer.parseInt(whole.group(3)) - 1);
    int button = code & BUTTON;
    if ((code & WHEEL) != 0) {
      return button == 0
          ? new MouseAction(MouseActionType.SCROLL_UP, 4, position)
          : new MouseAction(MouseActionType.SCROLL_DOWN, 5, position);
    }
    return new MouseAction(
        whole.group(4).equals("M") ? MouseActionType.CLICK_DOWN : MouseActionType.CLICK_RELEASE,
        button + 1,
        position);
  }
}
