// SPDX-License-Identifier: MIT
/** Tests of the litmus language, model, search and certificates. */
@NullMarked
package org.rdmamonitor.litmus;

import org.jspecify.annotations.NullMarked;
