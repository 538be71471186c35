// SPDX-License-Identifier: MIT
/**
 * What people and programs see of a check: text in the way of herd7 and litmus7, or JSON. Enter by
 * {@link org.rdmamonitor.litmus.report.TextReport}, {@link
 * org.rdmamonitor.litmus.report.JsonReport}, {@link org.rdmamonitor.litmus.report.CertificateText}
 * and {@link org.rdmamonitor.litmus.report.CertificateJson}.
 *
 * <p>Uses {@code litmus.certify}, {@code litmus.run}, {@code litmus.search}, {@code litmus.model},
 * {@code litmus.axiomatic}, {@code litmus.language} and jackson-core. Everything here is immutable,
 * or a function.
 */
@NullMarked
package org.rdmamonitor.litmus.report;

import org.jspecify.annotations.NullMarked;
