// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.seal;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.ShortBufferException;
import javax.crypto.spec.GCMParameterSpec;

/**
 * Seals the messages of one direction of one queue pair. Each message takes the next counter, so
 * that no nonce is ever used twice; this is so even if the message is not delivered. Not safe for
 * threads.
 */
public final class Sealer implements AutoCloseable {
  /**
   * AES blocks that are encrypted with one key: 2^40, 16 TiB of payload. With so many, the chance
   * to tell the cipher from perfect secrecy is below 2^-48 (NIST SP 800-38D; the birthday bound).
   */
  public static final long MOST_BLOCKS = 1L << 40;

  private final SealKey key;
  private final SecretKey cipherKey;
  private final Cipher cipher;
  private final byte[] nonce = new byte[Seal.NONCE_BYTES];
  private final byte[] header = new byte[Seal.HEADER_BYTES];
  private final ByteBuffer headerBuffer = ByteBuffer.wrap(header);
  private long nextCounter;
  private long blocks;

  /** Takes ownership of the key. */
  public Sealer(SealKey key) {
    this(key, 0, 0);
  }

  Sealer(SealKey key, long firstCounter, long blocks) {
    this.key = key;
    this.nextCounter = firstCounter;
    this.blocks = blocks;
    this.cipherKey = key.cipherKey();
    try {
      this.cipher = Cipher.getInstance(Seal.CIPHER);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK has no " + Seal.CIPHER, e);
    }
  }

  /**
   * Seals what remains of one buffer into another, and moves both positions behind it. The buffers
   * must not share memory, except that the contents may already be where they will be sealed:
   * {@link Seal#HEADER_BYTES} behind the position of {@code to}.
   *
   * @param contents from 0 bytes
   * @param to with {@link Seal#OVERHEAD_BYTES} more
   * @return the counter that the message has
   * @throws SealException if the key is used up; nothing is sealed then
   */
  public long seal(ByteBuffer contents, ByteBuffer to) throws SealException {
    int length = contents.remaining();
    if (to.remaining() < length + Seal.OVERHEAD_BYTES) {
      throw new IllegalArgumentException(
          "%d bytes do not hold a sealed message of %d".formatted(to.remaining(), length));
    }
    long needed = Seal.blocks(length);
    if (nextCounter < 0 || blocks > MOST_BLOCKS - needed) {
      throw new SealException(
          SealException.Reason.KEY_USED_UP, "the key of this connection is used up; connect anew");
    }
    long counter = nextCounter++;
    blocks += needed;
    headerBuffer.putInt(0, Seal.origin(key)).putInt(4, length).putLong(8, counter);
    key.nonce(counter, nonce);
    try {
      cipher.init(Cipher.ENCRYPT_MODE, cipherKey, new GCMParameterSpec(Seal.TAG_BITS, nonce));
      cipher.updateAAD(header);
      to.put(header);
      cipher.doFinal(contents, to);
    } catch (ShortBufferException e) {
      throw new IllegalStateException("the room was checked", e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES-GCM does not take what it has to", e);
    }
    return counter;
  }

  /**
   * Overwrites the key; copies inside the JDK's cipher stay until they are collected. Nothing can
   * be sealed any more.
   */
  @Override
  public void close() {
    key.close();
    nextCounter = -1;
  }
}
