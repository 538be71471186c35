// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmamonitor.model.call.ControlCall.Refusal.Measure;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.nativelib.monitor.AbiNumbers;

class NumberingTest {
  @ParameterizedTest
  @EnumSource
  void aMeasureHasTheNumberOfItsName(Measure measure) {
    assertThat(Numbering.measure(AbiNumbers.measure(measure.name()))).isEqualTo(measure);
  }

  @ParameterizedTest
  @EnumSource
  void aVerbIsFoundByItsNumber(Verb verb) {
    assertThat(Numbering.verb(Numbering.of(verb))).contains(verb);
  }

  @ParameterizedTest
  @EnumSource
  void aTypeIsFoundByItsNumber(ResourceType type) {
    assertThat(Numbering.type(Numbering.of(type))).contains(type);
  }

  @Test
  void whatIsNotKnownIsNotTakenForAnother() {
    assertThat(Numbering.verb(200)).isEmpty();
    assertThat(Numbering.type(200)).isEmpty();
    assertThatIllegalArgumentException().isThrownBy(() -> Numbering.measure(200));
  }
}
