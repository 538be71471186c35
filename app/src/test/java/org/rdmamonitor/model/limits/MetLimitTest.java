// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmamonitor.model.call.ControlCall.Refusal;
import org.rdmamonitor.model.call.ControlCall.Refusal.CallOutcome;
import org.rdmamonitor.model.call.ControlCall.Refusal.Measure;
import org.rdmamonitor.model.resource.ResourceType;

class MetLimitTest {
  @ParameterizedTest
  @CsvSource({
    "OBJECTS, QP, 5, 4, '', 5 of 4 QP",
    "OBJECTS, QP, 1, 0, '', 1 of none QP",
    "OBJECTS, , 5, 4, '', 5 of 4 objects",
    "RATE, , 5, 4, '', 5 of 4 calls/s",
    "ALL_CALLS, , 5, 4, '', 5 of 4 calls/s of all",
    "SIZE, MR, 8192, 4096, '', 8.0 KiB of 4.0 KiB in MRs",
    "SIZE, CQ, 5, 4, '', 5 of 4 CQ entries",
    "SIZE, , 5, 4, '', 5 of 4 in size",
    "PEER, , 0, 0, 10.1.0.7, peer 10.1.0.7",
    "PEER, , 0, 0, '', peer that is not known",
    "HANDLE, , 0, 0, fd00::1, address handle to fd00::1",
  })
  void tellsHowMuchThereWasOfWhichLimit(
      Measure measure, ResourceType type, long count, long limit, String peer, String words) {
    Refusal refusal =
        new Refusal(CallOutcome.REFUSED, 7, measure, Optional.ofNullable(type), limit, count, peer);

    assertThat(MetLimit.words(refusal)).isEqualTo(words);
  }
}
