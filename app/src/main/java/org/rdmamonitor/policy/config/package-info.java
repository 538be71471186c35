// SPDX-License-Identifier: MIT
/**
 * What is set in config.txt, and how it is read. Enter by {@link
 * org.rdmamonitor.policy.config.ThresholdsFile}, which finds lines and their errors; {@code
 * SettingsParser} knows sections and names, {@code SettingValues} what may stand behind a name.
 *
 * <p>May use {@code model}, {@code text} and {@code units}; alone in using Commons Configuration.
 * Settings are immutable; a parser is for one file and one thread.
 */
@NullMarked
package org.rdmamonitor.policy.config;

import org.jspecify.annotations.NullMarked;
