// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.axiomatic;

/** Of two orders an execution has at least one. */
record Choice(Edge one, Edge other) {}
