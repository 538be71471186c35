// SPDX-License-Identifier: MIT
import java.io.IOException;
import java.util.HexFormat;
import java.util.Locale;
import org.rdmamonitor.nativelib.verbs.Gid;

/**
 * What the ends tell each other, so that their queue pairs can be connected and their memory
 * reached; as a line, the same as the C programs'.
 *
 * @param program that the end runs
 * @param queuePair its number
 * @param psn that its packets begin with
 * @param lid on InfiniBand; 0 on Ethernet
 * @param memory where its memory begins
 */
record Address(String program, int queuePair, int psn, int lid, Gid gid, long memory, int rkey) {
  static final String FORMAT = "PROGRAM QPN PSN LID GID ADDRESS RKEY";
  private static final int FIELDS = 7;

  String line() {
    return String.format(
        Locale.ROOT,
        "%s %06x %06x %04x %s %016x %08x",
        program,
        queuePair,
        psn,
        lid,
        HexFormat.of().formatHex(gid.bytes()),
        memory,
        rkey);
  }

  static Address of(String line) throws IOException {
    String[] fields = line.split(" ");
    try {
      if (fields.length == FIELDS) {
        return new Address(
            fields[0],
            Integer.parseInt(fields[1], 16),
            Integer.parseInt(fields[2], 16),
            Integer.parseInt(fields[3], 16),
            Gid.of(HexFormat.of().parseHex(fields[4])),
            Long.parseUnsignedLong(fields[5], 16),
            Integer.parseUnsignedInt(fields[6], 16));
      }
    } catch (IllegalArgumentException notHexadecimal) {
      // Said below.
    }
    throw new IOException("the other end sent '%s'; it should be %s".formatted(line, FORMAT));
  }
}
