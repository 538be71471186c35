// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy;

import java.util.Optional;
import org.rdmamonitor.policy.Finding.Severity;

/**
 * What a rule sees at one moment; {@link Inspector} makes findings of it. Components as in {@link
 * Finding}.
 */
public record Detection(
    String rule,
    Severity severity,
    String title,
    String subject,
    Optional<Party> party,
    String evidence,
    String advice) {}
