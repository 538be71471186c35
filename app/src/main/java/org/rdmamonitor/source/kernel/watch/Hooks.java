// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.watch;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.rdmamonitor.model.call.Verb;

/**
 * Which kernel functions are watched, and by which programs of the BPF object. Kernels differ in
 * which of these functions they have; every one that exists is attached. Sources:
 * drivers/infiniband/core and drivers/infiniband/hw/mlx5 of Linux 5.10 to 7.2.
 */
public final class Hooks {
  /** The row under which the functions that count objects are reported. */
  static final String OBJECTS = "objects";

  /** The row under which the functions that make and destroy address handles are reported. */
  static final String HANDLES = "address_handles";

  /** The row for the function by which devices report events about themselves. */
  static final String DEVICE_EVENTS = "device_events";

  /** The row for the functions by which devices report events about objects. */
  static final String OBJECT_EVENTS = "object_events";

  /** The row for the function by which the connection manager reports events. */
  static final String CM_EVENTS = "cm_events";

  /** The row for the files of librdma_intercept. */
  public static final String BAD_COMPLETIONS = "bad_completions";

  /** The program that runs when a process reports a bad completion. */
  static final String BAD_COMPLETION = "bad_completion";

  /** The row for the tripwire behind the gate. */
  public static final String TRIPWIRE = "tripwire";

  /** The row for what limits need beside {@link #OBJECTS}. */
  static final String LIMITS = "limits";

  /** The function that ib_uverbs calls when a driver has destroyed an object of a process. */
  static final String UNCHARGE = "ib_rdmacg_uncharge";

  private static final String HANDLER = "ib_uverbs_handler_UVERBS_METHOD_";

  private Hooks() {}

  /**
   * A kernel function to watch.
   *
   * @param row what it feeds: one of the rows above, or the name of a verb
   * @param symbol the function
   * @param entry the program for its entry
   * @param exit the program for its return, if there is one
   * @param module which has the function; on a newer kernel it may be elsewhere
   */
  public record Hook(
      String row, String symbol, String entry, Optional<String> exit, String module) {}

  /**
   * The functions of ib_core that add and remove objects; they are the same for every driver.
   * Listed in the order in which they are attached: removal first, so that for every object that is
   * seen to come, its end is seen too.
   */
  static final List<String> RESTRACK =
      List.of(
          "rdma_restrack_abort_del",
          "rdma_restrack_commit_del",
          "rdma_restrack_begin_del",
          "rdma_restrack_del",
          "rdma_restrack_add");

  /** Shows when a memory region is really gone: it leaves the kernel's list before that. */
  static final Hook CONFIRMATION =
      new Hook(LIMITS, UNCHARGE, "driver_agreed", Optional.empty(), "ib_core");

  static List<Hook> objects() {
    List<Hook> hooks = new ArrayList<>();
    for (String function : RESTRACK) {
      hooks.add(new Hook(OBJECTS, function, "kprobe_" + function, Optional.empty(), "ib_core"));
    }
    hooks.add(
        new Hook(OBJECTS, "rdma_restrack_count", "device_listed", Optional.empty(), "ib_core"));
    return List.copyOf(hooks);
  }

