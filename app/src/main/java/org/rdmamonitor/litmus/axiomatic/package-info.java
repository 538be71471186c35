// SPDX-License-Identifier: MIT
/**
 * The model a second time, as axioms: an execution is a graph of points in time, and is allowed if
 * the graph has no cycle. Enter by {@link org.rdmamonitor.litmus.axiomatic.AxiomaticChecker}.
 *
 * <p>It takes programs from {@code litmus.language} and shares nothing with the machine of {@code
 * litmus.model}, so that each can be checked against the other. From that package it uses only
 * {@link org.rdmamonitor.litmus.model.ModelOptions}, the types of the options, and {@link
 * org.rdmamonitor.litmus.model.LitmusLimitException}; from {@code litmus.search} what an outcome
 * is. rdma-litmus(5) has the axioms; their names in comments are from there.
 *
 * <p>A {@link org.rdmamonitor.litmus.axiomatic.AxiomaticChecker} is for one thread; what it gives
 * is immutable.
 */
@NullMarked
package org.rdmamonitor.litmus.axiomatic;

import org.jspecify.annotations.NullMarked;
