// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class ControlTest {
  /** What a thread that waits for the other end finds when it is woken. */
  private static Control awaited(Consumer<Control> wake) throws InterruptedException {
    Control control = new Control();
    control.reset();
    Thread waiting = Thread.ofPlatform().daemon().start(control::awaitPeer);
    wake.accept(control);
    waiting.join();
    return control;
  }

  @Test
  void aWaitEndsWhenTheOtherEndHasFinished() throws InterruptedException {
    Control control = awaited(running -> running.peerFinished(7));

    assertThat(control.isPeerFinished()).isTrue();
    assertThat(control.peerOperations()).isEqualTo(7);
    assertThat(control.isCancelled()).isFalse();
  }

  @Test
  void aWaitEndsWhenAllIsCancelled() throws InterruptedException {
    assertThat(awaited(Control::cancel).isPeerFinished()).isFalse();
  }

  @Test
  void anInterruptedWaitCancelsAll() throws InterruptedException {
    Control control = new Control();
    Thread waiting = Thread.ofPlatform().daemon().unstarted(control::awaitPeer);
    waiting.start();
    waiting.interrupt();
    waiting.join();

    assertThat(control.isCancelled()).isTrue();
  }

  @Test
  void anotherSizeIsWaitedForAnew() {
    Control control = new Control();
    control.peerFinished(7);
    control.reset();

    assertThat(control.isPeerFinished()).isFalse();
    assertThat(control.operations()).isZero();
  }
}
