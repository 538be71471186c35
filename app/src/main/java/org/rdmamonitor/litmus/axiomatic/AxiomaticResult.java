// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.axiomatic;

import java.util.Optional;
import java.util.SortedSet;
import org.rdmamonitor.litmus.language.LitmusTest;
import org.rdmamonitor.litmus.model.ModelOptions;
import org.rdmamonitor.litmus.search.Checked;
import org.rdmamonitor.litmus.search.Outcome;

/**
 * What the axioms say of a test.
 *
 * @param outcomes of all executions without a cycle
 * @param decisions how many things were tried
 * @param cycle of an execution that would meet the condition (with forall, not meet it), where no
 *     such execution is allowed
 * @param isCutShort whether a cycle is missing because the finder gave up after too many ways of
 *     reading that lead to no execution
 * @param nanos how long it took
 */
public record AxiomaticResult(
    LitmusTest test,
    ModelOptions options,
    SortedSet<Outcome> outcomes,
    long decisions,
    Optional<Cycle> cycle,
    boolean isCutShort,
    long nanos)
    implements Checked {}
