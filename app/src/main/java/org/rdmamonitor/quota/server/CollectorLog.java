// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.server;

import java.util.List;
import org.rdmamonitor.quota.Amounts;
import org.rdmamonitor.quota.Lease;
import org.rdmamonitor.quota.Limit;
import org.rdmamonitor.quota.RequestVerdict;
import org.rdmamonitor.quota.Tenant;
import org.rdmamonitor.quota.Usage;

/** Is told what happens, on any thread. */
public interface CollectorLog {
  /** A request was refused. */
  void refused(Tenant tenant, RequestVerdict.Refused verdict);

  /** A client said that it has another pid than the kernel says. */
  void claimed(Tenant tenant, long pid);

  /** A process ended that held leases. */
  void ended(int pid, String comm, Amounts returned);

  /** Leases of an earlier collector still hold. */
  void adopted(List<Lease> leases, int ended);

  /** A limit was changed. */
  void limited(int uid, Limit limit);

  /** Limits were kept for later. */
  void saved(int uid, String file);

  /** The kernel counts objects that no lease covers (R15). */
  void bypassing(Usage.OfProcess process);

  /** Leases were dropped whose objects the kernel does not have. */
  void dropped(Amounts amounts);

  /** A connection was ended because of what came over it, or did not come. */
  void disconnected(int pid, int uid, String why);

  /** Something else is wrong, in a sentence. */
  void trouble(String sentence);
}
