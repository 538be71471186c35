// SPDX-License-Identifier: MIT
/** Results of the {@code ethernet} commands as text and as JSON. Used by {@code cli.ethernet}. */
@NullMarked
package org.rdmamonitor.ethernet.report;

import org.jspecify.annotations.NullMarked;
