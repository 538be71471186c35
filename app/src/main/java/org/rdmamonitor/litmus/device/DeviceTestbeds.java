// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.device;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.rdmamonitor.litmus.hosts.AddressBook;
import org.rdmamonitor.litmus.hosts.HostTestbeds;
import org.rdmamonitor.litmus.run.Part;
import org.rdmamonitor.litmus.run.TestPlan;
import org.rdmamonitor.litmus.run.Testbed;
import org.rdmamonitor.litmus.run.TestbedException;
import org.rdmamonitor.nativelib.verbs.Addresses;
import org.rdmamonitor.nativelib.verbs.Addresses.Address;
import org.rdmamonitor.nativelib.verbs.GidEntry;
import org.rdmamonitor.nativelib.verbs.PortInfo;
import org.rdmamonitor.nativelib.verbs.Preference;
import org.rdmamonitor.nativelib.verbs.SharedWords;
import org.rdmamonitor.nativelib.verbs.Verbs;
import org.rdmamonitor.nativelib.verbs.VerbsContext;
import org.rdmamonitor.nativelib.verbs.VerbsException;
import org.rdmamonitor.nativelib.verbs.VerbsUnavailableException;

/** Makes testbeds on devices; the nodes of a test are placed on the devices in turn. */
public final class DeviceTestbeds implements Testbed.Maker, HostTestbeds {
  private final Verbs verbs;
  private final List<Choice> choices;

  /** A device, with its address. */
  record Choice(String device, Address address) {}

  private DeviceTestbeds(Verbs verbs, List<Choice> choices) {
    this.verbs = verbs;
    this.choices = List.copyOf(choices);
  }

  /**
   * Makes testbeds on these devices.
   *
   * @param names of devices; if there are none, all devices that have an active port, in their
   *     order
   * @throws VerbsUnavailableException if a device is missing or cannot be used, if there is none,
   *     or if the model does not describe this kind of processor
   * @throws VerbsException if a device cannot be opened
   */
  public static DeviceTestbeds of(Verbs verbs, List<String> names) {
    SharedWords.needTotalStoreOrder();
    List<Choice> choices = new ArrayList<>();
    for (String name : verbs.connectable(names)) {
      Optional<GidEntry> first = choices.stream().findFirst().map(choice -> choice.address().gid());
      Optional<Address> address = address(verbs, name, new Preference(Optional.empty(), first));
      if (address.isPresent()) {
        choices.add(new Choice(name, address.get()));
      } else if (!names.isEmpty()) {
        throw verbs.unusable();
      }
    }
    if (choices.isEmpty()) {
      throw verbs.unusable();
    }
    return new DeviceTestbeds(verbs, choices);
  }

  private static Optional<Address> address(Verbs verbs, String name, Preference preference) {
    try (VerbsContext context = verbs.open(name)) {
      List<PortInfo> ports =
          IntStream.rangeClosed(1, context.attributes().ports()).mapToObj(context::port).toList();
      return Addresses.choose(ports, context.gids(), preference);
    }
  }

  @Override
  public Testbed make(TestPlan plan, int instances, boolean isQueueing) {
    Part all = Part.all(plan);
    DeviceTestbed testbed = new DeviceTestbed(verbs, choices, plan, all, instances, isQueueing);
    try {
      testbed.connect(new AddressBook(plan, all, List.of(testbed.address())));
      testbed.attempt();
    } catch (RuntimeException e) {
      testbed.close();
      throw e;
    }
    return testbed;
  }

  @Override
  public Share make(TestPlan plan, Part part, int instances, boolean isQueueing) {
    try {
      return new DeviceTestbed(verbs, choices, plan, part, instances, isQueueing);
    } catch (VerbsException e) {
      if (e instanceof VerbsUnavailableException || e.isUnsupported()) {
        throw TestbedException.unfit(String.valueOf(e.getMessage()));
      }
      throw e;
    }
  }

  @Override
  public List<String> devices() {
    return choices.stream().map(Choice::device).toList();
  }
}
