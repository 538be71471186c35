// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.otlp;

import java.time.Instant;

/**
 * An observation that waits to be sent.
 *
 * @param number counts all observations of a sender, from 1, also those that were dropped
 * @param observed when this program saw it
 */
record QueuedObservation(long number, Instant observed, Observation observation) {}
