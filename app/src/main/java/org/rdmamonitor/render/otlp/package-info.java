// SPDX-License-Identifier: MIT
/**
 * What the monitor observes as log records of OpenTelemetry, sent by OTLP over HTTP, in JSON
 * (OpenTelemetry Protocol 1.10, opentelemetry.io/docs/specs/otlp). Enter by {@link
 * org.rdmamonitor.render.otlp.OtlpSender}.
 *
 * <p>{@link org.rdmamonitor.render.otlp.Observation} is what there is to tell; {@code
 * ExportRequest}, {@code LogRecords} and {@code Resources} write it, and depend on nothing but
 * their arguments; {@code Outbox} is the queue, {@code OtlpClient} does HTTP.
 *
 * <p>May use {@code model}, {@code policy}, {@code render} (words, text and JSON), {@code text},
 * {@code http} and the JSON library. The JDK's HTTP client is loaded when a sender is opened, and
 * not before.
 */
@NullMarked
package org.rdmamonitor.render.otlp;

import org.jspecify.annotations.NullMarked;
