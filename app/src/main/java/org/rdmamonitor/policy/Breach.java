// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy;

import org.rdmamonitor.model.limits.Rule;

/**
 * A limit that is exceeded.
 *
 * @param rule whose limit
 * @param limit as configured
 * @param value what was found, greater than the limit: live objects, or calls per second
 */
public record Breach(Rule rule, long limit, double value) {}
