// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmamonitor.model.Health;
import org.rdmamonitor.model.Health.Hook.State;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.limits.Limits;
import org.rdmamonitor.model.limits.PeerPolicy;
import org.rdmamonitor.model.limits.Rule;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.model.resource.Size;

/** What limits need of the tripwire. */
class TripwireTest {
  private static final Limits PEERS =
      new Limits(Map.of(), Optional.of(PeerPolicy.parse("10.1.0.0/16")));

  private static Limits limit(String rule) {
    Rule limited =
        switch (rule) {
          case "QP_COUNT" -> new Rule.Count(ResourceType.QP);
          case "MR_BYTES" -> new Rule.Total(Size.MR_BYTES);
          case "CQ_ENTRIES" -> new Rule.Total(Size.CQ_ENTRIES);
          case String rate -> new Rule.Rate(Verb.valueOf(rate));
        };
    return new Limits(Map.of(limited, 1L));
  }

  /** A kernel that has all functions but these. */
  private static List<Health.Hook> without(State state, String... symbols) {
    return Hooks.tripwire().stream()
        .map(hook ->
            Arrays.asList(symbols).contains(hook.symbol())
                ? new Health.Hook(hook.row(), hook.symbol(), state, "no " + hook.symbol())
                : new Health.Hook(hook.row(), hook.symbol(), State.ATTACHED, ""))
        .toList();
  }

  @Test
  void policiesOfPeersNeedBothFunctionsThatPeersPass() {
    List<Limits> limits = List.of(Limits.UNLIMITED, PEERS);

    assertThat(Tripwire.lacks(without(State.UNAVAILABLE), limits)).isEmpty();
    assertThat(
            Tripwire.lacks(
                without(State.UNAVAILABLE, "ib_modify_qp_with_udata", "rdma_create_user_ah"),
                limits))
        .containsExactly("no ib_modify_qp_with_udata", "no rdma_create_user_ah");
    assertThat(Tripwire.lacks(without(State.UNAVAILABLE, "rdma_create_user_ah"), limits))
        .containsExactly("no rdma_create_user_ah");
  }

  @ParameterizedTest
  @CsvSource({
    "QP_MODIFY, ib_uverbs_ex_modify_qp, true",
    "QP_CREATE, ib_uverbs_ex_modify_qp, false",
    "GID_QUERY, ib_uverbs_handler_UVERBS_METHOD_QUERY_GID_TABLE, true",
    "MR_BYTES, ib_uverbs_rereg_mr, true",
    "MR_REG, ib_uverbs_rereg_mr, false",
    "CQ_ENTRIES, ib_uverbs_resize_cq, true",
    "QP_COUNT, ib_modify_qp_with_udata, false"
  })
  void whatALimitDoesNotNeedMayBeMissing(String rule, String missing, boolean isNeeded) {
    assertThat(Tripwire.lacks(without(State.UNAVAILABLE, missing), List.of(limit(rule))))
        .isEqualTo(isNeeded ? List.of("no " + missing) : List.of());
  }

  /** Kernels have either the one or the other, and creations pass each that there is. */
  @Test
  void ofTheFunctionsThatACreationPassesOneIsEnough() {
    String[] handlers = {
      "ib_uverbs_handler_UVERBS_METHOD_QP_CREATE", "ib_uverbs_create_qp", "ib_uverbs_ex_create_qp"
    };
    List<Limits> limits = List.of(limit("QP_COUNT"));

    assertThat(Tripwire.lacks(without(State.UNAVAILABLE, handlers), limits)).isEmpty();
    assertThat(Tripwire.lacks(without(State.UNAVAILABLE, "rdma_alloc_begin_uobject"), limits))
        .isEmpty();
    String[] all = Arrays.copyOf(handlers, handlers.length + 1);
    all[handlers.length] = "rdma_alloc_begin_uobject";
    assertThat(Tripwire.lacks(without(State.UNAVAILABLE, all), limits)).hasSize(4);
    assertThat(Tripwire.lacks(without(State.UNAVAILABLE, all), List.of(PEERS))).isEmpty();
  }

  @Test
  void aModuleThatIsNotLoadedTakesNoCalls() {
    assertThat(Tripwire.lacks(without(State.WAITING, "rdma_create_user_ah"), List.of(PEERS)))
        .isEmpty();
  }
}
