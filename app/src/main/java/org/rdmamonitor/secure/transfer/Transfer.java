// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.transfer;

import java.util.List;

/**
 * One end's part in moving the data of a client. The steps, for each size in turn:
 *
 * <ol>
 *   <li>{@link #prepare}, before the other end is told that it may begin
 *   <li>{@link #run}, if {@link TransferPlan#runs}: when the other end is prepared too; then its
 *       outcome is sent as {@code Result}
 *   <li>{@link #serve}, if {@link TransferPlan#serves}: until the other end's {@code Result} is
 *       there, which another thread tells by {@link Control#peerFinished}
 * </ol>
 *
 * <p>For one thread, a platform thread, for the loops poll. If a step throws, the queue pairs
 * cannot be used any more.
 */
public final class Transfer {
  private final Engine engine;
  private final Control control;

  private Transfer(Engine engine, Control control) {
    this.engine = engine;
    this.control = control;
  }

  /**
   * A transfer over connected lanes.
   *
   * @param lanes from 1, with the indices 0, 1, 2 ...
   * @throws IllegalArgumentException if a lane lacks what the plan needs
   */
  public static Transfer of(TransferPlan plan, Role role, List<Lane> lanes) {
    Control control = new Control();
    return new Transfer(Engines.of(plan, role, lanes, control), control);
  }

  /** For other threads. */
  public Control control() {
    return control;
  }

  /**
   * Gets ready for a size: contents are written, receives posted.
   *
   * @param size one of the plan's
   */
  public void prepare(long size) {
    control.reset();
    engine.prepare(size);
  }

  /**
   * Does all operations of this end, the warm-up first; answers the other end's meanwhile.
   *
   * @throws org.rdmamonitor.nativelib.verbs.VerbsException if a work request fails
   */
  public TransferResult run() {
    return engine.run();
  }

  /**
   * Answers the other end until it has finished or all is cancelled, and looks at what came.
   *
   * @return what this end received; where it cannot know, as with WRITE and READ, no operations
   * @throws org.rdmamonitor.nativelib.verbs.VerbsException if a work request fails
   */
  public TransferResult serve() {
    return engine.serve();
  }
}