  /**
   * The beginning and the end of every creation by a process, and the beginning of other calls that
   * are limited; the end is attached first. The beginning of creations is also watched at the
   * handlers, whose programs do next to nothing if the kernel tells the type of an object.
   */
  static List<Hook> tripwire() {
    return List.of(
        tripwire("ib_uverbs_rereg_mr", "region_replaced", Optional.of("replacement_ended")),
        tripwire("ib_uverbs_resize_cq", "queue_resized"),
        tripwire("ib_uverbs_open_qp", "queue_pair_opened", Optional.of("replacement_ended")),
        new Hook(TRIPWIRE, "ib_modify_qp_with_udata", "peer_of_pair", Optional.empty(), "ib_core"),
        new Hook(TRIPWIRE, "rdma_create_user_ah", "peer_of_handle", Optional.empty(), "ib_core"),
        new Hook(TRIPWIRE, "rdma_resolve_addr", "call_leads", Optional.empty(), "rdma_cm"),
        new Hook(TRIPWIRE, "rdma_set_ib_path", "call_takes_path", Optional.empty(), "rdma_cm"),
        new Hook(TRIPWIRE, "rdma_resolve_route", "call_goes_on", Optional.empty(), "rdma_cm"),
        new Hook(TRIPWIRE, "rdma_connect", "call_goes_on", Optional.empty(), "rdma_cm"),
        new Hook(TRIPWIRE, "ucma_get_ctx", "call_continues", Optional.empty(), "rdma_ucm"),
        new Hook(TRIPWIRE, "ucma_close", "caller_closed", Optional.empty(), "rdma_ucm"),
        tripwire("ib_uverbs_modify_qp", "call_begun_qp_modify"),
        tripwire("ib_uverbs_ex_modify_qp", "call_begun_qp_modify"),
        tripwire(HANDLER + "QUERY_GID_ENTRY", "call_begun_gid_query"),
        tripwire(HANDLER + "QUERY_GID_TABLE", "call_begun_gid_query"),
        tripwire("rdma_alloc_abort_uobject", "creation_ended"),
        tripwire("rdma_alloc_commit_uobject", "creation_ended"),
        tripwire("rdma_alloc_begin_uobject", "creation_begun", Optional.of("creation_not_begun")),
        tripwire("ib_uverbs_alloc_pd", "creation_begun_pd"),
        tripwire(HANDLER + "CQ_CREATE", "creation_begun_cq"),
        tripwire("ib_uverbs_create_cq", "creation_begun_cq"),
        tripwire("ib_uverbs_ex_create_cq", "creation_begun_cq"),
        tripwire(HANDLER + "QP_CREATE", "creation_begun_qp"),
        tripwire("ib_uverbs_create_qp", "creation_begun_qp"),
        tripwire("ib_uverbs_ex_create_qp", "creation_begun_qp"),
        tripwire(HANDLER + "SRQ_CREATE", "creation_begun_srq"),
        tripwire("ib_uverbs_create_srq", "creation_begun_srq"),
        tripwire("ib_uverbs_create_xsrq", "creation_begun_srq"),
        tripwire("ib_uverbs_reg_mr", "creation_begun_mr"),
        tripwire(HANDLER + "DM_MR_REG", "creation_begun_mr"),
        tripwire(HANDLER + "REG_DMABUF_MR", "creation_begun_mr"),
        tripwire(HANDLER + "REG_MR", "creation_begun_mr"));
  }

  private static Hook tripwire(String symbol, String program) {
    return tripwire(symbol, program, Optional.empty());
  }

  private static Hook tripwire(String symbol, String program, Optional<String> exit) {
    return new Hook(TRIPWIRE, symbol, program, exit, "ib_uverbs");
  }

