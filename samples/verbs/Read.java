// SPDX-License-Identifier: MIT
import java.io.IOException;
import java.util.Set;
import org.rdmamonitor.nativelib.verbs.Access;
import org.rdmamonitor.nativelib.verbs.WorkRequests;

/**
 * RDMA READ: the client reads the server's memory, without the server's processor. Usage: Read
 * LIBRARY DEVICE [HOST]
 */
final class Read {
  private Read() {}

  public static void main(String[] args) {
    Set<Access> access = Set.of(Access.LOCAL_WRITE, Access.REMOTE_READ);
    System.exit(End.run("read", args, access, end -> end.put("what the server has"), Read::run));
  }

  private static void run(End end, Address other) throws IOException {
    if (end.isClient()) {
      end.postSend(
          WorkRequests.of(1)
              .read(0, end.start(), end.bytes(), end.lkey(), other.memory(), other.rkey()));
      end.awaitCompletion("RDMA READ"); // only now is it in this end's memory
      System.out.println("read: " + end.text());
    } else {
      // Nothing here tells when that is, but the client's word over TCP.
      System.out.println("waiting until the client has read");
    }
  }
}
