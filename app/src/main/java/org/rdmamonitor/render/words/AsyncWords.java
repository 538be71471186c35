// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.words;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmamonitor.model.call.AsyncEvent;
import org.rdmamonitor.model.call.AsyncEvent.Completion;
import org.rdmamonitor.model.call.AsyncEvent.Connection;
import org.rdmamonitor.model.call.AsyncEvent.Port;
import org.rdmamonitor.model.call.AsyncEvent.Resource;
import org.rdmamonitor.model.call.AsyncEvent.Transition;
import org.rdmamonitor.model.resource.QueuePairPath.Address;
import org.rdmamonitor.text.Printable;
import org.rdmamonitor.units.Times;

/** What is said of asynchronous events in text and on the screen. */
public final class AsyncWords {
  private AsyncWords() {}

  /**
   * {@code INVALID_SERVICE_ID, peer 10.1.0.7 port 7174, lqpn 17}; {@code port 1}; {@code vendor
   * error 0x81}; empty where there is nothing to say.
   */
  public static String of(AsyncEvent event) {
    List<String> words = new ArrayList<>();
    if (!event.reason().isEmpty()) {
      words.add(event.reason());
    }
    switch (event.subject()) {
      case Port port -> number(words, "port", port.port());
      case Resource resource -> peer(words, resource.address(), resource.peerQpn());
      case Connection connection -> {
        if (!connection.peer().isEmpty()) {
          words.add("peer " + Printable.of(connection.peer()) + port(connection.peerPort()));
        }
        number(words, "lqpn", connection.qpn());
      }
      case Transition transition -> {
        words.add(
            "was %s%s before"
                .formatted(
                    transition.before(),
                    transition.within().isZero()
                        ? ""
                        : " at most " + Times.three(transition.within().toNanos())));
        peer(words, transition.address(), transition.peerQpn());
      }
      case Completion completion ->
          words.add("vendor error 0x" + Integer.toHexString(completion.vendorError()));
    }
    return String.join(", ", words);
  }

  private static void peer(List<String> words, Optional<Address> address, OptionalInt number) {
    address.ifPresent(to -> words.add("peer " + ConnectionWords.peer(to)));
    number(words, "rqpn", number);
  }

  private static String port(int port) {
    return port == 0 ? "" : " port " + port;
  }

  private static void number(List<String> words, String name, OptionalInt number) {
    if (number.isPresent()) {
      words.add(name + " " + Integer.toUnsignedString(number.getAsInt()));
    }
  }
}
