// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.text;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.rdmamonitor.model.connection.Contact;
import org.rdmamonitor.model.connection.ContactLog;
import org.rdmamonitor.model.limits.PeerPolicy;
import org.rdmamonitor.policy.peers.PeerAdvice;
import org.rdmamonitor.policy.peers.PeerDryRun;
import org.rdmamonitor.text.Columns;
import org.rdmamonitor.text.Printable;
import org.rdmamonitor.units.Times;

/** Whom programs talked to, as a part of a configuration file or as a table. */
public final class PeersText {
  /** Programs that are named of a cgroup. */
  private static final int PROGRAMS = 8;

  private PeersText() {}

  /** For each cgroup whom it talked to, as {@link PeerPolicy#NAME} of a configuration file. */
  public static String advice(ContactLog log) {
    StringBuilder text = new StringBuilder();
    text.append(
        "# Peers seen from %s, for %s.%n".formatted(log.begin(), seconds(log.begin(), log.end())));
    text.append(missed(log, "# "));
    if (log.ofUnknownCgroups() > 0) {
      text.append(
          "# Not among them: %d of cgroups whose names are not known.%n"
              .formatted(log.ofUnknownCgroups()));
    }
    log.unknown()
        .forEach((cgroup, of) ->
            text.append(
                "# %s: %s (%s) whose peers are not known: this is not all%n"
                    .formatted(name(cgroup), connections(of), named(of.programs()))));
    PeerAdvice.byCgroup(log)
        .forEach((cgroup, contacts) -> {
          text.append("%n# %s%n".formatted(programs(contacts)));
          if (cgroup.matches("(/[^/\\s#]+)+") && Printable.of(cgroup).equals(cgroup)) {
            text.append("[cgroup %s]%n".formatted(cgroup));
            text.append("%s %s%n".formatted(PeerPolicy.NAME, PeerAdvice.fitting(contacts).text()));
          } else {
            text.append(
                "# in %s: %s %s; the file has no section for it%n"
                    .formatted(
                        Printable.of(cgroup),
                        PeerPolicy.NAME,
                        PeerAdvice.fitting(contacts).text()));
          }
        });
    return text.toString();
  }

  private static String programs(List<Contact> contacts) {
    return named(contacts.stream().map(Contact::comm).toList());
  }

  private static String named(Collection<String> programs) {
    Set<String> names = new TreeSet<>();
    programs.forEach(program -> names.add(Printable.of(program)));
    String shown = names.stream().limit(PROGRAMS).collect(Collectors.joining(", "));
    return names.size() > PROGRAMS
        ? "%s and %d more".formatted(shown, names.size() - PROGRAMS)
        : shown;
  }

  /** Which contacts policies would have refused, and by whose. */
  public static String dryRun(ContactLog log, PeerDryRun run) {
    StringBuilder text = new StringBuilder();
    if (!run.refusals().isEmpty()) {
      List<List<String>> rows = new ArrayList<>();
      rows.add(List.of("CGROUP", "PROGRAM", "PEER", "FIRST AFTER", "PEERS OF"));
      run.refusals().forEach(refusal -> rows.add(row(refusal, log.begin())));
      text.append(Columns.of(rows, "lllrl")).append('\n');
    }
    long cgroups =
        run.refusals().stream().map(refusal -> refusal.contact().cgroup()).distinct().count();
    text.append(
        "Of %d contacts in %s, %d would have been refused%s.%n"
            .formatted(
                run.contacts(),
                seconds(log.begin(), log.end()),
                run.refusals().size(),
                cgroups == 0
                    ? ""
                    : ", of %d %s".formatted(cgroups, cgroups == 1 ? "cgroup" : "cgroups")));
    log.unknown()
        .forEach((cgroup, of) ->
            text.append(
                "Not judged: %s of %s (%s), whose peers are not known.%n"
                    .formatted(connections(of), name(cgroup), named(of.programs()))));
    return text.append(missed(log, "")).toString();
  }

  private static List<String> row(PeerDryRun.Refusal refusal, Instant begin) {
    Contact contact = refusal.contact();
    Instant first = refusal.first().isBefore(begin) ? begin : refusal.first();
    return List.of(
        name(contact.cgroup()),
        Printable.of(contact.comm()),
        contact.peer().text(),
        seconds(begin, first),
        Printable.of(refusal.by()));
  }

  private static String name(String cgroup) {
    return cgroup.isEmpty() ? "(unknown)" : Printable.of(cgroup);
  }

  private static String connections(ContactLog.Unknown of) {
    return of.connections() == 1 ? "1 connection" : of.connections() + " connections";
  }

  private static String missed(ContactLog log, String mark) {
    return log.leftOut() == 0
        ? ""
        : "%sMore than %d contacts; %d times one found no room.%n"
            .formatted(mark, ContactLog.MOST, log.leftOut());
  }

  private static String seconds(Instant begin, Instant end) {
    return Times.tenths(Duration.between(begin, end));
  }
}
