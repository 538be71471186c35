// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.wire;

import java.util.Optional;
import org.rdmamonitor.secure.wire.GroupMessage.Join;
import org.rdmamonitor.secure.wire.GroupMessage.Role;
import org.rdmamonitor.secure.wire.GroupMessage.Roster;
import org.rdmamonitor.secure.wire.Message.Answer;
import org.rdmamonitor.secure.wire.Message.Bye;
import org.rdmamonitor.secure.wire.Message.Offer;
import org.rdmamonitor.secure.wire.Message.Ready;
import org.rdmamonitor.secure.wire.Message.Refusal;
import org.rdmamonitor.secure.wire.Message.Request;
import org.rdmamonitor.secure.wire.Message.Result;
import org.rdmamonitor.secure.wire.Message.Start;
import org.rdmamonitor.secure.wire.Message.Tunneled;
import org.rdmamonitor.secure.wire.Message.Welcome;

/** The types of messages: their numbers on the wire, and their possible lengths. */
public enum MessageType {
  WELCOME(1, 2, 2),
  REQUEST(2, Request.BYTES, Request.BYTES),
  OFFER(3, Endpoints.LEAST_BYTES + 1, Endpoints.MOST_BYTES + 1 + ConnectionService.BYTES),
  ANSWER(4, Endpoints.LEAST_BYTES, Endpoints.MOST_BYTES),
  READY(5, 0, 0),
  START(6, 4, 4),
  RESULT(7, Result.LEAST_BYTES, Result.LEAST_BYTES + Latency.BYTES),
  BYE(8, 0, 0),
  REFUSAL(9, 3, 3 + Refusal.MOST_TEXT_BYTES),
  JOIN(10, 2, 2),
  ROLE(11, Role.BYTES, Role.BYTES),
  ROSTER(12, Roster.LEAST_BYTES, Roster.MOST_BYTES),
  TUNNELED(13, 1, Tunneled.MOST_BYTES);

  /** The most that any message is long, without the header. */
  static final int MOST_BYTES = 1 << 16;

  private final int code;
  private final int leastBytes;
  private final int mostBytes;

  MessageType(int code, int leastBytes, int mostBytes) {
    this.code = code;
    this.leastBytes = leastBytes;
    this.mostBytes = mostBytes;
  }

  /** The number on the wire. */
  int code() {
    return code;
  }

  /**
   * @throws WireException if a message of this kind cannot be of that length
   */
  void checkLength(long bytes) throws WireException {
    if (bytes < leastBytes || bytes > mostBytes) {
      throw new WireException(
          "length: "
              + bytes
              + " is not allowed in "
              + this
              + "; allowed: "
              + leastBytes
              + ".."
              + mostBytes);
    }
  }

  Message read(WireInput in) throws WireException {
    return switch (this) {
      case WELCOME -> Welcome.read(in);
      case REQUEST -> Request.read(in);
      case OFFER -> Offer.read(in);
      case ANSWER -> Answer.read(in);
      case READY -> new Ready();
      case START -> Start.read(in);
      case RESULT -> Result.read(in);
      case BYE -> new Bye();
      case REFUSAL -> Refusal.read(in);
      case JOIN -> Join.read(in);
      case ROLE -> Role.read(in);
      case ROSTER -> Roster.read(in);
      case TUNNELED -> Tunneled.read(in);
    };
  }

  /** The kind of a message. */
  public static MessageType of(Message message) {
    return switch (message) {
      case Welcome _ -> WELCOME;
      case Request _ -> REQUEST;
      case Offer _ -> OFFER;
      case Answer _ -> ANSWER;
      case Ready _ -> READY;
      case Start _ -> START;
      case Result _ -> RESULT;
      case Bye _ -> BYE;
      case Refusal _ -> REFUSAL;
      case Join _ -> JOIN;
      case Role _ -> ROLE;
      case Roster _ -> ROSTER;
      case Tunneled _ -> TUNNELED;
    };
  }

  static Optional<MessageType> of(int code) {
    for (MessageType type : values()) {
      if (type.code == code) {
        return Optional.of(type);
      }
    }
    return Optional.empty();
  }
}
