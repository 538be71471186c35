// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota;

/** The decision on a request. */
public sealed interface RequestVerdict {
  /** The object may be made. */
  record Granted() implements RequestVerdict {}

  /**
   * The object may not be made.
   *
   * @param resource of which there is not enough
   * @param scope where the limit applies, in words: {@code on this host}
   * @param used what is in use there, including objects made without a grant
   */
  record Refused(Resource resource, String scope, long used, long limit) implements RequestVerdict {
    /** {@code 10 of 10 queue pairs in use on this host}. */
    public String sentence() {
      return "%d of %d %s %s %s"
          .formatted(
              used, limit, resource.title(), resource == Resource.CALLS ? "made" : "in use", scope);
    }
  }

  /** The only one of its kind. */
  Granted GRANTED = new Granted();
}
