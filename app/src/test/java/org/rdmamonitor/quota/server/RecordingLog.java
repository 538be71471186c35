// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.server;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.rdmamonitor.quota.Amounts;
import org.rdmamonitor.quota.Lease;
import org.rdmamonitor.quota.Limit;
import org.rdmamonitor.quota.RequestVerdict;
import org.rdmamonitor.quota.Resource;
import org.rdmamonitor.quota.Tenant;
import org.rdmamonitor.quota.Usage;

/** Keeps what it is told, a word or two each. */
final class RecordingLog implements CollectorLog {
  final List<String> lines = new CopyOnWriteArrayList<>();

  @Override
  public void refused(Tenant tenant, RequestVerdict.Refused verdict) {
    lines.add("refused " + verdict.sentence());
  }

  @Override
  public void claimed(Tenant tenant, long pid) {
    lines.add("claimed " + pid);
  }

  @Override
  public void ended(int pid, String comm, Amounts returned) {
    lines.add("ended " + comm + " " + returned.of(Resource.QP));
  }

  @Override
  public void adopted(List<Lease> leases, int ended) {
    lines.add("adopted " + leases.size() + ", ended " + ended);
  }

  @Override
  public void limited(int uid, Limit limit) {
    lines.add("limited " + limit.text());
  }

  @Override
  public void saved(int uid, String file) {
    lines.add("saved");
  }

  @Override
  public void bypassing(Usage.OfProcess process) {
    lines.add("bypass " + process.process().pid() + " " + process.uncovered().of(Resource.QP));
  }

  @Override
  public void dropped(Amounts amounts) {
    lines.add("dropped " + amounts.of(Resource.QP));
  }

  @Override
  public void disconnected(int pid, int uid, String why) {
    lines.add("disconnected " + why);
  }

  @Override
  public void trouble(String sentence) {
    lines.add("trouble " + sentence);
  }
}
