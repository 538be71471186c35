// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.limits;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.rdmamonitor.model.resource.Gid;
import org.rdmamonitor.model.resource.PeerAddress;

/**
 * Whom queue pairs may talk to, by the addresses of peers. The first entry that an address belongs
 * to decides; an address without an entry may not be talked to. Immutable.
 */
public record PeerPolicy(List<Entry> entries) {
  /** Its name in the configuration file. */
  public static final String NAME = "PEERS";

  /** Nobody. */
  public static final PeerPolicy NOBODY = new PeerPolicy(List.of());

  /** How many entries one policy can have. */
  public static final int MOST_ENTRIES = 256;

  /** The largest LID of Omni-Path; those of InfiniBand have 16 bits. */
  public static final int LARGEST_LID = 0xffffff;

  private static final String LID = PeerAddress.LID_PREFIX;
  private static final String EXCLUDES = "!";
  private static final Pattern PREFIX = Pattern.compile("([^/]*)(?:/([0-9]{1,3}))?");
  private static final Pattern LIDS = Pattern.compile("([0-9]{1,8})(?:-([0-9]{1,8}))?");

  /** Some addresses, and whether they may be talked to. */
  public sealed interface Entry {
    boolean isAllowed();

    /** Its text in the configuration file, with the fewest characters. */
    String text();
  }

  /**
   * The GIDs that begin with the same bits. An IPv4 address stands for the GID that maps it.
   *
   * @param network the first of them
   * @param length how many bits they have in common, 0 to 128
   */
  public record Gids(boolean isAllowed, Gid network, int length) implements Entry {
    boolean has(Gid gid) {
      return gid.prefix(length).equals(network);
    }

    @Override
    public String text() {
      int bits = network.isIpv4() ? length - Gid.IPV4_BITS : length;
      return mark(isAllowed) + network.addressText() + (length == Gid.BITS ? "" : "/" + bits);
    }
  }

  /**
   * LIDs of InfiniBand or Omni-Path.
   *
   * @param first from 1
   * @param last to {@value #LARGEST_LID}
   */
  public record Lids(boolean isAllowed, int first, int last) implements Entry {
    boolean has(int lid) {
      return first <= lid && lid <= last;
    }

    @Override
    public String text() {
      return mark(isAllowed) + LID + (first == last ? "" + first : first + "-" + last);
    }
  }

  /**
   * Addresses that begin with the same bits.
   *
   * @param isLid whether they are LIDs, which are the first {@value Integer#SIZE} bits then
   * @param first of them
   * @param length of what they have in common, in bits
   */
  public record Prefix(boolean isLid, Gid first, int length) {
    private boolean isWithin(Set<Prefix> others) {
      return IntStream.rangeClosed(0, length)
          .anyMatch(shorter -> others.contains(new Prefix(isLid, first.prefix(shorter), shorter)));
    }
  }

  public PeerPolicy {
    entries = List.copyOf(entries);
  }

  /**
   * The policy for a table in which the longest prefix decides. Since of entries the first one
   * decides, prefixes inside an earlier entry are left out.
   *
   * @return whether they are allowed, in the order of the entries
   */
  public Map<Prefix, Boolean> prefixes() {
    Map<Prefix, Boolean> prefixes = new LinkedHashMap<>();
    for (Entry entry : entries) {
      for (Prefix prefix : prefixes(entry)) {
        if (!prefix.isWithin(prefixes.keySet())) {
          prefixes.put(prefix, entry.isAllowed());
        }
      }
    }
    return Collections.unmodifiableMap(prefixes);
  }

  private static List<Prefix> prefixes(Entry entry) {
    return switch (entry) {
      case Gids gids -> List.of(new Prefix(false, gids.network(), gids.length()));
      case Lids lids -> prefixes(lids);
    };
  }

  /**
   * A range as the fewest prefixes: each is the largest one that begins where the last one ended.
   */
  private static List<Prefix> prefixes(Lids lids) {
    List<Prefix> prefixes = new ArrayList<>();
    int next = lids.first();
    while (next <= lids.last()) {
      int size =
          Math.min(Integer.lowestOneBit(next), Integer.highestOneBit(lids.last() - next + 1));
      Gid first = new Gid((long) next << Integer.SIZE, 0);
      int length = Integer.SIZE - Integer.numberOfTrailingZeros(size);
      prefixes.add(new Prefix(true, first, length));
      next += size;
    }
    return prefixes;
  }

  private static String mark(boolean isAllowed) {
    return isAllowed ? "" : EXCLUDES;
  }

