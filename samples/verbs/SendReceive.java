// SPDX-License-Identifier: MIT
import java.io.IOException;
import java.util.Set;
import org.rdmamonitor.nativelib.verbs.Access;
import org.rdmamonitor.nativelib.verbs.WorkRequests;

/**
 * SEND and receive: the client sends a message, the server has posted a receive, which says where
 * it goes. Usage: SendReceive LIBRARY DEVICE [HOST]
 */
final class SendReceive {
  private SendReceive() {}

  public static void main(String[] args) {
    // Only this end's own device writes to the memory, where a receive tells it to.
    Set<Access> access = Set.of(Access.LOCAL_WRITE);
    System.exit(End.run("send-receive", args, access, End::postReceive, SendReceive::run));
  }

  private static void run(End end, Address other) throws IOException {
    if (end.isClient()) {
      int length = end.put("a message from the client");
      end.postSend(WorkRequests.of(1).send(0, end.start(), length, end.lkey()));
      end.awaitCompletion("SEND");
      System.out.println("sent");
    } else {
      end.awaitCompletion("receive");
      System.out.println("received: " + end.text());
    }
  }
}
