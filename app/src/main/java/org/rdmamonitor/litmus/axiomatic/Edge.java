// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.axiomatic;

/** One point, by its number, is before another. */
record Edge(int from, int to, Relation relation) {}
