// SPDX-License-Identifier: MIT
import java.io.IOException;
import java.util.Set;
import org.rdmamonitor.nativelib.verbs.Access;
import org.rdmamonitor.nativelib.verbs.WorkRequests;

/**
 * RDMA WRITE: the client writes into the server's memory, without the server's processor. Usage:
 * Write LIBRARY DEVICE [HOST]
 */
final class Write {
  private Write() {}

  public static void main(String[] args) {
    // What others may write, the device has to be able to write: the one right needs the other.
    Set<Access> access = Set.of(Access.LOCAL_WRITE, Access.REMOTE_WRITE);
    System.exit(End.run("write", args, access, End::postReceive, Write::run));
  }

  private static void run(End end, Address other) throws IOException {
    if (end.isClient()) {
      int length = end.put("written by the client");
      // The server does not see a WRITE. An empty SEND behind it, on the same queue pair, tells
      // that it is there.
      WorkRequests requests =
          WorkRequests.of(2)
              .write(0, end.start(), length, end.lkey(), other.memory(), other.rkey())
              .send(1, end.start(), 0, end.lkey());
      end.postSend(requests);
      end.awaitCompletion("RDMA WRITE"); // work requests of a queue pair complete in their order
      end.awaitCompletion("SEND");
      System.out.println("written");
    } else {
      end.awaitCompletion("receive");
      System.out.println("in memory: " + end.text());
    }
  }
}
