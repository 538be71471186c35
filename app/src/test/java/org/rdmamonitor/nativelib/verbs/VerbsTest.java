// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.atIndex;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmamonitor.nativelib.generated.LibC;
import org.rdmamonitor.nativelib.generated.RdmaVerbs;
import org.rdmamonitor.nativelib.generated.ibv_wc;

class VerbsTest {
  private static final Path LIBRARY = Path.of("../native/target/librdmamonitor_verbs.so");
  private static final Route ROUTE = Route.to(1, 0, Gid.of(new byte[16]));

  /** A part that is closed by counting. */
  private static final class Part extends Resource {
    private int status;
    private int destroyed;

    Part(String name, Resource... parents) {
      super(name, 4096, parents);
    }

    @Override
    int destroy(MemorySegment struct) {
      destroyed++;
      return status;
    }
  }

  @Test
  void theLibraryAndTheBindingsAgree() {
    assumeTrue(Files.exists(LIBRARY), "the verbs library was not built");

    assertThat(Verbs.load(LIBRARY).devices()).doesNotContain("nosuch");
    assertThatThrownBy(() -> Verbs.load(LIBRARY).open("nosuch"))
        .isInstanceOf(VerbsUnavailableException.class)
        .hasMessageStartingWith("There is no RDMA device");
  }

  @Test
  void aFileThatIsNoLibraryIsToldOf(@TempDir Path directory) throws IOException {
    Path text = Files.writeString(directory.resolve("text.so"), "text");

    assertThatThrownBy(() -> VerbsLibrary.open(directory.resolve("absent.so")))
        .isInstanceOf(VerbsUnavailableException.class)
        .hasMessageContaining("absent.so cannot be read: build it with gcc and libibverbs-dev");
    assertThatThrownBy(() -> VerbsLibrary.open(text))
        .isInstanceOf(VerbsUnavailableException.class)
        .hasMessageContaining("text.so cannot be loaded")
        .hasMessageEndingWith("Fedora and RHEL: libibverbs).");
  }

  @Test
  void nothingIsClosedUnderWhatUsesIt() {
    Part device = new Part("device rxe0");
    Part domain = new Part("protection domain", device);
    Part region = new Part("memory region", domain);
    Part pair = new Part("queue pair", domain, device);

    assertThatThrownBy(domain::close)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("protection domain is closed before 2 users");
    region.close();
    assertThatThrownBy(domain::close).hasMessage("protection domain is closed before what uses it");
    pair.close();
    domain.close();
    domain.close();
    device.close();

    assertThat(domain.destroyed).isEqualTo(1);
    assertThatThrownBy(domain::address)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("protection domain is closed");
  }

  @Test
  void whatTheDriverKeepsStaysOpen() {
    Part domain = new Part("protection domain");
    Part region = new Part("memory region", domain);
    region.status = LibC.EBUSY();

    assertThatThrownBy(region::close)
        .isInstanceOf(VerbsException.class)
        .hasMessage("destroy memory region: Device or resource busy. It is still in use.");
    assertThatThrownBy(domain::close).isInstanceOf(IllegalStateException.class);
    region.status = 0;
    region.close();
    domain.close();
  }

  @Test
  void errorsSayWhatToDo() {
    VerbsException unsupported = new VerbsException("make a memory window", LibC.EOPNOTSUPP());

    assertThat(unsupported)
        .hasMessage(
            "make a memory window: Operation not supported. It is not supported by this device.");
    assertThat(unsupported.isUnsupported()).isTrue();
    assertThat(unsupported.errno()).isEqualTo(LibC.EOPNOTSUPP());
    assertThat(new VerbsException("post", LibC.EINVAL())).hasMessage("post: Invalid argument");
  }

  @ParameterizedTest
  @CsvSource({
    "-1, 0, 0, 0",
    "16777216, 0, 0, 0",
    "0, 16777216, 0, 0",
    "0, 0, -1, 0",
    "0, 0, 0, 32",
  })
  void whatDoesNotFitItsBitsIsRefused(int queuePair, int receivePsn, int sendPsn, int timeout) {
    assertThatThrownBy(() ->
            new Connection(
                ROUTE, queuePair, Mtu.MTU_1024, receivePsn, sendPsn, 1, 1, 12, timeout, 7, 7))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageMatching(".* is not from 0 to \\d+");
  }

  @Test
  void routesAreChecked() {
    assertThatThrownBy(() -> Route.to(0, 0, Gid.of(new byte[16])))
        .hasMessage("port 0 is not from 1 to 255");
    assertThatThrownBy(() -> Route.toLid(1, 65536)).hasMessage("LID 65536 is not from 0 to 65535");
    assertThat(Route.toLid(1, 7).global()).isFalse();
  }

