// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which of the relevant modules are loaded, and whether one was unloaded and loaded again: then its
 * directory in sysfs is a new one, with another inode number.
 */
public final class KernelModules {
  private static final Path TYPES = Path.of("/sys/kernel/btf");
  private static final Path SYS_MODULE = Path.of("/sys/module");

  private KernelModules() {}

  /** The modules that are there, each with what identifies this loading of it. */
  public static Map<String, Object> identities(Iterable<String> modules) {
    Map<String, Object> result = new TreeMap<>();
    for (String module : modules) {
      HostFiles.identity(SYS_MODULE.resolve(module)).ifPresent(id -> result.put(module, id));
    }
    return result;
  }

  /** False if it is part of the kernel's image: then it has no file of its state. */
  public static boolean isModule(String name) {
    return Files.exists(SYS_MODULE.resolve(name).resolve("initstate"));
  }

  /** Whether what a module makes is there, and not by a module. */
  public static boolean isBuiltIn(String name, Path made) {
    return Files.exists(made) && !isModule(name);
  }

  /** Whether the kernel has the type information of a module. */
  public static boolean hasTypes(String module) {
    return Files.exists(TYPES.resolve(module));
  }

  /** True while a module is being unloaded. */
  static boolean isGoing(String module) {
    return new HostFiles(Path.of("/"))
        .text("/sys/module/" + module + "/initstate")
        .orElse("")
        .startsWith("going");
  }

  /** True for a module that was built outside the kernel's tree: its structures may differ. */
  public static boolean isOutOfTree(String module) {
    return isOutOfTree(new HostFiles(Path.of("/")), module);
  }

  public static boolean isOutOfTree(HostFiles host, String module) {
    return host.text("/sys/module/" + module + "/taint").orElse("").contains("O");
  }

  /** True if the module's type information names a function: then fentry can be attached to it. */
  public static boolean hasTypeOf(String module, String function) {
    try {
      byte[] btf = Files.readAllBytes(TYPES.resolve(module));
      return new String(btf, StandardCharsets.ISO_8859_1).contains("\0" + function + "\0");
    } catch (IOException absent) {
      return false;
    }
  }

  /** True if the kernel, or a loaded module, has a function that can be watched. */
  public static boolean hasFunction(String name) {
    try (var lines = Files.lines(Path.of("/proc/kallsyms"), StandardCharsets.ISO_8859_1)) {
      // The file has some 150,000 lines of "address type name", and "\t[module]" behind the name
      // for those of modules.
      String last = " " + name;
      String ofModule = last + "\t";
      return lines.anyMatch(line -> line.endsWith(last) || line.contains(ofModule));
    } catch (IOException | UncheckedIOException unreadable) {
      return false;
    }
  }
}
