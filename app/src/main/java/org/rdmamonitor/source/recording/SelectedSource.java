// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.recording;

import java.util.HashSet;
import java.util.Set;
import org.rdmamonitor.model.DeviceFilter;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.source.Source;

/**
 * Gives those parts of another source's samples that concern devices which a filter admits. A
 * recording has the number of objects that it does not list one by one for all devices together;
 * this number stays.
 */
public final class SelectedSource implements Source {
  private final Source source;
  private final DeviceFilter filter;
  private final Set<Integer> leftOut = new HashSet<>();

  private SelectedSource(Source source, DeviceFilter filter) {
    this.source = source;
    this.filter = filter;
  }

  /** A part of a source, which is closed with it; the source itself if nothing is left out. */
  public static Source of(Source source, DeviceFilter filter) {
    return filter.admitsAll() ? source : new SelectedSource(source, filter);
  }

  @Override
  public Sample read() {
    Sample sample = source.read();
    for (Device device : sample.devices()) {
      if (filter.admits(device.name())) {
        leftOut.remove(device.index());
      } else {
        leftOut.add(device.index());
      }
    }
    return DeviceFilter.without(leftOut::contains, sample);
  }

  @Override
  public Next next() {
    return source.next();
  }

  @Override
  public void memoryRanOut() {
    source.memoryRanOut();
  }

  @Override
  public void close() {
    source.close();
  }
}
