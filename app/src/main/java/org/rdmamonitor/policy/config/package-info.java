// SPDX-License-Identifier: MIT
/**
 * What config.txt sets, and how it is read. Enter by {@link
 * org.rdmamonitor.policy.config.ThresholdsFile}, which finds lines and their errors; {@code
 * SettingsParser} knows sections and names, {@code SettingValues} which values a name can have.
 *
 * <p>May use {@code model}, {@code text} and {@code units}, and is the only package that uses
 * Commons Configuration. Settings are immutable; a parser is for one file and one thread.
 */
@NullMarked
package org.rdmamonitor.policy.config;

import org.jspecify.annotations.NullMarked;
