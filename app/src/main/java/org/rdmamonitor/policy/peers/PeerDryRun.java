// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.peers;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rdmamonitor.model.connection.Contact;
import org.rdmamonitor.model.connection.ContactLog;
import org.rdmamonitor.model.limits.PeerPolicy;
import org.rdmamonitor.policy.config.Settings;

/**
 * Which contacts of a recording the policies about peers would have refused.
 *
 * @param contacts how many there were
 * @param refusals those that would have been refused, in the order in which they were seen
 */
public record PeerDryRun(long contacts, List<Refusal> refusals) {
  /**
   * A contact that would have been refused.
   *
   * @param by the owner of the first policy that forbids it: {@code host}, or the path of a cgroup
   * @param first when it was first seen
   */
  public record Refusal(Contact contact, String by, Instant first) {}

  public PeerDryRun {
    refusals = List.copyOf(refusals);
  }

  /** Checks what was seen against the policies of settings. */
  public static PeerDryRun of(ContactLog log, Settings settings) {
    Map<Contact, Instant> contacts = log.contacts();
    Map<String, Map<String, PeerPolicy>> policies = new HashMap<>();
    List<Refusal> refusals = new ArrayList<>();
    contacts.forEach((contact, first) ->
        forbidding(contact, policies.computeIfAbsent(contact.cgroup(), settings::peerPolicies))
            .ifPresent(by -> refusals.add(new Refusal(contact, by, first))));
    return new PeerDryRun(contacts.size(), refusals);
  }

  private static Optional<String> forbidding(Contact contact, Map<String, PeerPolicy> policies) {
    for (Map.Entry<String, PeerPolicy> policy : policies.entrySet()) {
      if (!policy.getValue().permits(contact.peer())) {
        return Optional.of(policy.getKey());
      }
    }
    return Optional.empty();
  }
}
