// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.process;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * SIGHUP means either that the terminal hung up or, by an old custom of programs without a
 * terminal, that somebody asks to read the configuration again. To find out which, this looks
 * whether the controlling terminal that there was is still there.
 */
final class HangUp {
  private static final Path TERMINAL = Path.of("/dev/tty");

  /**
   * The kernel sends the signal just before it takes the terminal away, so wait this long before
   * looking.
   */
  private static final Duration TAKING_AWAY = Duration.ofMillis(100);

  private HangUp() {}

  /**
   * Begins to listen. Where the program was started with SIGHUP ignored (nohup), it stays ignored.
   *
   * @param reload what to do when somebody asks for it; called on a thread of its own
   * @param end what to do when the terminal has gone
   */
  static void listen(Runnable reload, Runnable end) {
    boolean hadTerminal = hasTerminal();
    try {
      // The JDK has no other way to handle a signal. By reflection, because javac warns of its use
      // by name, and that warning cannot be suppressed.
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object listener =
          Proxy.newProxyInstance(
              HangUp.class.getClassLoader(),
              new Class<?>[] {handler},
              (proxy, method, arguments) -> {
                if (method.getName().equals("handle")) {
                  (hadTerminal && isTerminalGone() ? end : reload).run();
                }
                return null;
              });
      signal
          .getMethod("handle", signal, handler)
          .invoke(null, signal.getConstructor(String.class).newInstance("HUP"), listener);
    } catch (InvocationTargetException ignoredOrTaken) {
      log("SIGHUP is not listened to", ignoredOrTaken.getCause());
    } catch (ReflectiveOperationException e) {
      log("this JVM has no way to listen to SIGHUP", e);
    }
  }

  /** Gets a logger only when there is something to log, because finding one takes a while. */
  private static void log(String sentence, @Nullable Throwable cause) {
    System.getLogger(HangUp.class.getName()).log(System.Logger.Level.DEBUG, sentence, cause);
  }

  private static boolean isTerminalGone() throws InterruptedException {
    Thread.sleep(TAKING_AWAY);
    return !hasTerminal();
  }

  private static boolean hasTerminal() {
    try (var terminal = Files.newByteChannel(TERMINAL, StandardOpenOption.READ)) {
      return terminal.isOpen();
    } catch (IOException none) {
      return false;
    }
  }
}
