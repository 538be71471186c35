// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.model.limits.Limits;
import org.rdmamonitor.model.limits.PeerPolicy;
import org.rdmamonitor.policy.config.FindingLimits;
import org.rdmamonitor.policy.config.Settings;
import org.rdmamonitor.policy.peers.PeerDryRun.Refusal;

/** Contacts are those of 10.1.0.0, 10.1.0.1 and so on, one of each cgroup. */
class PeerDryRunTest {
  private static Limits to(String policy) {
    return new Limits(Map.of(), Optional.of(PeerPolicy.parse(policy)));
  }

  private static PeerDryRun run(Limits host, Map<String, Limits> tenants) {
    return PeerDryRun.of(
        PeerAdviceTest.contacts("/a", "/a/sub", "/b"),
        new Settings(host, FindingLimits.STANDARD, tenants));
  }

  @Test
  void aContactIsRefusedByTheFirstPolicyThatForbidsIt() {
    PeerDryRun run = run(to("10.1.0.0/31"), Map.of("/a", to("10.1.0.0"), "/b", to("10.1.0.3")));

    assertThat(run.contacts()).isEqualTo(3);
    assertThat(run.refusals())
        .extracting(refusal -> refusal.contact().cgroup(), Refusal::by, Refusal::first)
        .containsExactly(tuple("/a/sub", "/a", Scenes.START), tuple("/b", "host", Scenes.START));
  }

  @Test
  void whereNoPolicyForbidsAContactNoneIsRefused() {
    assertThat(run(to("10.1.0.0/16"), Map.of("/c", to("none"))).refusals()).isEqualTo(List.of());
    assertThat(run(Limits.UNLIMITED, Map.of()).refusals()).isEmpty();
  }
}
