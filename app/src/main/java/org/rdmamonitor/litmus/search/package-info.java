// SPDX-License-Identifier: MIT
/**
 * Goes through all executions of a test. Enter by {@link org.rdmamonitor.litmus.search.Explorer},
 * which gives every outcome, and by {@link org.rdmamonitor.litmus.search.WitnessFinder}, which
 * gives an execution that leads to one.
 *
 * <p>Every event takes a state one level up. So equal states are on the same level, and states of
 * levels that are done can be dropped. The states of a level are divided among threads by their
 * hash; the number of threads does not change what is found.
 *
 * <p>Uses {@code litmus.model} and {@code litmus.language}. An {@link
 * org.rdmamonitor.litmus.search.Explorer} is for one thread and uses others by itself.
 */
@NullMarked
package org.rdmamonitor.litmus.search;

import org.jspecify.annotations.NullMarked;
