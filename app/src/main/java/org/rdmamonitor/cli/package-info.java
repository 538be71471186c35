// SPDX-License-Identifier: MIT
/**
 * The two programs: {@link org.rdmamonitor.cli.Main} and {@link org.rdmamonitor.cli.SecureMain}
 * start {@link org.rdmamonitor.cli.Program}, which knows all commands and what becomes of their
 * errors. Here are also the commands of rdma-monitor that answer at once ({@code check-config},
 * {@code doctor}, {@code explain}, {@code release}); the others are in packages of their own:
 * {@code cli.monitor}, {@code cli.recordings}, {@code cli.events}, {@code cli.connections}, {@code
 * cli.fleet}, {@code cli.quota} and those of rdma-secure.
 *
 * <p>Together with the packages below it, it may use every other package (of {@code nativelib} what
 * verbs and Ethernet are made with), and is alone in using picocli and the standard streams.
 * Commands take what the process gives them (streams, environment, time, the source) from {@link
 * org.rdmamonitor.cli.process.ProcessContext}, so that tests can give something else. A command
 * runs on one thread.
 */
@NullMarked
package org.rdmamonitor.cli;

import org.jspecify.annotations.NullMarked;
