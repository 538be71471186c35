// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.findings;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.rdmamonitor.model.BoundedMap;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.policy.Detection;
import org.rdmamonitor.policy.Detector;
import org.rdmamonitor.policy.DetectorInput;
import org.rdmamonitor.policy.Finding.Severity;
import org.rdmamonitor.policy.config.FindingLimit;
import org.rdmamonitor.units.Digits;

/**
 * R6: a device whose next queue pair number or remote key can be guessed from the ones before.
 * Measured by the empirical entropy of the differences between consecutive numbers, over the latest
 * {@value #WINDOW} differences, and at least {@value #LEAST}. Checked again whenever a device gives
 * out numbers. Keeps {@value #WINDOW} differences for each of {@value #SERIES} series, two a
 * device.
 */
final class PredictableNumbers implements Detector {
  private static final int LEAST = 32;
  private static final int WINDOW = 256;
  private static final int SERIES = 128;

  /** The key that rxe gives a region that peers may not access: it is no key at all. */
  private static final int NO_KEY = 0;

  private static final String QPN = "queue pair numbers";
  private static final String RKEY = "remote keys";

  private record Key(int device, String what) {}

  private static final class Series {
    private int latest;
    private boolean begun;
    private boolean grown;
    private final ArrayDeque<Integer> differences = new ArrayDeque<>();

    private void add(int number) {
      if (begun) {
        if (differences.size() == WINDOW) {
          differences.removeFirst();
        }
        differences.addLast(number - latest);
        grown = true;
      }
      latest = number;
      begun = true;
    }

    /** Shannon entropy, in bits. */
    private double entropy() {
      double bits = 0;
      for (long count : frequencies().values()) {
        double share = (double) count / differences.size();
        bits -= share * Math.log(share) / Math.log(2);
      }
      return bits;
    }

    private Map<Integer, Long> frequencies() {
      Map<Integer, Long> frequencies = new HashMap<>();
      differences.forEach(difference -> frequencies.merge(difference, 1L, Long::sum));
      return frequencies;
    }

    private Map.Entry<Integer, Long> mostFrequent() {
      return frequencies().entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow();
    }
  }

  private final Map<Key, Series> series = new BoundedMap<>(SERIES);

  @Override
  public FindingLimit on() {
    return FindingLimit.R6;
  }

  @Override
  public void see(ControlCall call, DetectorInput input) {
    if (call.failed() || call.device() == Device.UNKNOWN_INDEX) {
      return;
    }
    if (call.verb() == Verb.QP_CREATE && call.objectId().isPresent()) {
      add(call.device(), QPN, call.objectId().getAsInt());
    } else if (call.verb() == Verb.MR_REG
        && call.detail() instanceof ControlCall.Region region
        && region.rkey().orElse(NO_KEY) != NO_KEY) {
      add(call.device(), RKEY, region.rkey().getAsInt());
    }
  }

  private void add(int device, String what, int number) {
    series.computeIfAbsent(new Key(device, what), k -> new Series()).add(number);
  }

  @Override
  public List<Detection> detections(DetectorInput input) {
    Map<Integer, List<String>> byDevice = new HashMap<>();
    series.forEach((key, numbers) -> {
      if (numbers.grown && numbers.differences.size() >= LEAST) {
        numbers.grown = false;
        double bits = numbers.entropy();
        if (bits < input.limits().of(FindingLimit.R6_BITS)) {
          Map.Entry<Integer, Long> usual = numbers.mostFrequent();
          byDevice
              .computeIfAbsent(key.device(), d -> new ArrayList<>())
              .add(
                  "%s: %s bits of entropy in %d differences, %d of them %+d"
                      .formatted(
                          key.what(),
                          Digits.decimal(bits),
                          numbers.differences.size(),
                          usual.getValue(),
                          usual.getKey()));
        }
      }
    });
    List<Detection> found = new ArrayList<>();
    byDevice.forEach((device, parts) ->
        found.add(
            FindingRule.R6.found(
                Severity.NOTICE,
                input.device(device),
                String.join("; ", parts.stream().sorted().toList()))));
    return found;
  }
}
