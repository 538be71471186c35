// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

import java.nio.file.Path;

/**
 * A network namespace that existed a moment ago.
 *
 * @param inode its number, which no other one has as long as it exists
 * @param file by which it can be entered; by now the file may lead to another namespace
 * @param name its name in {@code /run/netns}; else its number
 */
record NetworkNamespace(long inode, Path file, String name) {}
