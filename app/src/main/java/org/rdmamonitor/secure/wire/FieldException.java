// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.wire;

import java.io.Serial;

/**
 * A field of a message has a value outside its range; the message of this exception names the
 * field, the value and the range.
 */
public final class FieldException extends IllegalArgumentException {
  @Serial private static final long serialVersionUID = 1;

  private final String field;
  private final String value;

  FieldException(String field, String value, String allowed) {
    super(field + ": " + value + " is not allowed; allowed: " + allowed);
    this.field = field;
    this.value = value;
  }

  /** The field's name, as in rdma-secure(7). */
  public String field() {
    return field;
  }

  /** The value that is not allowed: a number, or in words. */
  public String value() {
    return value;
  }
}
