// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.quota;

import java.io.PrintWriter;
import java.io.Writer;
import java.time.Clock;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.rdmamonitor.quota.KernelTruth;

/**
 * What the commands are given.
 *
 * @param out standard output, for data
 * @param err standard error, for all else
 * @param environment variables
 * @param clock with the local time zone
 * @param isTerminal whether a person reads standard output
 * @param truth counts the kernel's objects
 * @param samples of the monitor
 */
public record QuotaTools(
    Writer out,
    PrintWriter err,
    Map<String, String> environment,
    Clock clock,
    BooleanSupplier isTerminal,
    Supplier<KernelTruth> truth,
    SampleSource samples) {}
