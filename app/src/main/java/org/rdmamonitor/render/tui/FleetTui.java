// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.fleet.FleetHost;
import org.rdmamonitor.fleet.FleetSnapshot;
import org.rdmamonitor.fleet.HostDetails;
import org.rdmamonitor.fleet.HostId;
import org.rdmamonitor.fleet.join.FleetConnections;
import org.rdmamonitor.render.tui.terminal.Display;

/**
 * The screen of a fleet, and the keys. Give it every reading, and the details of the host that
 * {@link #host} names; call {@link #attend} often. For one thread.
 */
public final class FleetTui {
  private final Tui.Setting setting;
  private final Screen<FleetReading> screen;
  private @Nullable FleetSnapshot fleet;
  private Optional<HostDetails> details = Optional.empty();
  private Optional<FleetConnections> connections = Optional.empty();
  private String trouble = "";

  /** A screen that shows nothing yet. */
  public FleetTui(Display display, TuiState start, Tui.Setting setting) {
    this.setting = setting;
    this.screen =
        new Screen<>(display, start, setting.directory(), new FleetFrame(setting.glyphs()));
  }

  /** Takes in a reading. */
  public void add(FleetSnapshot latest) {
    fleet = latest;
    trouble = "";
    show();
  }

  /** Takes in what a host has. */
  public void add(HostDetails ofHost) {
    details = Optional.of(ofHost);
    show();
  }

  /** Takes in the connections of all hosts. */
  public void add(FleetConnections all) {
    connections = Optional.of(all);
    show();
  }

  /** Says that there is no newer reading, and why; what was read stays, with its time. */
  public void failed(String why) {
    trouble = why;
    screen.tell(why);
    show();
  }

  private void show() {
    if (fleet != null) {
      screen.add(
          new FleetReading(
              fleet,
              details.filter(known -> host().map(known.id()::equals).orElse(false)),
              connections,
              trouble,
              setting.host().version(),
              setting.zone()));
    }
  }

  /** The host that the person has chosen: that of the cursor. */
  public Optional<HostId> host() {
    String key = screen.state().place(FleetView.HOSTS).key();
    if (fleet == null) {
      return Optional.empty();
    }
    Optional<HostId> chosen =
        fleet.hosts().stream()
            .map(FleetHost::id)
            .filter(id -> HostsView.key(id).equals(key))
            .findFirst();
    return chosen.isPresent() || !key.isEmpty()
        ? chosen
        : fleet.hosts().stream().map(FleetHost::id).findFirst();
  }

  /** Whether what that host has is on the screen, so that it has to be read. */
  public boolean wantsDetails() {
    return switch (screen.state().view()) {
      case FleetView.HOSTS -> screen.state().place(FleetView.HOSTS).isOpen();
      case FleetView.CONNECTIONS, FleetView.FINDINGS -> false;
      case FleetView _, View _ -> true;
    };
  }

  /** Whether the connections of all hosts are on the screen, so that they have to be read. */
  public boolean wantsConnections() {
    Tab view = screen.state().view();
    return view == FleetView.CONNECTIONS || view == FleetView.FINDINGS;
  }

  /** The time between readings that the person wants. */
  public Duration interval() {
    return screen.interval();
  }

  /**
   * Reads what the person did and draws what has changed.
   *
   * @throws IOException if the terminal cannot be written to
   */
  public Tui.Wish attend() throws IOException {
    Optional<HostId> before = host();
    Tui.Wish wish = screen.attend();
    if (!host().equals(before)) {
      show(); // without what another host has
    }
    return wish;
  }
}