  /** Calls of processes and of kernel consumers, on any driver. */
  static List<Hook> core(boolean gidPackets) {
    List<Hook> hooks = new ArrayList<>();
    call(hooks, Verb.QP_CREATE, "user", HANDLER + "QP_CREATE", "ib_uverbs");
    call(hooks, Verb.QP_CREATE, "user", "ib_uverbs_create_qp", "ib_uverbs");
    call(hooks, Verb.QP_CREATE, "user", "ib_uverbs_ex_create_qp", "ib_uverbs");
    call(hooks, Verb.QP_CREATE, "kernel", "ib_create_qp_kernel", "ib_core");
    call(hooks, Verb.QP_CREATE, "kernel", "ib_create_qp", "ib_core"); // 5.10
    entryOnly(hooks, Verb.QP_CREATE, "detail_qp_create", "ib_create_qp_user", "ib_core");
    call(hooks, Verb.QP_MODIFY, "user", "ib_uverbs_modify_qp", "ib_uverbs");
    call(hooks, Verb.QP_MODIFY, "user", "ib_uverbs_ex_modify_qp", "ib_uverbs");
    call(hooks, Verb.QP_MODIFY, "kernel", "ib_modify_qp", "ib_core");
    entryOnly(hooks, Verb.QP_MODIFY, "detail_qp_modify", "ib_modify_qp_with_udata", "ib_core");
    call(hooks, Verb.QP_DESTROY, "destroy", "ib_destroy_qp_user", "ib_core");
    entryOnly(hooks, Verb.QP_DESTROY, "removed_qp_destroy", "uverbs_free_qp", "ib_uverbs");
    call(hooks, Verb.PD_ALLOC, "user", "ib_uverbs_alloc_pd", "ib_uverbs");
    call(hooks, Verb.PD_ALLOC, "kernel", "__ib_alloc_pd", "ib_core");
    call(hooks, Verb.PD_DEALLOC, "user", "uverbs_free_pd", "ib_uverbs");
    call(hooks, Verb.PD_DEALLOC, "kernel", "ib_dealloc_pd_user", "ib_core");
    call(hooks, Verb.CQ_CREATE, "user", HANDLER + "CQ_CREATE", "ib_uverbs");
    call(hooks, Verb.CQ_CREATE, "user", "ib_uverbs_create_cq", "ib_uverbs");
    call(hooks, Verb.CQ_CREATE, "user", "ib_uverbs_ex_create_cq", "ib_uverbs");
    call(hooks, Verb.CQ_CREATE, "kernel", "__ib_create_cq", "ib_core");
    call(hooks, Verb.CQ_CREATE, "kernel", "__ib_alloc_cq", "ib_core");
    call(hooks, Verb.CQ_CREATE, "kernel", "__ib_alloc_cq_user", "ib_core"); // 5.10
    call(hooks, Verb.CQ_DESTROY, "destroy", "ib_destroy_cq_user", "ib_core");
    entryOnly(hooks, Verb.CQ_DESTROY, "kernel_cq_free", "ib_free_cq", "ib_core");
    entryOnly(hooks, Verb.CQ_DESTROY, "kernel_cq_free", "ib_free_cq_user", "ib_core"); // 5.10
    hooks.add(
        new Hook(
            Verb.MR_REG.name(),
            "ib_uverbs_reg_mr",
            "user_mr_reg_command",
            Optional.of("return_mr_reg"),
            "ib_uverbs"));
    call(hooks, Verb.MR_REG, "user", "ib_uverbs_rereg_mr", "ib_uverbs");
    call(hooks, Verb.MR_REG, "user", HANDLER + "REG_DMABUF_MR", "ib_uverbs"); // from 5.12
    call(hooks, Verb.MR_REG, "user", HANDLER + "REG_MR", "ib_uverbs"); // 7.2
    call(hooks, Verb.MR_REG, "user", HANDLER + "DM_MR_REG", "ib_uverbs");
    call(hooks, Verb.MR_REG, "kernel", "ib_alloc_mr", "ib_core");
    call(hooks, Verb.MR_REG, "kernel", "ib_alloc_mr_integrity", "ib_core");
    call(hooks, Verb.MR_REG, "kernel", "ib_reg_user_mr", "ib_core");
    call(hooks, Verb.MR_DEREG, "destroy", "ib_dereg_mr_user", "ib_core");
    call(hooks, Verb.CM_REQ, "both", "rdma_connect", "rdma_cm");
    call(hooks, Verb.CM_REQ, "both", "rdma_connect_locked", "rdma_cm");
    addGidQueries(hooks, gidPackets);
    addFlowRules(hooks);
    addHandles(hooks);
    addAsyncEvents(hooks);
    return List.copyOf(hooks);
  }

  /** The functions of mlx5_ib: only calls that reach this driver. */
  static List<Hook> mlx5(boolean gidPackets) {
    List<Hook> hooks = new ArrayList<>();
    call(hooks, Verb.QP_CREATE, "driver", "mlx5_ib_create_qp", "mlx5_ib");
    call(hooks, Verb.QP_MODIFY, "driver", "mlx5_ib_modify_qp", "mlx5_ib");
    call(hooks, Verb.QP_DESTROY, "driver", "mlx5_ib_destroy_qp", "mlx5_ib");
    call(hooks, Verb.PD_ALLOC, "driver", "mlx5_ib_alloc_pd", "mlx5_ib");
    call(hooks, Verb.PD_DEALLOC, "driver", "mlx5_ib_dealloc_pd", "mlx5_ib");
    call(hooks, Verb.CQ_CREATE, "driver", "mlx5_ib_create_cq", "mlx5_ib");
    call(hooks, Verb.CQ_CREATE, "driver", "mlx5_ib_create_user_cq", "mlx5_ib"); // 7.2
    call(hooks, Verb.CQ_DESTROY, "driver", "mlx5_ib_destroy_cq", "mlx5_ib");
    call(hooks, Verb.MR_REG, "driver", "mlx5_ib_reg_user_mr", "mlx5_ib");
    call(hooks, Verb.MR_DEREG, "driver", "mlx5_ib_dereg_mr", "mlx5_ib");
    call(hooks, Verb.CM_REQ, "both", "rdma_connect", "rdma_cm");
    call(hooks, Verb.CM_REQ, "both", "rdma_connect_locked", "rdma_cm");
    addGidQueries(hooks, gidPackets);
    addFlowRules(hooks);
    addAsyncEvents(hooks);
    return List.copyOf(hooks);
  }

