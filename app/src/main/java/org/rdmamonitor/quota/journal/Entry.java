// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.journal;

import java.time.Instant;
import java.util.Map;

/**
 * Something that happened.
 *
 * @param type {@code listening}, {@code refused}, {@code claimed}, {@code ended}, {@code adopted},
 *     {@code limit}, {@code saved}, {@code bypass}, {@code dropped}, {@code disconnected}, {@code
 *     trouble} or {@code stopped}
 * @param text a line for people, without the time
 * @param values numbers and words beside, in their order
 */
public record Entry(Instant time, String type, String text, Map<String, Object> values) {}
