// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.util.List;
import org.rdmamonitor.model.Cost;
import org.rdmamonitor.model.Health;
import org.rdmamonitor.model.Health.Hook;

/** How well the source saw, and what it cost. */
final class HealthJson {
  static final Codec<List<Hook>> HOOKS =
      Codec.list(
          Shape.array(f ->
              new Hook(
                  f.text("name", Hook::name),
                  f.text("symbol", Hook::symbol),
                  f.constant(
                      "state", new Names<>(Hook.State.class), Hook.State.UNAVAILABLE, Hook::state),
                  f.text("reason", Hook::reason))));

  /** Without its hooks. */
  static final Shape<Health> HEALTH =
      Shape.object(f ->
          new Health(
              List.of(),
              f.number("events", Health::eventsSeen),
              f.number("lost_events", Health::eventsLost),
              f.number("missed_returns", Health::returnsMissed),
              f.number("missed_objects", Health::objectsMissed),
              f.number("drift", Health::drift),
              f.number("corrections", Health::resyncs),
              f.number("corrected_objects", Health::objectsCorrected),
              f.number("failed_events", Health::eventsFailed),
              f.sometimes("event_reader", Codec.TEXT, "", Health::readerTrouble),
              f.number("objects_left_out", Health::objectsLeftOut),
              f.number("memory_shortages", Health::memoryShortages)));

  private static final Codec<List<Cost.Program>> PROGRAMS =
      Codec.list(
          Shape.array(f ->
              new Cost.Program(
                  f.text("name", Cost.Program::name),
                  f.number("runs", Cost.Program::runs),
                  f.nanos("time_ns", Cost.Program::time))));

  static final Shape<Cost> COST =
      Shape.object(f ->
          new Cost(
              f.nanos("cpu_ns", Cost::cpu),
              f.number("resident_bytes", Cost::residentBytes),
              f.number("ring_bytes", Cost::ringBytes),
              f.number("ring_used", Cost::ringUsed),
              f.value("programs", PROGRAMS, Cost::programs)));

  private HealthJson() {}
}
