// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.ethernet;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.rdmamonitor.nativelib.generated.Ethernet;
import org.rdmamonitor.nativelib.generated.LibC;
import org.rdmamonitor.nativelib.generated.et_counters;
import org.rdmamonitor.nativelib.generated.et_frame;
import org.rdmamonitor.nativelib.generated.et_settings;
import org.rdmamonitor.nativelib.generated.et_template;
import org.rdmamonitor.nativelib.generated.et_traffic;

/**
 * A port: rings of Ethernet frames of an interface. A queue of it is for one thread at a time; it
 * must not be closed while a thread uses it.
 */
public final class EthernetPort implements AutoCloseable {
  private static final int MAC_SIZE = 6;

  private final Arena arena = Arena.ofShared();
  private final List<MemorySegment> bursts = new ArrayList<>();
  private final MemorySegment counters = et_counters.allocate(arena);
  private final long handle;

  private final PortMode mode;
  private final String how;

  private EthernetPort(long handle, int queues, PortMode mode, String how) {
    this.handle = handle;
    this.mode = mode;
    this.how = how;
    for (int i = 0; i < queues; i++) {
      bursts.add(et_frame.allocateArray(Ethernet.ET_BURST(), arena));
    }
  }

  /**
   * Opens a port.
   *
   * @param library the file of the library
   * @throws EthernetException if it cannot be
   */
  public static EthernetPort open(Path library, PortSettings settings) {
    EthernetLibrary.load(library);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment wanted = et_settings.allocate(arena);
      put(et_settings.interface_(wanted), settings.interfaceName());
      put(et_settings.device(wanted), settings.device());
      et_settings.device_port(wanted, settings.devicePort());
      putMac(et_settings.mac(wanted), settings.mac());
      et_settings.everything(wanted, flag(settings.use().everything()));
      et_settings.listens(wanted, flag(settings.use().listens()));
      et_settings.joined(wanted, flag(settings.use().joined()));
      et_settings.one_segment(wanted, flag(settings.oneSegment()));
      et_settings.own_checksums(wanted, flag(settings.ownChecksums()));
      et_settings.alone(wanted, flag(settings.use().alone()));
      et_settings.optional(wanted, flag(settings.isOptional()));
      et_settings.mode(wanted, settings.mode().number());
      et_settings.rss(wanted, settings.hashBits());
      et_settings.queues(wanted, settings.rings().queues());
      et_settings.receive_size(wanted, settings.rings().receiveSize());
      et_settings.transmit_size(wanted, settings.rings().transmitSize());
      et_settings.frame_size(wanted, settings.rings().frameSize());
      MemorySegment made = arena.allocate(ValueLayout.JAVA_LONG);
      int result = Ethernet.et_open(wanted, made);
      String why = et_settings.why(wanted).getString(0);
      if (result != 0) {
        throw new EthernetException(why, -result);
      }
      return new EthernetPort(
          made.get(ValueLayout.JAVA_LONG, 0), settings.rings().queues(), settings.mode(), why);
    }
  }

  private static byte flag(boolean isSet) {
    return (byte) (isSet ? 1 : 0);
  }

  /** How frames get in and out. */
  public PortMode mode() {
    return mode;
  }

  /** How frames get in and out, in words: by which rings, and whether frames are copied. */
  public String how() {
    return how;
  }

  static void put(MemorySegment field, String text) {
    if (text.length() >= field.byteSize()) {
      throw new EthernetException("'" + text + "' is too long for the name of a device.");
    }
    field.setString(0, text);
  }

  static void putMac(MemorySegment field, long mac) {
    for (int i = 0; i < MAC_SIZE; i++) {
      field.set(ValueLayout.JAVA_BYTE, i, (byte) (mac >>> (8 * (MAC_SIZE - 1 - i))));
    }
  }

  /** Copies of the frames that are there now, at most 32. */
  public List<ReceivedFrame> receive(int queue) {
    MemorySegment burst = bursts.get(queue);
    int count = Ethernet.et_receive(handle, queue, burst, Ethernet.ET_BURST());
    List<ReceivedFrame> frames = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      MemorySegment frame = et_frame.asSlice(burst, i);
      int held = et_frame.held(frame);
      byte[] data = et_frame.data(frame).reinterpret(held).toArray(ValueLayout.JAVA_BYTE);
      long time = et_frame.time(frame);
      frames.add(
          new ReceivedFrame(
              Instant.ofEpochSecond(time / 1_000_000_000, time % 1_000_000_000),
              data,
              et_frame.length(frame),
              et_frame.checksum_at(frame) == 0));
    }
    return frames;
  }

  /**
   * Waits until there may be frames.
   *
   * @return whether there may be
   * @throws EthernetException if the interface is gone
   */
  public boolean await(int queue, int milliseconds) {
    int result = Ethernet.et_wait(handle, queue, milliseconds);
    EthernetException gone = new EthernetException("", Math.max(0, -result));
    if (result < 0 && gone.isGone()) {
      throw new EthernetException("The interface was removed.", -result);
    }
    return result > 0;
  }

  /** Sends a frame; false if there is no room for it now, or the interface is down. */
  public boolean send(int queue, byte[] data) {
    try (Arena own = Arena.ofConfined()) {
      MemorySegment frame = et_frame.allocate(own);
      et_frame.data(frame, own.allocateFrom(ValueLayout.JAVA_BYTE, data));
      et_frame.length(frame, data.length);
      et_frame.held(frame, data.length);
      return Ethernet.et_send(handle, queue, frame, 1) == 1;
    }
  }

  /** The counts of all queues since the port was opened. */
  public synchronized Map<PortCount, Long> counts() {
    Ethernet.et_count(handle, counters);
    return read();
  }

  /**
   * The counts of each queue; what a device counts only for all queues together is in none of them.
   */
  public synchronized List<Map<PortCount, Long>> queueCounts() {
    List<Map<PortCount, Long>> result = new ArrayList<>();
    for (int queue = 0; queue < bursts.size(); queue++) {
      Ethernet.et_count_queue(handle, queue, counters);
      result.add(read());
    }
    return result;
  }

  private Map<PortCount, Long> read() {
    Map<PortCount, Long> result = new EnumMap<>(PortCount.class);
    int place = 0;
    for (PortCount count : PortCount.values()) {
      result.put(count, et_counters.of(counters, place++));
    }
    return result;
  }

  /**
   * What to send.
   *
   * @param templates sent one after the other, again and again; at least one
   * @param run 1 to 65535, distinguishes this run's frames from others'
   * @param frames how many; 0 for no end
   * @param durationNanos for how long at most; 0 for no end
   * @param rate frames a second; 0 for as fast as possible
   * @param lingerNanos how long to wait for the last ones
   * @param receives whether they come back
   */
  public record Traffic(
      List<FrameTemplate> templates,
      int run,
      long frames,
      long durationNanos,
      double rate,
      long lingerNanos,
      boolean receives) {
    public Traffic {
      templates = List.copyOf(templates);
    }
  }

  /** Sends, and counts what comes back, until all is done or it is stopped. */
  public void generate(int queue, Traffic traffic, LoopProgress progress) {
    try (Arena own = Arena.ofConfined()) {
      MemorySegment templates = et_template.allocateArray(traffic.templates().size(), own);
      for (int i = 0; i < traffic.templates().size(); i++) {
        FrameTemplate template = traffic.templates().get(i);
        MemorySegment at = et_template.asSlice(templates, i);
        et_template.data(at, own.allocateFrom(ValueLayout.JAVA_BYTE, template.data()));
        et_template.length(at, template.data().length);
        et_template.stamp_at(at, template.stampAt());
        et_template.checksum_at(at, template.checksumAt());
        et_template.flow(at, template.flow());
      }
      MemorySegment wanted = et_traffic.allocate(own);
      et_traffic.templates(wanted, templates);
      et_traffic.count(wanted, traffic.templates().size());
      et_traffic.run(wanted, traffic.run());
      et_traffic.frames(wanted, traffic.frames());
      et_traffic.duration(wanted, traffic.durationNanos());
      et_traffic.rate(wanted, traffic.rate());
      et_traffic.linger(wanted, traffic.lingerNanos());
      et_traffic.receives(wanted, traffic.receives() ? 1 : 0);
      check(Ethernet.et_generate(handle, queue, wanted, progress.memory()));
    }
  }

  /** Counts the frames of another sender, until it is stopped. */
  public void sink(int queue, LoopProgress progress) {
    check(Ethernet.et_sink(handle, queue, 0, progress.memory()));
  }

  /** Sends stamped frames back to where they came from, until it is stopped. */
  public void reflect(int queue, LoopProgress progress) {
    check(Ethernet.et_reflect(handle, queue, progress.memory()));
  }

  /** Carries frames from and to a tap device, until it is stopped. */
  public void relay(int queue, TapDevice tap, LoopProgress progress) {
    int result = Ethernet.et_relay(handle, queue, tap.descriptor(queue), progress.memory());
    if (result == -LibC.EBADFD()) {
      throw new EthernetException("The tap device %s was removed.".formatted(tap.name()), -result);
    }
    check(result);
  }

  private static void check(int result) {
    if (result != 0) {
      EthernetException failure = new EthernetException("", -result);
      throw failure.isGone()
          ? new EthernetException("The interface was removed.", -result)
          : failure;
    }
  }

  @Override
  public void close() {
    Ethernet.et_close(handle);
    arena.close();
  }
}
