// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.nativelib.generated.rm_address;
import org.rdmamonitor.nativelib.generated.rm_claim;
import org.rdmamonitor.nativelib.generated.rm_end;
import org.rdmamonitor.nativelib.generated.rm_handle;
import org.rdmamonitor.nativelib.generated.rm_path;
import org.rdmamonitor.nativelib.monitor.AddressRecord.Link;

class EndTableTest {
  /** More than are looked at together. */
  private static final int ELEMENTS = 1 << 10;

  private static final AddressRecord ADDRESS =
      new AddressRecord(
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
          106);

  /** Sets all fields of {@link #ADDRESS}. */
  private static void setAddress(MemorySegment address) {
    for (int i = 0; i < 16; i++) {
      rm_address.dgid(address, i, (byte) (0xf0 + i));
      rm_address.sgid(address, i, (byte) i);
    }
    rm_address.flow_label(address, 1);
    rm_address.dlid(address, 2);
    rm_address.transport(address, (byte) 4);
    rm_address.global(address, (byte) 1);
    rm_address.sgid_known(address, (byte) 1);
    rm_address.port(address, (byte) 6);
    rm_address.src_path_bits(address, (byte) 7);
    rm_address.sl(address, (byte) 8);
    rm_address.sgid_index(address, (byte) 255);
    rm_address.hop_limit(address, (byte) 64);
    rm_address.traffic_class(address, (byte) 106);
  }

  private final MemorySegment elements =
      Arena.ofAuto().allocate(ELEMENTS * rm_end.sizeof(), Long.BYTES);

  private final MemorySegment claims = Arena.ofAuto().allocate(ValueLayout.JAVA_LONG, ELEMENTS);

  private MemorySegment element(int index) {
    claims.setAtIndex(ValueLayout.JAVA_LONG, index, 1);
    MemorySegment element = elements.asSlice(index * rm_end.sizeof(), rm_end.sizeof());
    rm_claim.object(rm_end.claim(element), 0xffff_8880_0000_0000L + index);
    rm_end.device(element, 7);
    rm_end.id(element, 100 + index);
    return element;
  }

  private List<EndRecord> records() {
    List<EndRecord> records = new ArrayList<>();
    EndTable.over(elements, claims).forEach(records::add);
    return records;
  }

  @Test
  void everyFieldIsReadFromItsPlace() {
    MemorySegment end = element(2);
    rm_end.since_ns(end, 5_000_000_000L);
    MemorySegment path = rm_end.path(end);
    setAddress(rm_path.address(path));
    rm_path.attributes(path, 0x1f_ffff);
    rm_path.dest_qpn(path, 3);
    rm_path.rq_psn(path, 4);
    rm_path.sq_psn(path, 5);
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
                ADDRESS));
  }

  @Test
  void anAddressHandleIsReadFromItsPlace() {
    MemorySegment handles = Arena.ofAuto().allocate(3 * rm_handle.sizeof(), Long.BYTES);
    MemorySegment handle = handles.asSlice(2 * rm_handle.sizeof(), rm_handle.sizeof());
    claims.setAtIndex(ValueLayout.JAVA_LONG, 2, 1);
    rm_claim.object(rm_handle.claim(handle), 0xffff_8880_0000_0040L);
    rm_handle.since_ns(handle, 9_000_000_000L);
    rm_handle.cgroup(handle, 3000);
    rm_handle.device(handle, 1);
    rm_handle.pdn(handle, 7);
    rm_handle.pid(handle, 42);
    setAddress(rm_handle.address(handle));
    rm_handle.comm(handle).setString(0, "ud_pingpong");

    List<HandleRecord> records = new ArrayList<>();
    HandleTable.over(handles, claims.asSlice(0, 3L * Long.BYTES)).forEach(records::add);

    assertThat(records)
        .containsExactly(
            new HandleRecord(2, 9_000_000_000L, 3000, 1, 7, 42, "ud_pingpong", ADDRESS));
  }

  @Test
  void whatIsNobodysOrIsBeingWrittenIsLeftOut() {
    element(0);
    rm_claim.object(rm_end.claim(element(1)), 0);
    rm_claim.begun(rm_end.claim(element(3)), 1);

    assertThat(records()).extracting(EndRecord::id).containsExactly(100);
  }

  @Test
  void thoseThatAreFarApartAreVisitedInOrder() {
    element(ELEMENTS - 1);
    element(ELEMENTS / 2);
    element(0);

    assertThat(records())
        .extracting(EndRecord::id)
        .containsExactly(100, 100 + ELEMENTS / 2, 100 + ELEMENTS - 1);
  }

  @Test
  void whatNobodyHasClaimedIsNotLookedAt() {
    element(1);
    claims.fill((byte) 0);

    assertThat(records()).isEmpty();
  }

  @Test
  void linksAreThoseOfTheContract() {
    for (int i = 0; i < 4; i++) {
      rm_address.transport(rm_path.address(rm_end.path(element(i))), (byte) i);
    }

    assertThat(records())
        .extracting(end -> end.address().link())
        .containsExactly(Link.UNKNOWN, Link.IB, Link.OPA, Link.ROCE_V1);
  }
}
