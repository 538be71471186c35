// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.metrics;

import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What node_exporter calls the counters of a port in sysfs, those of the directories {@code
 * counters} and {@code hw_counters} (its collector/infiniband_linux.go, with
 * sysfs/class_infiniband.go of procfs).
 */
final class PortCounterNames {
  /** By the name of the file; the metrics also have the suffix {@code _total}. */
  private static final Map<String, String> NAMES =
      """
      excessive_buffer_overrun_errors excessive_buffer_overrun_errors
      link_downed                     link_downed
      link_error_recovery             link_error_recovery
      local_link_integrity_errors     local_link_integrity_errors
      multicast_rcv_packets           multicast_packets_received
      multicast_xmit_packets          multicast_packets_transmitted
      port_rcv_constraint_errors      port_constraint_errors_received
      port_xmit_constraint_errors     port_constraint_errors_transmitted
      port_rcv_data                   port_data_received_bytes
      port_xmit_data                  port_data_transmitted_bytes
      port_rcv_discards               port_discards_received
      port_xmit_discards              port_discards_transmitted
      port_rcv_errors                 port_errors_received
      port_rcv_packets                port_packets_received
      port_xmit_packets               port_packets_transmitted
      port_xmit_wait                  port_transmit_wait
      port_rcv_remote_physical_errors port_receive_remote_physical_errors
      port_rcv_switch_relay_errors    port_receive_switch_relay_errors
      symbol_error                    symbol_error
      unicast_rcv_packets             unicast_packets_received
      unicast_xmit_packets            unicast_packets_transmitted
      VL15_dropped                    vl15_dropped
      duplicate_request               duplicate_requests_packets
      implied_nak_seq_err             implied_nak_seq_errors
      local_ack_timeout_err           local_ack_timeout_errors
      np_cnp_sent                     np_cnp_packets_sent
      np_ecn_marked_roce_packets      np_ecn_marked_roce_packets_received
      out_of_buffer                   out_of_buffer_drops
      out_of_sequence                 out_of_sequence_packets_received
      packet_seq_err                  packet_sequence_errors
      req_cqe_error                   req_cqes_errors
      req_cqe_flush_error             req_cqes_flush_errors
      req_remote_access_errors        req_remote_access_errors
      req_remote_invalid_request      req_remote_invalid_request_errors
      resp_cqe_error                  resp_cqes_errors
      resp_cqe_flush_error            resp_cqes_flush_errors
      resp_local_length_error         resp_local_length_errors
      resp_remote_access_errors       resp_remote_access_errors
      rnr_nak_retry_err               rnr_nak_retry_packets_received
      roce_adp_retrans                roce_adp_retransmits
      roce_adp_retrans_to             roce_adp_retransmits_timeout
      roce_slow_restart               roce_slow_restart_used
      roce_slow_restart_cnps          roce_slow_restart_cnps
      roce_slow_restart_trans         roce_slow_restart
      rp_cnp_handled                  rp_cnp_packets_handled
      rp_cnp_ignored                  rp_cnp_ignored_packets_received
      rx_atomic_requests              rx_atomic_requests
      rx_dct_connect                  rx_dct_connect_requests
      rx_icrc_encapsulated            rx_icrc_encapsulated_errors
      rx_read_requests                rx_read_requests
      rx_write_requests               rx_write_requests
      """
          .lines()
          .map(line -> line.split(" +", -1))
          .collect(Collectors.toUnmodifiableMap(words -> words[0], words -> words[1]));

  /**
   * Files that are no counters, although they are in the same directory: how many objects bnxt_re
   * has and had at most, and one of its registers (drivers/infiniband/hw/bnxt_re/hw_counters.c);
   * the rate of mana (hw/mana/counters.c).
   */
  private static final Pattern GAUGE =
      Pattern.compile(
          "(?:active|watermark)_(?:pds|ahs|qps|rc_qps|ud_qps|srqs|cqs|mrs|mws)"
              + "|db_fifo_register|current_rate");

  private PortCounterNames() {}

  /** Whether the number in a file rises and falls. */
  static boolean isGauge(String file) {
    return GAUGE.matcher(file).matches();
  }

  /** The name of a counter without prefix and suffix; empty if it has none. */
  static String of(String file) {
    return NAMES.getOrDefault(file, "");
  }

  /** What one step of a counter stands for: data is counted in words of 4 bytes. */
  static int unit(String file) {
    return file.equals("port_rcv_data") || file.equals("port_xmit_data") ? 4 : 1;
  }
}
