// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.journal;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.rdmamonitor.secure.tls.Peer;

/**
 * Something that happened.
 *
 * @param type {@code listening}, {@code accepted}, {@code request}, {@code result}, {@code ended},
 *     {@code refused}, {@code trouble} or {@code stopped}
 * @param client whom it is about
 * @param text a line for people, without the time
 * @param values numbers and words beside, in their order
 */
public record Entry(
    Instant time, String type, Optional<Peer> client, String text, Map<String, Object> values) {}
