// SPDX-License-Identifier: MIT
package org.rdmamonitor.render;

/**
 * Who reports.
 *
 * @param name the host's, as {@code uname -n} prints it
 * @param kernel its release, as {@code uname -r} prints it
 * @param version of this program
 */
public record Host(String name, String kernel, String version) {}
