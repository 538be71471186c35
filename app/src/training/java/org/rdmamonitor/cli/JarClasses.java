// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import java.io.IOException;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Classes of the jar that a training run has no way to come to, since it has no device, no kernel
 * to load programs into, and no privileges: an AOT cache has what was loaded.
 */
final class JarClasses {
  private static final String CLASS = ".class";

  private JarClasses() {}

  /**
   * Loads classes of this program, and runs nothing of them.
   *
   * @param wanted a regular expression for what stands behind {@code org/rdmamonitor/} in the jar,
   *     without {@code .class}
   * @throws IOException if the class path is not the jar alone
   */
  static void load(String wanted) throws IOException {
    String pattern = "org/rdmamonitor/(" + wanted + ")(?<!package-info)";
    try (JarFile jar = new JarFile(System.getProperty("java.class.path"))) {
      jar.stream()
          .map(JarEntry::getName)
          .filter(name -> name.endsWith(CLASS))
          .map(name -> name.substring(0, name.length() - CLASS.length()))
          .filter(name -> name.matches(pattern))
          .forEach(name -> load(name.replace('/', '.'), JarClasses.class.getClassLoader()));
    }
  }

  private static void load(String name, ClassLoader loader) {
    try {
      Class.forName(name, false, loader);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("it is in the jar", e);
    }
  }
}
