// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.nativelib.generated.RdmaVerbs;
import org.rdmamonitor.nativelib.generated.ibv_recv_wr;
import org.rdmamonitor.nativelib.generated.ibv_send_wr;
import org.rdmamonitor.nativelib.generated.ibv_sge;
import org.rdmamonitor.nativelib.generated.ibv_wc;
import org.rdmamonitor.nativelib.generated.rv_cm_address;
import org.rdmamonitor.nativelib.generated.rv_cm_event;
import org.rdmamonitor.nativelib.generated.rv_cm_param;
import org.rdmamonitor.nativelib.generated.rv_cm_qp;
import org.rdmamonitor.nativelib.generated.rv_device_attr;
import org.rdmamonitor.nativelib.generated.rv_gid;
import org.rdmamonitor.nativelib.generated.rv_memory;
import org.rdmamonitor.nativelib.generated.rv_port_attr;
import org.rdmamonitor.nativelib.generated.rv_qp;
import org.rdmamonitor.nativelib.generated.rv_qp_attr;
import org.rdmamonitor.nativelib.generated.rv_qp_init;
import org.rdmamonitor.nativelib.generated.rv_region;

/** Loads the library of {@code native/verbs}, and makes sure that it is the one that Java knows. */
final class VerbsLibrary {
  private static @Nullable Path loaded;

  private VerbsLibrary() {}

  static synchronized void load(Path file) {
    if (!file.equals(loaded)) {
      open(file);
      loaded = file;
    }
  }

  /** Loads it, whatever was loaded before. */
  static void open(Path file) {
    if (!Files.isReadable(file)) {
      throw new VerbsUnavailableException(
          "The verbs library "
              + file
              + " cannot be read: build it with gcc and libibverbs-dev (mvn package), or install"
              + " the package whole.");
    }
    try {
      System.load(file.toAbsolutePath().toString());
    } catch (UnsatisfiedLinkError e) {
      throw new VerbsUnavailableException(
          "The verbs library %s cannot be loaded (%s): install libibverbs (Debian and Ubuntu: libibverbs1, Fedora and RHEL: libibverbs)."
              .formatted(file, e.getMessage()));
    }
    check(file);
  }

  private static void check(Path file) {
    boolean same =
        RdmaVerbs.rv_version() == RdmaVerbs.RV_VERSION()
            && is(RdmaVerbs.RV_SEND_WR(), ibv_send_wr.sizeof())
            && is(RdmaVerbs.RV_RECV_WR(), ibv_recv_wr.sizeof())
            && is(RdmaVerbs.RV_SGE(), ibv_sge.sizeof())
            && is(RdmaVerbs.RV_WC(), ibv_wc.sizeof())
            && is(RdmaVerbs.RV_DEVICE_ATTR(), rv_device_attr.sizeof())
            && is(RdmaVerbs.RV_PORT_ATTR(), rv_port_attr.sizeof())
            && is(RdmaVerbs.RV_GID(), rv_gid.sizeof())
            && is(RdmaVerbs.RV_REGION(), rv_region.sizeof())
            && is(RdmaVerbs.RV_QP_INIT(), rv_qp_init.sizeof())
            && is(RdmaVerbs.RV_QP(), rv_qp.sizeof())
            && is(RdmaVerbs.RV_QP_ATTR(), rv_qp_attr.sizeof())
            && is(RdmaVerbs.RV_CM_ADDRESS(), rv_cm_address.sizeof())
            && is(RdmaVerbs.RV_CM_PARAM(), rv_cm_param.sizeof())
            && is(RdmaVerbs.RV_CM_QP(), rv_cm_qp.sizeof())
            && is(RdmaVerbs.RV_CM_EVENT(), rv_cm_event.sizeof())
            && is(RdmaVerbs.RV_MEMORY(), rv_memory.sizeof());
    if (!same) {
      throw new VerbsUnavailableException(
          "The verbs library " + file + " is of another version: install the package whole.");
    }
  }

  private static boolean is(int struct, long size) {
    return RdmaVerbs.rv_size(struct) == size;
  }
}
