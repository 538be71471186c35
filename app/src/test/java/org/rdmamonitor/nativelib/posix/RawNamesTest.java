// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.posix;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RawNamesTest {
  @Test
  void textStaysText() {
    byte[] name = "/kubepods/é 名 x.slice".getBytes(StandardCharsets.UTF_8);
    assertThat(RawNames.text(name)).isEqualTo("/kubepods/é 名 x.slice");
    assertThat(RawNames.bytes("/kubepods/é 名 x.slice")).isEqualTo(name);
  }

  @Test
  void whatIsNoTextIsMarkedByteByByte() {
    assertThat(RawNames.text(new byte[] {'a', (byte) 0xff, (byte) 0xc3, 'b'}))
        .isEqualTo("a\uefff\uefc3b");
    assertThat(RawNames.text("\uefff".getBytes(StandardCharsets.UTF_8)))
        .isEqualTo("\uefee\uefbf\uefbf");
  }

  /** Short ones of the bytes that matter: beginnings and rests of characters. */
  @Test
  void namesThatDifferHaveTextsThatDifferAndComeBack() {
    byte[] matter = {
      'a',
      (byte) 0x80,
      (byte) 0xbe,
      (byte) 0xbf,
      (byte) 0xc3,
      (byte) 0xee,
      (byte) 0xef,
      (byte) 0xf0,
      (byte) 0xff
    };
    Random random = new Random(1);
    Set<String> texts = new HashSet<>();
    Set<String> names = new HashSet<>();
    for (int i = 0; i < 100_000; i++) {
      byte[] name = new byte[1 + random.nextInt(6)];
      for (int j = 0; j < name.length; j++) {
        name[j] = matter[random.nextInt(matter.length)];
      }
      String text = RawNames.text(name);
      names.add(new String(name, StandardCharsets.ISO_8859_1));
      texts.add(text);
      assertThat(RawNames.bytes(text)).isEqualTo(name);
    }
    assertThat(texts).hasSameSizeAs(names);
  }

  @Test
  void aPathHasItsBytesInEveryLocale() {
    byte[] name = {'/', 't', (byte) 0xff, ' ', '%', '\n', (byte) 0xc3, (byte) 0xa9, '?', '#'};
    Path path = RawNames.path(name);
    assertThat(RawNames.bytes(path)).isEqualTo(name);
    assertThat(RawNames.bytes(Path.of("/"))).containsExactly('/');
    assertThat(RawNames.bytes(Path.of("/proc")))
        .isEqualTo("/proc".getBytes(StandardCharsets.UTF_8));
  }
}
