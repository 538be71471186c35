// SPDX-License-Identifier: MIT
package org.rdmamonitor.text;

/**
 * Something that was looked at on a host, and how it stands.
 *
 * @param id stable name of what was looked at, with dots: {@code kernel.btf}
 * @param status whether it is as it should be
 * @param finding what was found
 * @param remedy what to do about it; empty where nothing is to be done
 */
public record Check(String id, Status status, String finding, String remedy) {
  /** How it stands, in rising order of concern. */
  public enum Status {
    OK,
    /** Worth knowing; nothing is wrong. */
    NOTE,
    /** RDMA programs, or a part of the monitor, will not work as they could. */
    WARNING,
    /** The monitor cannot work. */
    MISSING
  }

  public static Check ok(String id, String finding) {
    return new Check(id, Status.OK, finding, "");
  }

  public static Check note(String id, String finding, String remedy) {
    return new Check(id, Status.NOTE, finding, remedy);
  }

  public static Check warning(String id, String finding, String remedy) {
    return new Check(id, Status.WARNING, finding, remedy);
  }

  public static Check missing(String id, String finding, String remedy) {
    return new Check(id, Status.MISSING, finding, remedy);
  }
}
