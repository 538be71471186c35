// SPDX-License-Identifier: MIT
package org.rdmamonitor.http.server;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.springframework.security.crypto.bcrypt.BCrypt;

/**
 * Checks passwords against bcrypt hashes. Bcrypt is slow on purpose, so strangers could use up the
 * processors by guessing. Therefore passwords are checked one at a time, on a thread of its own
 * that rests after each wrong one, which limits strangers to a part of one processor; and when more
 * than a few wait, further ones are not checked at all. Addresses take turns, so that one that
 * guesses much keeps no other from being checked. A password that was found right is recognized
 * from then on without bcrypt, by a digest under a key that only this process has. Checking an
 * unknown user takes as long as checking a known one.
 */
final class Passwords implements AutoCloseable {
  /** The highest cost that is accepted: about one second of a processor for each guess. */
  static final int MOST_COST = 14;

  /** How many checks may wait. */
  static final int MOST_WAITING = 16;

  /** How many times as long as the check of a wrong password the thread rests after it. */
  private static final int REST = 3;

  private static final int LEAST_COST = 4;
  private static final int MOST_KNOWN = 256;

  private static final Pattern HASH = Pattern.compile("\\$2[aby]\\$([0-9]{2})\\$[./A-Za-z0-9]{53}");

  private final Rest rest;
  private final Turns<FutureTask<Boolean>> waiting = new Turns<>(MOST_WAITING);
  private final ThreadPoolExecutor checking;
  private final SecretKeySpec key;
  private final Map<String, Boolean> known =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
          return size() > MOST_KNOWN;
        }
      };

  /** The outcome of a check. */
  enum Verdict {
    RIGHT,
    WRONG,
    /** Too many checks are waiting. */
    BUSY
  }

  /** How the thread rests; tests replace it. */
  @FunctionalInterface
  interface Rest {
    void rest(Duration duration) throws InterruptedException;
  }

  Passwords() {
    this(Thread::sleep);
  }

  Passwords(Rest rest) {
    this.rest = rest;
    checking =
        new ThreadPoolExecutor(
            1,
            1,
            10,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            Thread.ofPlatform().daemon().name("passwords").factory());
    checking.allowCoreThreadTimeOut(true);
    byte[] secret = new byte[32];
    new SecureRandom().nextBytes(secret);
    key = new SecretKeySpec(secret, "HmacSHA256");
  }

  /** What is wrong with a hash, in words that follow its name; empty if nothing is. */
  static Optional<String> trouble(String hash) {
    Matcher matcher = HASH.matcher(hash);
    if (!matcher.matches()) {
      return Optional.of(
          "is no bcrypt hash such as $2y$10$ and 53 characters; 'htpasswd -nBC 10 USER' makes one");
    }
    int cost = Integer.parseInt(matcher.group(1));
    return cost >= LEAST_COST && cost <= MOST_COST
        ? Optional.empty()
        : Optional.of(
            "has cost %d; at most %d keeps guesses of strangers cheap for this host, 10 is usual"
                .formatted(cost, MOST_COST));
  }

  /**
   * Checks a password; waits until it has been checked.
   *
   * @param origin of who gives it
   * @param users hashes by user
   */
  Verdict check(Origin origin, Map<String, String> users, String user, String password) {
    String hash = users.getOrDefault(user, "");
    boolean isUser = !hash.isEmpty();
    String tried = isUser ? hash : costliest(users);
    String digest = digest(user, tried, password);
    if (isUser && isKnown(digest)) {
      return Verdict.RIGHT;
    }
    try {
      FutureTask<Boolean> check = new FutureTask<>(() -> isRight(password, tried));
      // Each that waits has one run of the thread; one that gives way leaves its run to the other.
      waiting
          .add(origin, check)
          .ifPresentOrElse(away -> away.cancel(false), () -> checking.execute(this::checkNext));
      if (!check.get() || !isUser) {
        return Verdict.WRONG;
      }
      remember(digest);
      return Verdict.RIGHT;
    } catch (RejectedExecutionException | CancellationException none) {
      return Verdict.BUSY;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Verdict.BUSY;
    } catch (ExecutionException e) {
      // bcrypt does not take this password, for example because it is empty.
      return Verdict.WRONG;
    }
  }

  private void checkNext() {
    waiting.take().ifPresent(FutureTask::run);
  }

  private boolean isRight(String password, String hash) throws InterruptedException {
    long begun = System.nanoTime();
    boolean isRight = BCrypt.checkpw(password, hash);
    if (!isRight) {
      rest.rest(Duration.ofNanos((System.nanoTime() - begun) * REST));
    }
    return isRight;
  }

  /**
   * The hash that takes longest to check; the password of an unknown user is checked against it.
   */
  private static String costliest(Map<String, String> users) {
    return users.values().stream()
        .max(Comparator.comparing(hash -> hash.substring(4, 6)))
        .orElseThrow();
  }

  private boolean isKnown(String digest) {
    synchronized (known) {
      return known.containsKey(digest);
    }
  }

  private void remember(String digest) {
    synchronized (known) {
      known.put(digest, true);
    }
  }

  /** A digest that differs for every combination of user, hash and password. */
  private String digest(String user, String hash, String password) {
    try {
      Mac mac = Mac.getInstance(key.getAlgorithm());
      mac.init(key);
      for (String part : new String[] {user, hash, password}) {
        byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
        mac.update(Integer.toString(bytes.length).getBytes(StandardCharsets.US_ASCII));
        mac.update((byte) ':');
        mac.update(bytes);
      }
      return Base64.getEncoder().encodeToString(mac.doFinal());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java runtime has no HMAC", e);
    }
  }

  @Override
  public void close() {
    checking.shutdownNow();
    for (Optional<FutureTask<Boolean>> one = waiting.take();
        one.isPresent();
        one = waiting.take()) {
      one.get().cancel(false);
    }
  }
}
