// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.posix;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.rdmamonitor.nativelib.generated.LibC;
import org.rdmamonitor.nativelib.generated.cmsghdr;
import org.rdmamonitor.nativelib.generated.iovec;
import org.rdmamonitor.nativelib.generated.msghdr;

/** A message for sendmsg(2) with which a descriptor is sent (SCM_RIGHTS in unix(7)). */
final class DescriptorMessage {
  private static final long HEADER = cmsghdr.layout().byteSize();

  private DescriptorMessage() {}

  static MemorySegment of(byte[] from, int offset, int length, int fd, Arena arena) {
    MemorySegment bytes = arena.allocate(length);
    MemorySegment.copy(from, offset, bytes, ValueLayout.JAVA_BYTE, 0, length);
    MemorySegment part = iovec.allocate(arena);
    iovec.iov_base(part, bytes);
    iovec.iov_len(part, length);
    MemorySegment message = msghdr.allocate(arena);
    message.fill((byte) 0);
    msghdr.msg_iov(message, part);
    msghdr.msg_iovlen(message, 1);
    MemorySegment control = control(fd, arena);
    msghdr.msg_control(message, control);
    msghdr.msg_controllen(message, control.byteSize());
    return message;
  }

  private static MemorySegment control(int fd, Arena arena) {
    long space = HEADER + Long.BYTES; // an int, aligned
    MemorySegment control = arena.allocate(space, Long.BYTES);
    cmsghdr.cmsg_len(control, HEADER + Integer.BYTES);
    cmsghdr.cmsg_level(control, LibC.SOL_SOCKET());
    cmsghdr.cmsg_type(control, LibC.SCM_RIGHTS());
    control.set(ValueLayout.JAVA_INT, HEADER, fd);
    return control;
  }
}
