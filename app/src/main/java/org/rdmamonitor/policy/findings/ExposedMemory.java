// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.findings;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.ControlCall.Region;
import org.rdmamonitor.model.resource.AccessFlags;
import org.rdmamonitor.policy.Detection;
import org.rdmamonitor.policy.Detector;
import org.rdmamonitor.policy.DetectorInput;
import org.rdmamonitor.policy.Finding.Severity;
import org.rdmamonitor.policy.Party;
import org.rdmamonitor.policy.config.FindingLimit;

/**
 * R8: more memory than the limit in one region that peers may write; or a region over the whole
 * address space (an implicit on-demand region, which ibv_reg_mr makes of address 0 and length
 * SIZE_MAX), which is critical if peers may access it, and a notice if only the process itself uses
 * it. Regions registered before the monitor started are not known, since the kernel's list does not
 * have their access flags. Keeps {@value #REGIONS} regions of more than 1 MiB.
 */
final class ExposedMemory implements Detector {
  private static final int REGIONS = 8192;
  private static final long WORTH_KEEPING = 1 << 20;
  private static final int WRITABLE = AccessFlags.REMOTE_WRITE | AccessFlags.REMOTE_ATOMIC;

  /**
   * No process has a larger address space: 56 bits with five levels of page tables, with a margin.
   */
  private static final long WHOLE = 1L << 56;

  private record Owner(int device, int pid, String comm) {}

  /** The regions of a process that exceed the limit. */
  private static final class Excess {
    private final Party party;
    private long count;
    private long largest;
    private int access;
    private Severity severity = Severity.NOTICE;

    Excess(Party party) {
      this.party = party;
    }

    private void add(Region region, Severity severe) {
      count++;
      long length = isWhole(region) ? Long.MAX_VALUE : region.length();
      if (length >= largest) {
        largest = length;
        access = region.access().orElse(0);
      }
      if (severe.compareTo(severity) > 0) {
        severity = severe;
      }
    }
  }

  private final Regions regions =
      new Regions(
          REGIONS,
          region ->
              isWhole(region)
                  || (region.length() > WORTH_KEEPING
                      && (region.access().orElse(0) & WRITABLE) != 0));

  private static boolean isWhole(Region region) {
    boolean onDemand = (region.access().orElse(0) & AccessFlags.ON_DEMAND) != 0;
    return onDemand && Long.compareUnsigned(region.length(), WHOLE) >= 0;
  }

  @Override
  public FindingLimit on() {
    return FindingLimit.R8;
  }

  @Override
  public void see(ControlCall call, DetectorInput input) {
    regions.see(call);
  }

  @Override
  public List<Detection> detections(DetectorInput input) {
    Map<Owner, Excess> excesses = new HashMap<>();
    for (Regions.Registered registered : regions.live(input)) {
      Region region = registered.region();
      Owner owner =
          new Owner(registered.device(), registered.caller().pid(), registered.caller().comm());
      Party party = input.party(registered.caller());
      int access = region.access().orElse(0);
      if (isWhole(region)) {
        if (input.limits().isOn(FindingLimit.R8_ADDRESS_SPACE)) {
          excesses
              .computeIfAbsent(owner, _ -> new Excess(party))
              .add(
                  region, (access & AccessFlags.REMOTE) != 0 ? Severity.CRITICAL : Severity.NOTICE);
        }
      } else if (input.limits().exceeds(FindingLimit.R8_BYTES, region.length())) {
        excesses.computeIfAbsent(owner, _ -> new Excess(party)).add(region, Severity.WARNING);
      }
    }
    List<Detection> found = new ArrayList<>();
    excesses.forEach((owner, excess) ->
        found.add(
            FindingRule.R8.found(
                excess.severity,
                DetectorInput.process(owner.comm(), owner.pid())
                    + " on "
                    + input.device(owner.device()),
                excess.party,
                "%s, the largest over %s with %s"
                    .formatted(
                        Words.count(excess.count, "memory region"),
                        Words.bytes(excess.largest),
                        String.join(" ", AccessFlags.names(excess.access))))));
    return found;
  }
}
