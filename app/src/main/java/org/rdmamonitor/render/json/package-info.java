// SPDX-License-Identifier: MIT
/**
 * Reports as JSON. Enter by {@link org.rdmamonitor.render.json.JsonReport}.
 *
 * <p>May use {@code model}, {@code policy}, {@code fleet}, {@code render} and {@code render.words}.
 * What is written depends on nothing but the arguments. A report is for one thread.
 */
@NullMarked
package org.rdmamonitor.render.json;

import org.jspecify.annotations.NullMarked;
