// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy;

import java.util.Optional;
import org.rdmamonitor.policy.Finding.Severity;

/**
 * What a rule sees at one moment; {@link Inspector} makes findings of it.
 *
 * @param rule the rule's id, {@code R1}, which never changes its meaning
 * @param severity how soon to look
 * @param title what it is, in a few words: {@code MR deregistration storm}
 * @param subject whom or what it is about: a cgroup, process or device, as people name it
 * @param party the same for programs; empty if it is a device, or somebody on another host
 * @param evidence the figures that it was found by
 * @param advice what to do
 */
public record Detection(
    String rule,
    Severity severity,
    String title,
    String subject,
    Optional<Party> party,
    String evidence,
    String advice) {}
