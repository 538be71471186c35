// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.axiomatic;

/** Two edges of which every execution has at least one. */
record Choice(Edge one, Edge other) {}
