// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.tls;

/** Why a connection failed, or ended. */
public enum Reason {
  /** A file of certificates or keys cannot be used. */
  FILE,
  /** There is no such host, or nobody listens there, or the address cannot be listened on. */
  UNREACHABLE,
  /** The other end does not speak TLS. */
  NOT_TLS,
  /** The other end speaks TLS, but not this program's protocol in it. */
  NOT_THIS_PROTOCOL,
  /** The two ends have no version of TLS in common. */
  PROTOCOL_TOO_OLD,
  /** The other end's cipher suites, groups or signatures have none in common with ours. */
  NOTHING_IN_COMMON,
  /** The authority of the other end's certificate is not in the CA file. */
  UNKNOWN_CA,
  /** The other end's certificate, or its authority's, is no longer or not yet valid. */
  EXPIRED,
  /** The client has shown no certificate. */
  NO_CERTIFICATE,
  /** The server's certificate is for another host. */
  WRONG_HOST,
  /** The other end's certificate is wrong in another way. */
  BAD_CERTIFICATE,
  /** The other end does not accept our certificate. */
  CERTIFICATE_REFUSED,
  /** Bytes that TLS does not allow. */
  BROKEN_TLS,
  /** The other end did not do something in time. */
  TIMED_OUT,
  /** The other end closed the connection. */
  CLOSED,
  /** The other end sent something that is no valid message, or not the one that was due. */
  BAD_MESSAGE,
  /** The other end sent a refusal. */
  REFUSED,
  /** The server has as many clients as it may have. */
  SERVER_FULL,
  /** Too many connections were being made at once, and this one gave way to another. */
  GAVE_WAY,
  /** The server is being closed. */
  SHUTTING_DOWN
}
