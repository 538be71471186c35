// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.wire;

/**
 * The server's first words, by which a client knows that it is let in.
 *
 * @param lowestVersion the lowest version of the protocol that the server speaks, from 1
 * @param highestVersion the highest, up to 255
 */
public record Welcome(int lowestVersion, int highestVersion) implements Message {
  private static final Field LOWEST = new Field("lowest_version", 1, 255);

  public Welcome {
    LOWEST.check(lowestVersion);
    new Field("highest_version", lowestVersion, 255).check(highestVersion);
  }

  /** What this program says. */
  public static Welcome ofThisVersion() {
    return new Welcome(Codec.VERSION, Codec.VERSION);
  }

  /** Whether the server speaks a version. */
  public boolean speaks(int version) {
    return version >= lowestVersion && version <= highestVersion;
  }

  @Override
  public MessageType type() {
    return MessageType.WELCOME;
  }

  @Override
  public void write(WireOutput out) {
    out.u8(lowestVersion);
    out.u8(highestVersion);
  }

  static Welcome read(WireInput in) throws WireException {
    return new Welcome(in.u8(), in.u8());
  }
}
