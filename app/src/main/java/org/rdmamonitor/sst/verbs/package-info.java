// SPDX-License-Identifier: MIT
/**
 * {@link org.rdmamonitor.sst.Fabric} over queue pairs: one reliable connection for each pair of
 * members, memory that is registered once. Enter by {@link org.rdmamonitor.sst.verbs.VerbsFabric};
 * {@link org.rdmamonitor.sst.verbs.LocalMembers} has all members in one process.
 *
 * <p>Uses {@code sst} and {@code nativelib.verbs}. How members learn each other's addresses is not
 * its business. A fabric is for one thread.
 */
@NullMarked
package org.rdmamonitor.sst.verbs;

import org.jspecify.annotations.NullMarked;