  /**
   * Parses the text in the configuration file: {@code none}, or entries separated by blanks or
   * commas.
   *
   * @throws IllegalArgumentException with what is wrong, if something is
   */
  public static PeerPolicy parse(String text) {
    if (text.equals(Limits.NONE)) {
      return NOBODY;
    }
    List<String> words =
        Arrays.stream(text.split("[\\s,]+")).filter(word -> !word.isEmpty()).toList();
    if (words.isEmpty()) {
      throw new IllegalArgumentException(
          "has no addresses; none forbids all peers, unlimited permits all");
    }
    if (words.size() > MOST_ENTRIES) {
      throw new IllegalArgumentException(
          "has %d addresses; the most is %d".formatted(words.size(), MOST_ENTRIES));
    }
    PeerPolicy policy = new PeerPolicy(words.stream().map(PeerPolicy::entry).toList());
    policy
        .firstWithoutEffect()
        .ifPresent(entry -> {
          throw new IllegalArgumentException(
              "%s has no effect behind entries that it lies within; the first that matches decides"
                  .formatted(entry.text()));
        });
    return policy;
  }

  /** An entry all of whose addresses belong to earlier entries. */
  private Optional<Entry> firstWithoutEffect() {
    Set<Prefix> earlier = new HashSet<>();
    for (Entry entry : entries) {
      List<Prefix> own = prefixes(entry);
      if (own.stream().allMatch(prefix -> prefix.isWithin(earlier))) {
        return Optional.of(entry);
      }
      earlier.addAll(own);
    }
    return Optional.empty();
  }

  private static Entry entry(String word) {
    boolean isAllowed = !word.startsWith(EXCLUDES);
    String addresses = isAllowed ? word : word.substring(EXCLUDES.length());
    return addresses.startsWith(LID)
        ? lids(word, isAllowed, addresses.substring(LID.length()))
        : gids(word, isAllowed, addresses);
  }

  private static Lids lids(String word, boolean isAllowed, String range) {
    Matcher matcher = LIDS.matcher(range);
    if (matcher.matches()) {
      int first = Integer.parseInt(matcher.group(1));
      int last = matcher.group(2) == null ? first : Integer.parseInt(matcher.group(2));
      if (1 <= first && first <= last && last <= LARGEST_LID) {
        return new Lids(isAllowed, first, last);
      }
    }
    throw new IllegalArgumentException(
        "'%s' is no range of LIDs from 1 to %d, such as lid:7 or lid:1-400"
            .formatted(shown(word), LARGEST_LID));
  }

  private static Gids gids(String word, boolean isAllowed, String prefix) {
    Matcher matcher = PREFIX.matcher(prefix);
    if (!matcher.matches()) {
      throw noAddress(word);
    }
    Gid gid = Gid.parse(matcher.group(1)).orElseThrow(() -> noAddress(word));
    int fixed = matcher.group(1).contains(":") ? 0 : Gid.IPV4_BITS;
    int length = matcher.group(2) == null ? Gid.BITS : fixed + Integer.parseInt(matcher.group(2));
    if (length > Gid.BITS) {
      throw new IllegalArgumentException(
          "'%s' has a longer prefix than the %d bits of an address"
              .formatted(shown(word), Gid.BITS - fixed));
    }
    Gids gids = new Gids(isAllowed, gid.prefix(length), length);
    if (!gids.network().equals(gid)) {
      throw new IllegalArgumentException(
          "'%s' has bits behind its prefix; %s has none".formatted(shown(word), gids.text()));
    }
    return gids;
  }

  private static IllegalArgumentException noAddress(String word) {
    return new IllegalArgumentException(
        "'%s' is no address or prefix, such as 10.1.0.0/16, fd00::/8 or lid:1-400"
            .formatted(shown(word)));
  }

  private static String shown(String word) {
    return word.length() > 48 ? word.substring(0, 48) + "..." : word;
  }

  /** Its text in the configuration file. */
  public String text() {
    return entries.isEmpty()
        ? Limits.NONE
        : entries.stream().map(Entry::text).collect(Collectors.joining(" "));
  }

  /** Whether a GID may be talked to. */
  public boolean permits(Gid gid) {
    for (Entry entry : entries) {
      if (entry instanceof Gids gids && gids.has(gid)) {
        return gids.isAllowed();
      }
    }
    return false;
  }

  private boolean permitsOpaLid(PeerAddress peer) {
    return peer.gid()
        .map(Gid::opaLid)
        .filter(OptionalInt::isPresent)
        .map(lid -> permitsLid(lid.getAsInt()))
        .orElse(true);
  }

  /** Whether a LID may be talked to. */
  public boolean permitsLid(int lid) {
    for (Entry entry : entries) {
      if (entry instanceof Lids lids && lids.has(lid)) {
        return lids.isAllowed();
      }
    }
    return false;
  }

  /**
   * Whether an address may be talked to. On a link with LIDs packets are routed by the LID; so it
   * has to be permitted, and the GID too if there is one, since nothing on the way compares them.
   * For one of Omni-Path's own GIDs, the LID that it contains has to be permitted as well.
   */
  public boolean permits(PeerAddress peer) {
    OptionalInt lid = peer.lid();
    return peer.gid().map(this::permits).orElse(true)
        && (lid.isEmpty() || (permitsLid(lid.getAsInt()) && permitsOpaLid(peer)));
  }
}
