// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

import java.util.HexFormat;
import org.rdmamonitor.nativelib.generated.RdmaMonitorAbi;
import org.rdmamonitor.nativelib.generated.rm_flow;
import org.rdmamonitor.nativelib.posix.Memory;

/**
 * A flow rule (struct rm_flow).
 *
 * @param opening identifies the opened device
 * @param fields enum rm_flow_fields: which of the other fields are valid
 * @param kind {@code enum ib_flow_attr_type}
 * @param mac of the destination: {@code 02:00:00:00:00:01}
 * @param macMask which of its bits count, in the same form
 */
public record FlowRecord(
    int opening, int fields, int kind, int etherType, int port, String mac, String macMask) {
  /** For calls that are about something else. */
  public static final FlowRecord NONE = new FlowRecord(0, 0, 0, 0, 0, "", "");

  private static final int MAC = 6;

  static FlowRecord read(int verb, long address) {
    if (verb != RdmaMonitorAbi.RM_FLOW_CREATE() && verb != RdmaMonitorAbi.RM_FLOW_DESTROY()) {
      return NONE;
    }
    return new FlowRecord(
        Memory.getInt(address + rm_flow.opening$offset()),
        Memory.getInt(address + rm_flow.fields$offset()),
        Memory.getInt(address + rm_flow.kind$offset()),
        Memory.getInt(address + rm_flow.ether_type$offset()),
        Memory.getInt(address + rm_flow.port$offset()),
        mac(address + rm_flow.mac$offset()),
        mac(address + rm_flow.mac_mask$offset()));
  }

  private static String mac(long address) {
    byte[] bytes = new byte[MAC];
    Memory.copy(address, bytes);
    return HexFormat.ofDelimiter(":").formatHex(bytes);
  }

  /** Whether it is known how the rule chooses frames. */
  public boolean hasKind() {
    return (fields & RdmaMonitorAbi.RM_FLOW_KIND()) != 0;
  }

  public boolean hasMac() {
    return (fields & RdmaMonitorAbi.RM_FLOW_MAC()) != 0;
  }

  public boolean hasEtherType() {
    return (fields & RdmaMonitorAbi.RM_FLOW_ETHER_TYPE()) != 0;
  }

  public boolean hasPort() {
    return (fields & RdmaMonitorAbi.RM_FLOW_PORT()) != 0;
  }

  /** Whether the rule matches more than these fields tell. */
  public boolean hasMore() {
    return (fields & RdmaMonitorAbi.RM_FLOW_MORE()) != 0;
  }
}
