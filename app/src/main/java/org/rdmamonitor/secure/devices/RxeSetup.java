// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.devices;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Adds and removes soft-RoCE devices, with {@code modprobe} and {@code rdma}. */
public final class RxeSetup {
  private static final List<String> MODULES = List.of("rdma_rxe", "ib_uverbs");

  private final Commands commands;
  private final Path root;

  /**
   * For a host.
   *
   * @param root of its file system
   */
  public RxeSetup(Commands commands, Path root) {
    this.commands = commands;
    this.root = root;
  }

  /**
   * The outcome.
   *
   * @param done what was done, in sentences
   * @param problem a sentence; empty if everything was done
   * @param prerequisite whether something is missing, as opposed to something having failed
   */
  public record SetupResult(List<String> done, String problem, boolean prerequisite) {
    /** Whether all is done. */
    public boolean isDone() {
      return problem.isEmpty();
    }
  }

  /**
   * Loads the modules and adds a device.
   *
   * @param netdev the network interface; empty: that of the default route
   */
  public SetupResult add(Optional<String> netdev, String name) {
    List<String> done = new ArrayList<>();
    String on;
    if (netdev.isPresent()) {
      on = netdev.get();
    } else {
      Set<String> candidates = defaultRoutes();
      if (candidates.size() != 1) {
        return missing(
            done,
            candidates.isEmpty()
                ? "There is no default route to tell the network interface: name it with --netdev."
                : "The default routes go by %s: name one with --netdev."
                    .formatted(String.join(" and ", candidates)));
      }
      on = candidates.iterator().next();
    }
    if (!Files.exists(root.resolve("sys/class/net").resolve(on))) {
      return missing(done, "There is no network interface " + on + " (ip link).");
    }
    Optional<String> parent = parent(name);
    if (parent.isPresent()) {
      return parent.get().equals(on)
          ? done(List.of("%s is there already, on %s; nothing was changed.".formatted(name, on)))
          : failed(done, "There is a device %s already: name another with --name.".formatted(name));
    }
    for (String module : MODULES) {
      if (!Files.exists(root.resolve("sys/module").resolve(module))) {
        Commands.Result loaded = commands.run(List.of("modprobe", module));
        if (loaded.status() != 0) {
          return missing(done, "Module %s cannot be loaded%s.".formatted(module, words(loaded)));
        }
        done.add("Loaded module %s.".formatted(module));
      }
    }
    Commands.Result added =
        commands.run(List.of("rdma", "link", "add", name, "type", "rxe", "netdev", on));
    if (added.isAbsent()) {
      return missing(done, "The program rdma is missing: install iproute2.");
    }
    if (added.status() != 0) {
      return failed(done, "The kernel refuses %s on %s%s.".formatted(name, on, words(added)));
    }
    done.add("Added the soft-RoCE device %s on %s.".formatted(name, on));
    done.add("Undo it with: rdma-secure setup-rxe --remove --name " + name);
    return done(done);
  }

  /** Removes a device, if it is a soft-RoCE device; modules stay loaded. */
  public SetupResult remove(String name) {
    Optional<String> parent = parent(name);
    if (parent.isEmpty()) {
      return missing(List.of(), "There is no RDMA device " + name + ".");
    }
    if (parent.get().isEmpty()) {
      return failed(List.of(), name + " is no soft-RoCE device; it was left alone.");
    }
    Commands.Result removed = commands.run(List.of("rdma", "link", "delete", name));
    if (removed.isAbsent()) {
      return missing(List.of(), "The program rdma is missing: install iproute2.");
    }
    return removed.status() == 0
        ? done(List.of("Removed the soft-RoCE device %s from %s.".formatted(name, parent.get())))
        : failed(List.of(), "%s cannot be removed%s.".formatted(name, words(removed)));
  }

  /**
   * The interface that a soft-RoCE device is on; an empty text for other devices, empty if there is
   * no such device.
   */
  private Optional<String> parent(String name) {
    Path device = root.resolve("sys/class/infiniband").resolve(name);
    if (!Files.exists(device)) {
      return Optional.empty();
    }
    try {
      return Optional.of(Files.readString(device.resolve("parent")).strip());
    } catch (IOException hardware) {
      return Optional.of("");
    }
  }

  /** The interfaces of the IPv4 default routes (proc_pid_net(5)). */
  private Set<String> defaultRoutes() {
    Set<String> interfaces = new TreeSet<>();
    try {
      for (String line : Files.readAllLines(root.resolve("proc/net/route"))) {
        List<String> fields = List.of(line.split("\\s+", -1));
        if (fields.size() > 7
            && fields.get(1).equals("00000000")
            && fields.get(7).equals("00000000")) {
          interfaces.add(fields.getFirst());
        }
      }
    } catch (IOException none) {
      return interfaces;
    }
    return interfaces;
  }

  private static String words(Commands.Result result) {
    if (result.isAbsent()) {
      return ": there is no such program";
    }
    String output =
        result
            .output()
            .lines()
            .reduce("", (left, right) -> left.isEmpty() ? right : left + " " + right);
    return (output.isEmpty() ? "" : ": " + output.replaceAll("\\.$", ""))
        + (output.contains("not permitted") || output.contains("Permission") ? " (try sudo)" : "");
  }

  private static SetupResult done(List<String> done) {
    return new SetupResult(List.copyOf(done), "", false);
  }

  private static SetupResult missing(List<String> done, String problem) {
    return new SetupResult(List.copyOf(done), problem, true);
  }

  private static SetupResult failed(List<String> done, String problem) {
    return new SetupResult(List.copyOf(done), problem, false);
  }
}
