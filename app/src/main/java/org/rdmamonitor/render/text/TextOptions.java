// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.text;

import java.time.Duration;
import java.time.ZoneId;

/**
 * How text is written.
 *
 * @param interval between readings, as asked for
 * @param zone of the timestamps
 * @param color whether breaches are red
 * @param processes that are shown one by one; 0: none
 */
public record TextOptions(Duration interval, ZoneId zone, boolean color, int processes) {}