  @Test
  void gidsAreWrittenAsAddresses() {
    byte[] ipv4 = new byte[16];
    ipv4[10] = -1;
    ipv4[11] = -1;
    ipv4[12] = 10;
    ipv4[15] = 1;
    byte[] local = new byte[16];
    local[0] = (byte) 0xfe;
    local[1] = (byte) 0x80;
    local[15] = 1;

    assertThat(Gid.of(ipv4)).hasToString("::ffff:10.0.0.1").isEqualTo(Gid.of(ipv4));
    assertThat(Gid.of(ipv4).isIpv4()).isTrue();
    assertThat(Gid.of(local)).hasToString("fe80:0:0:0:0:0:0:1");
    assertThat(Gid.of(local).isLinkLocal()).isTrue();
    assertThat(Gid.of(local).bytes()).isEqualTo(local);
    assertThat(Gid.of(InetAddress.ofLiteral("10.0.0.1"))).isEqualTo(Gid.of(ipv4));
    assertThat(Gid.of(InetAddress.ofLiteral("fe80::1"))).isEqualTo(Gid.of(local));
    assertThatThrownBy(() -> Gid.of(new byte[4])).hasMessage("a GID has 16 bytes, not 4");
  }

  @Test
  void mtusAreThoseOfTheHeader() {
    assertThat(Mtu.ofBytes(4096).number()).isEqualTo(RdmaVerbs.IBV_MTU_4096());
    assertThat(Mtu.ofNumber(RdmaVerbs.IBV_MTU_1024()).bytes()).isEqualTo(1024);
    assertThatThrownBy(() -> Mtu.ofBytes(1500)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void statesAndStatusesAreInTheHeadersOrder() {
    assertThat(CompletionStatus.ofNumber(RdmaVerbs.IBV_WC_WR_FLUSH_ERR()))
        .isEqualTo(CompletionStatus.FLUSHED);
    assertThat(CompletionStatus.ofNumber(RdmaVerbs.IBV_WC_REM_ACCESS_ERR()))
        .isEqualTo(CompletionStatus.REMOTE_ACCESS);
    assertThat(CompletionStatus.ofNumber(RdmaVerbs.IBV_WC_GENERAL_ERR()))
        .isEqualTo(CompletionStatus.GENERAL);
    assertThat(CompletionStatus.ofNumber(99)).isEqualTo(CompletionStatus.UNKNOWN);
    assertThat(QueuePair.State.values())
        .contains(QueuePair.State.ERROR, atIndex(RdmaVerbs.IBV_QPS_ERR()));
    assertThat(PortInfo.State.values())
        .contains(PortInfo.State.ACTIVE, atIndex(RdmaVerbs.IBV_PORT_ACTIVE()));
    assertThat(GidEntry.Type.values())
        .contains(GidEntry.Type.ROCE_V2, atIndex(RdmaVerbs.IBV_GID_TYPE_ROCE_V2()));
    assertThat(PortInfo.LinkLayer.values())
        .contains(PortInfo.LinkLayer.ETHERNET, atIndex(RdmaVerbs.IBV_LINK_LAYER_ETHERNET()));
    assertThat(DeviceAttributes.Atomics.values())
        .contains(DeviceAttributes.Atomics.DEVICE, atIndex(RdmaVerbs.IBV_ATOMIC_HCA()));
  }

  @Test
  void completionsAreReadWhereTheDriverPutsThem() {
    Completions completions = Completions.of(2);
    MemorySegment second =
        MemorySegment.ofAddress(completions.start() + ibv_wc.sizeof()).reinterpret(ibv_wc.sizeof());
    ibv_wc.wr_id(second, 42);
    ibv_wc.status(second, RdmaVerbs.IBV_WC_REM_ACCESS_ERR());
    ibv_wc.vendor_err(second, 0x81);
    ibv_wc.byte_len(second, 100);
    ibv_wc.imm_data(second, Integer.reverseBytes(0x01020304));
    ibv_wc.qp_num(second, 17);
    ibv_wc.src_qp(second, 18);
    ibv_wc.wc_flags(second, RdmaVerbs.IBV_WC_WITH_IMM());

    assertThat(completions.isSuccess(0)).isTrue();
    assertThat(completions.id(1)).isEqualTo(42);
    assertThat(completions.length(1)).isEqualTo(100);
    assertThat(completions.hasImmediate(1)).isTrue();
    assertThat(completions.immediate(1)).isEqualTo(0x01020304);
    assertThat(completions.queuePair(1)).isEqualTo(17);
    assertThat(completions.sourceQueuePair(1)).isEqualTo(18);
    assertThatThrownBy(() -> completions.check(1, "WRITE"))
        .isInstanceOf(VerbsException.class)
        .hasMessage(
            "WRITE failed: the rkey, the address or the rights at the other side are wrong"
                + " (REMOTE_ACCESS, vendor error 0x81)");
    assertThatThrownBy(() -> completions.id(2)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void memoryBeginsAtAPageAndIsGoneWhenClosed() {
    HostMemory memory = HostMemory.allocate(100);
    assertThat(memory.start() % 4096).isZero();
    memory.buffer(96, 4).putInt(0, 1);
    assertThat(memory.buffer(96, 1).get(0)).isEqualTo((byte) 1);
    assertThatThrownBy(() -> memory.buffer(97, 4)).isInstanceOf(IndexOutOfBoundsException.class);
    memory.close();

    assertThatThrownBy(memory::start).hasMessage("memory of 100 bytes is closed");
    assertThatThrownBy(() -> HostMemory.allocate(0)).isInstanceOf(IllegalArgumentException.class);
  }
}