  /**
   * Flow rules are destroyed by one function only, whether a process asks for it, exits or is
   * killed.
   */
  private static void addFlowRules(List<Hook> hooks) {
    call(hooks, Verb.FLOW_CREATE, "user", "ib_uverbs_ex_create_flow", "ib_uverbs");
    call(hooks, Verb.FLOW_DESTROY, "user", "uverbs_free_flow", "ib_uverbs");
  }

  /**
   * Address handles, whoever makes them; the end is attached first, so that for each handle that is
   * seen to come, its end is seen too.
   */
  private static void addHandles(List<Hook> hooks) {
    addHandles(hooks, "handle_destroy", "rdma_destroy_ah_user");
    addHandles(hooks, "user_handle_create", "rdma_create_user_ah");
    addHandles(hooks, "kernel_handle_create", "rdma_create_ah");
  }

  private static void addHandles(List<Hook> hooks, String program, String symbol) {
    hooks.add(new Hook(HANDLES, symbol, program, Optional.of("return_" + program), "ib_core"));
  }

  /**
   * Asynchronous events. Those about objects of processes are seen where they are passed on to the
   * process, which is the same for every driver. Those about objects of kernel consumers, each of
   * which has its own function, are seen only on kernels where all events of queue pairs pass
   * through one function first.
   */
  private static void addAsyncEvents(List<Hook> hooks) {
    entryOnly(hooks, DEVICE_EVENTS, "device_event", "ib_dispatch_event_clients", "ib_core");
    entryOnly(hooks, OBJECT_EVENTS, "user_qp_event", "ib_uverbs_qp_event_handler", "ib_uverbs");
    entryOnly(hooks, OBJECT_EVENTS, "user_cq_event", "ib_uverbs_cq_event_handler", "ib_uverbs");
    entryOnly(hooks, OBJECT_EVENTS, "user_srq_event", "ib_uverbs_srq_event_handler", "ib_uverbs");
    entryOnly(hooks, OBJECT_EVENTS, "user_wq_event", "ib_uverbs_wq_event_handler", "ib_uverbs");
    entryOnly(hooks, OBJECT_EVENTS, "kernel_qp_event", "__ib_qp_event_handler", "ib_core"); // 6.12
    entryOnly(hooks, CM_EVENTS, "connection_event", "cma_cm_event_handler", "rdma_cm");
  }

  private static void addGidQueries(List<Hook> hooks, boolean packetsToo) {
    call(hooks, Verb.GID_QUERY, "user", HANDLER + "QUERY_GID_ENTRY", "ib_uverbs");
    call(hooks, Verb.GID_QUERY, "user", HANDLER + "QUERY_GID_TABLE", "ib_uverbs");
    if (packetsToo) {
      // On software devices such as rxe these run for data packets too.
      call(hooks, Verb.GID_QUERY, "driver", "rdma_get_gid_attr", "ib_core");
      call(hooks, Verb.GID_QUERY, "driver", "rdma_read_gid_attr_ndev_rcu", "ib_core");
    }
  }

  private static void call(List<Hook> hooks, Verb verb, String kind, String symbol, String module) {
    String program = verb.name().toLowerCase(Locale.ROOT);
    hooks.add(
        new Hook(
            verb.name(), symbol, kind + "_" + program, Optional.of("return_" + program), module));
  }

  private static void entryOnly(
      List<Hook> hooks, Verb verb, String program, String symbol, String module) {
    entryOnly(hooks, verb.name(), program, symbol, module);
  }

  private static void entryOnly(
      List<Hook> hooks, String row, String program, String symbol, String module) {
    hooks.add(new Hook(row, symbol, program, Optional.empty(), module));
  }
}
