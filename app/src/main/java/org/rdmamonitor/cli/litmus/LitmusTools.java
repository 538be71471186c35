// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.litmus;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.function.LongSupplier;

/**
 * What the process gives to the commands.
 *
 * @param out standard output
 * @param err standard error
 * @param nanoTime as {@link System#nanoTime}
 */
public record LitmusTools(Writer out, PrintWriter err, LongSupplier nanoTime) {}
