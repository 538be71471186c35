// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.seal;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.ShortBufferException;
import javax.crypto.spec.GCMParameterSpec;
import org.rdmamonitor.secure.seal.SealException.Reason;

/** Opens the messages of one direction of one queue pair. Not safe for threads. */
public final class Opener implements AutoCloseable {
  private final SealKey key;
  private final SecretKey cipherKey;
  private final Cipher cipher;
  private final ReplayGuard guard;
  private final byte[] nonce = new byte[Seal.NONCE_BYTES];
  private final byte[] header = new byte[Seal.HEADER_BYTES];
  private final ByteBuffer headerBuffer = ByteBuffer.wrap(header);

  /** Takes ownership of the key. */
  public Opener(SealKey key, MessageOrder order) {
    this.key = key;
    this.cipherKey = key.cipherKey();
    this.guard = new ReplayGuard(order);
    try {
      this.cipher = Cipher.getInstance(Seal.CIPHER);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK has no " + Seal.CIPHER, e);
    }
  }

  /**
   * Opens one message, which is everything that remains of a buffer, into another buffer, and moves
   * both positions behind it. The buffers must not share memory, except that the contents may be
   * written to where they are sealed. After a failure {@code to} has zeros in place of the
   * contents, and its position is unchanged.
   *
   * @param sealed memory that the other end can no longer write to: the bytes that are checked must
   *     be the ones that are used
   * @param to with room for {@link Seal#OVERHEAD_BYTES} fewer
   * @return the message's counter
   * @throws SealException if it is not the message that was sealed, or not its turn
   */
  public long open(ByteBuffer sealed, ByteBuffer to) throws SealException {
    int length = sealed.remaining() - Seal.OVERHEAD_BYTES;
    if (length < 0) {
      throw new SealException(
          Reason.TRUNCATED, "%d bytes are no sealed message".formatted(sealed.remaining()));
    }
    if (to.remaining() < length) {
      throw new IllegalArgumentException(
          "%d bytes do not hold contents of %d".formatted(to.remaining(), length));
    }
    sealed.get(sealed.position(), header);
    checkHeader(length);
    long counter = headerBuffer.getLong(8);
    guard.check(counter);
    key.nonce(counter, nonce);
    sealed.position(sealed.position() + Seal.HEADER_BYTES);
    decipher(sealed, to, length, counter);
    guard.accept(counter);
    return counter;
  }

  private void checkHeader(int length) throws SealException {
    if (headerBuffer.getInt(0) != Seal.origin(key)) {
      throw new SealException(
          Reason.MISDIRECTED,
          "a message of another direction, queue pair or format came in " + key);
    }
    if (headerBuffer.getInt(4) != length) {
      throw new SealException(
          Reason.TRUNCATED,
          "a message of %d bytes says that it has %d".formatted(length, headerBuffer.getInt(4)));
    }
  }

  private void decipher(ByteBuffer sealed, ByteBuffer to, int length, long counter)
      throws SealException {
    int start = to.position();
    boolean isAuthentic = false;
    try {
      cipher.init(Cipher.DECRYPT_MODE, cipherKey, new GCMParameterSpec(Seal.TAG_BITS, nonce));
      cipher.updateAAD(header);
      // After a failure the JDK wipes direct memory from the beginning of the buffer, and not from
      // its position.
      cipher.doFinal(sealed, start == 0 ? to : to.slice(start, length));
      to.position(start + length);
      isAuthentic = true;
    } catch (AEADBadTagException e) {
      throw new SealException(
          Reason.FORGED, "message %d was changed, or sealed with another key".formatted(counter));
    } catch (ShortBufferException e) {
      throw new IllegalStateException("the room was checked", e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES-GCM does not take what it has to", e);
    } finally {
      if (!isAuthentic) {
        wipe(to, start, length);
      }
    }
  }

  private static void wipe(ByteBuffer to, int start, int length) {
    for (int i = start; i < start + length; i++) {
      to.put(i, (byte) 0);
    }
    to.position(start);
  }

  /**
   * Overwrites the key; copies inside the JDK's cipher stay until they are collected. Nothing can
   * be opened any more.
   */
  @Override
  public void close() {
    key.close();
  }
}
