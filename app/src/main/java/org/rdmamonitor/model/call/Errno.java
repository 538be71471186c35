// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.call;

/**
 * Names of the error numbers that the kernel returns: those of include/uapi/asm-generic/errno.h,
 * which all architectures with RDMA devices use, and those of include/linux/errno.h that drivers
 * return although they were meant to stay inside the kernel.
 */
public final class Errno {
  /** By number, from 1; "-" where there is none. */
  private static final String[] NAMES =
      """
      EPERM ENOENT ESRCH EINTR EIO ENXIO E2BIG ENOEXEC EBADF ECHILD EAGAIN ENOMEM EACCES EFAULT \
      ENOTBLK EBUSY EEXIST EXDEV ENODEV ENOTDIR EISDIR EINVAL ENFILE EMFILE ENOTTY ETXTBSY EFBIG \
      ENOSPC ESPIPE EROFS EMLINK EPIPE EDOM ERANGE EDEADLK ENAMETOOLONG ENOLCK ENOSYS ENOTEMPTY \
      ELOOP - ENOMSG EIDRM ECHRNG EL2NSYNC EL3HLT EL3RST ELNRNG EUNATCH ENOCSI EL2HLT EBADE EBADR \
      EXFULL ENOANO EBADRQC EBADSLT - EBFONT ENOSTR ENODATA ETIME ENOSR ENONET ENOPKG EREMOTE \
      ENOLINK EADV ESRMNT ECOMM EPROTO EMULTIHOP EDOTDOT EBADMSG EOVERFLOW ENOTUNIQ EBADFD \
      EREMCHG ELIBACC ELIBBAD ELIBSCN ELIBMAX ELIBEXEC EILSEQ ERESTART ESTRPIPE EUSERS ENOTSOCK \
      EDESTADDRREQ EMSGSIZE EPROTOTYPE ENOPROTOOPT EPROTONOSUPPORT ESOCKTNOSUPPORT EOPNOTSUPP \
      EPFNOSUPPORT EAFNOSUPPORT EADDRINUSE EADDRNOTAVAIL ENETDOWN ENETUNREACH ENETRESET \
      ECONNABORTED ECONNRESET ENOBUFS EISCONN ENOTCONN ESHUTDOWN ETOOMANYREFS ETIMEDOUT \
      ECONNREFUSED EHOSTDOWN EHOSTUNREACH EALREADY EINPROGRESS ESTALE EUCLEAN ENOTNAM ENAVAIL \
      EISNAM EREMOTEIO EDQUOT ENOMEDIUM EMEDIUMTYPE ECANCELED ENOKEY EKEYEXPIRED EKEYREVOKED \
      EKEYREJECTED EOWNERDEAD ENOTRECOVERABLE ERFKILL EHWPOISON\
      """
          .split(" ", -1);

  private Errno() {}

  /**
   * The name of an error: {@code ENOMEM}; {@code errno 999} for one without a name; {@code other}
   * for 0, under which {@link Sample#errors()} counts the errors that are not counted separately.
   */
  public static String name(int errno) {
    if (errno > 0 && errno <= NAMES.length && !NAMES[errno - 1].equals("-")) {
      return NAMES[errno - 1];
    }
    return switch (errno) {
      case 0 -> "other";
      case 512 -> "ERESTARTSYS";
      case 513 -> "ERESTARTNOINTR";
      case 517 -> "EPROBE_DEFER";
      case 524 -> "ENOTSUPP";
      case 529 -> "EIOCBQUEUED";
      default -> "errno " + errno;
    };
  }
}
