// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.call;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ErrnoTest {
  // From include/uapi/asm-generic/errno-base.h, errno.h and include/linux/errno.h.
  @ParameterizedTest
  @CsvSource({
    "1, EPERM",
    "11, EAGAIN",
    "12, ENOMEM",
    "16, EBUSY",
    "22, EINVAL",
    "25, ENOTTY",
    "35, EDEADLK",
    "40, ELOOP",
    "42, ENOMSG",
    "59, EBFONT",
    "61, ENODATA",
    "75, EOVERFLOW",
    "95, EOPNOTSUPP",
    "99, EADDRNOTAVAIL",
    "110, ETIMEDOUT",
    "122, EDQUOT",
    "133, EHWPOISON",
    "524, ENOTSUPP",
    "0, other",
    "41, errno 41",
    "134, errno 134",
    "-5, errno -5",
  })
  void anErrorHasTheNameOfTheKernelsHeaders(int errno, String name) {
    assertThat(Errno.name(errno)).isEqualTo(name);
  }
}
