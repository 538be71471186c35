// SPDX-License-Identifier: MIT
package org.rdmamonitor.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmamonitor.http.server.Passwords.Verdict;

class PasswordsTest {
  /** Of cost 4. */
  private static final String A = "$2b$04$abcdefghijklmnopqrstuuMFdJu9yVgmagVAIC24fOZkaFqd3s9JC";

  private static final Origin HERE = new Origin("here");
  private static final Origin THERE = new Origin("there");

  private final Passwords passwords = new Passwords();

  @AfterEach
  void end() {
    passwords.close();
  }

  /** Of jBCrypt's tests, of exporter-toolkit (2y), and of libxcrypt (2b). */
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "abcdefghijklmnopqrstuvwxyz,"
            + " $2a$06$.rCVZVOThsIa97pEDOxvGuRRgzG64bvtJ0938xuqzv18d3ZpQhstC",
        "a, $2a$06$m0CrhHm10qJ3lXRY.5zDGO3rS2KdeeWLuGmsfGlMfOxih58VYVfxe",
        "abc, $2a$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i",
        "\"~!@#$%^&*()      ~!@#$%^&*()PNBFRD\","
            + " $2a$06$fPIsBO8qRqkjj273rfaOI.HtSV9jLDpTbZn782DC6/t7qT67P6FfO",
        "fakepassword, $2y$10$QOauhQNbBCuQDKes6eFzPeMqBSjb7Mr5DUmpZ/VcEd00UAV/LDeSi",
        "a, " + A,
      })
  void publishedHashesAreOfTheirPasswords(String password, String hash) {
    assertThat(Passwords.trouble(hash)).isEmpty();
    Map<String, String> users = Map.of("u", hash);

    assertThat(passwords.check(HERE, users, "u", password)).isEqualTo(Verdict.RIGHT);
    assertThat(passwords.check(HERE, users, "u", password)).isEqualTo(Verdict.RIGHT);
    assertThat(passwords.check(HERE, users, "u", password + "x")).isEqualTo(Verdict.WRONG);
    assertThat(passwords.check(HERE, users, "v", password)).isEqualTo(Verdict.WRONG);
  }

  @Test
  void aPasswordIsKnownForItsUserAndHashOnly() {
    Map<String, String> users = Map.of("u", A);
    assertThat(passwords.check(HERE, users, "u", "a")).isEqualTo(Verdict.RIGHT);

    String other = "$2a$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i";
    assertThat(passwords.check(HERE, Map.of("u", other), "u", "a")).isEqualTo(Verdict.WRONG);
    assertThat(passwords.check(HERE, Map.of("u", other, "v", A), "v", "a"))
        .isEqualTo(Verdict.RIGHT);
  }

  @Test
  void wrongPasswordsAreFollowedByARestAndRightOnesAreNot() {
    List<Duration> rests = new CopyOnWriteArrayList<>();
    try (Passwords resting = new Passwords(rests::add)) {
      assertThat(resting.check(HERE, Map.of("u", A), "u", "a")).isEqualTo(Verdict.RIGHT);
      assertThat(rests).isEmpty();
      assertThat(resting.check(HERE, Map.of("u", A), "u", "b")).isEqualTo(Verdict.WRONG);
      assertThat(resting.check(HERE, Map.of("u", A), "nobody", "a")).isEqualTo(Verdict.WRONG);
      assertThat(rests).hasSize(1).allMatch(Duration::isPositive);
    }
  }

  @Test
  void guessesWaitInALineThatIsShortAndWhoIsKnownDoesNot() throws InterruptedException {
    // Of cost 14, so that the line is full for long; it is nobody's password.
    String costly = "$2a$14$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i";
    Map<String, String> users = Map.of("u", A, "slow", costly);
    assertThat(passwords.check(HERE, users, "u", "a")).isEqualTo(Verdict.RIGHT);

    int guesses = Passwords.MOST_WAITING + 8;
    List<Verdict> verdicts = new ArrayList<>();
    CountDownLatch refused = new CountDownLatch(7);
    for (int i = 0; i < guesses; i++) {
      String guess = "guess " + i;
      Thread.ofVirtual()
          .start(() -> {
            Verdict verdict = passwords.check(HERE, users, "slow", guess);
            synchronized (verdicts) {
              verdicts.add(verdict);
            }
            refused.countDown();
          });
    }
    refused.await();

    synchronized (verdicts) {
      assertThat(verdicts).contains(Verdict.BUSY).doesNotContain(Verdict.RIGHT);
    }
    assertThat(passwords.check(HERE, users, "u", "a")).isEqualTo(Verdict.RIGHT);
  }

  @Test
  void whoGuessesKeepsNobodyElseFromBeingChecked() throws InterruptedException {
    CountDownLatch resting = new CountDownLatch(1);
    CountDownLatch full = new CountDownLatch(1);
    CountDownLatch givenWay = new CountDownLatch(2);
    Map<String, String> users = Map.of("u", A);
    try (Passwords rested =
        new Passwords(duration -> {
          resting.countDown();
          givenWay.await();
        })) {
      Runnable guess =
          () -> {
            if (rested.check(THERE, users, "u", "guess") == Verdict.BUSY) {
              full.countDown();
              givenWay.countDown();
            }
          };
      Thread.ofVirtual().start(guess);
      resting.await();
      for (int i = 0; i <= Passwords.MOST_WAITING; i++) {
        Thread.ofVirtual().start(guess);
      }
      full.await();

      assertThat(rested.check(HERE, users, "u", "a")).isEqualTo(Verdict.RIGHT);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "secret, is no bcrypt hash",
    "$2x$10$QOauhQNbBCuQDKes6eFzPeMqBSjb7Mr5DUmpZ/VcEd00UAV/LDeSi, is no bcrypt hash",
    "$2y$10$QOauhQNbBCuQDKes6eFzPeMqBSjb7Mr5DUmpZ/VcEd00UAV/LDeS, is no bcrypt hash",
    "$2y$03$QOauhQNbBCuQDKes6eFzPeMqBSjb7Mr5DUmpZ/VcEd00UAV/LDeSi, has cost 3",
    "$2y$31$QOauhQNbBCuQDKes6eFzPeMqBSjb7Mr5DUmpZ/VcEd00UAV/LDeSi, has cost 31",
  })
  void whatIsNoHashOrTooCostlyIsRefused(String hash, String why) {
    assertThat(Passwords.trouble(hash)).hasValueSatisfying(t -> assertThat(t).startsWith(why));
  }
}
