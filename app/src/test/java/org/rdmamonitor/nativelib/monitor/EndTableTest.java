// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.nativelib.generated.rm_end;
import org.rdmamonitor.nativelib.generated.rm_path;
import org.rdmamonitor.nativelib.monitor.EndRecord.Link;

class EndTableTest {
  private static final int ELEMENTS = 4;

  private final MemorySegment elements =
      Arena.ofAuto().allocate(ELEMENTS * rm_end.sizeof(), Long.BYTES);

  private MemorySegment element(int index) {
    MemorySegment element = elements.asSlice(index * rm_end.sizeof(), rm_end.sizeof());
    rm_end.address(element, 0xffff_8880_0000_0000L + index);
    rm_end.device(element, 7);
    rm_end.id(element, 100 + index);
    return element;
  }

  private List<EndRecord> records() {
    List<EndRecord> records = new ArrayList<>();
    EndTable.forEach(elements, records::add);
    return records;
  }

  @Test
  void everyFieldIsReadFromItsPlace() {
    MemorySegment end = element(2);
    rm_end.since_ns(end, 5_000_000_000L);
    MemorySegment path = rm_end.path(end);
    for (int i = 0; i < 16; i++) {
      rm_path.dgid(path, i, (byte) (0xf0 + i));
      rm_path.sgid(path, i, (byte) i);
    }
    rm_path.flow_label(path, 1);
    rm_path.dlid(path, 2);
    rm_path.attributes(path, 0x1f_ffff);
    rm_path.dest_qpn(path, 3);
    rm_path.rq_psn(path, 4);
    rm_path.sq_psn(path, 5);
    rm_path.transport(path, (byte) 4);
    rm_path.global(path, (byte) 1);
    rm_path.sgid_known(path, (byte) 1);
    rm_path.av_port(path, (byte) 6);
    rm_path.src_path_bits(path, (byte) 7);
    rm_path.sl(path, (byte) 8);
    rm_path.sgid_index(path, (byte) 255);
    rm_path.hop_limit(path, (byte) 64);
    rm_path.traffic_class(path, (byte) 106);
    rm_path.state(path, (byte) 3);
    rm_path.port(path, (byte) 9);
    rm_path.path_mtu(path, (byte) 5);
    rm_path.timeout(path, (byte) 14);
    rm_path.retry_count(path, (byte) 10);
    rm_path.rnr_retry(path, (byte) 11);
    rm_path.min_rnr_timer(path, (byte) 12);
    rm_path.max_rd_atomic(path, (byte) 13);
    rm_path.max_dest_rd_atomic(path, (byte) 16);

    assertThat(records())
        .containsExactly(
            new EndRecord(
                7,
                102,
                5_000_000_000L,
                0x1f_ffff,
                3,
                9,
                3,
                4,
                5,
                5,
                14,
                10,
                11,
                12,
                13,
                16,
                new EndRecord.Address(
                    Link.ROCE_V2,
                    6,
                    2,
                    7,
                    8,
                    true,
                    true,
                    new CallDetail.Gid(0x0001020304050607L, 0x08090a0b0c0d0e0fL),
                    255,
                    new CallDetail.Gid(0xf0f1f2f3f4f5f6f7L, 0xf8f9fafbfcfdfeffL),
                    1,
                    64,
                    106)));
  }

  @Test
  void whatIsNobodysOrIsBeingWrittenIsLeftOut() {
    element(0);
    rm_end.address(element(1), 0);
    rm_end.begun(element(3), 1);

    assertThat(records()).extracting(EndRecord::id).containsExactly(100);
  }

  @Test
  void linksAreThoseOfTheContract() {
    for (int i = 0; i < ELEMENTS; i++) {
      rm_path.transport(rm_end.path(element(i)), (byte) i);
    }

    assertThat(records())
        .extracting(end -> end.address().link())
        .containsExactly(Link.UNKNOWN, Link.IB, Link.OPA, Link.ROCE_V1);
  }
}
