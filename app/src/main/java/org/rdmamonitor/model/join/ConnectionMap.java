// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.join;

import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Who talks to whom, in totals.
 *
 * @param nodes by name
 * @param edges by the names of both nodes
 */
public record ConnectionMap(List<Node> nodes, List<Edge> edges) {
  /**
   * A host or a group of ends, by the {@link Grouping}; or an address.
   *
   * @param outside whether it is an address, and the recordings do not tell whose
   */
  public record Node(String name, boolean outside) implements Comparable<Node> {
    @Override
    public int compareTo(Node other) {
      int names = name.compareTo(other.name);
      return names != 0 ? names : Boolean.compare(outside, other.outside);
    }
  }

  /**
   * What connects two nodes, or a node with itself.
   *
   * @param one the node that comes first
   * @param connections how many existed at the end
   * @param ended connections of which an end had ended by then
   * @param handles how many address handles existed at the end
   */
  public record Edge(Node one, Node other, long connections, long ended, long handles) {
    private Edge plus(Edge more) {
      return new Edge(
          one, other, connections + more.connections, ended + more.ended, handles + more.handles);
    }
  }

  private record Ends(Node one, Node other) implements Comparable<Ends> {
    @Override
    public int compareTo(Ends than) {
      int first = one.compareTo(than.one);
      return first != 0 ? first : other.compareTo(than.other);
    }
  }

  public ConnectionMap {
    nodes = List.copyOf(nodes);
    edges = List.copyOf(edges);
  }

  /** The map of joined hosts, with one node for each group of ends. */
  public static ConnectionMap of(JoinedHosts joined, Grouping by) {
    TreeMap<Ends, Edge> edges = new TreeMap<>();
    for (ConnectionPair pair : joined.pairs()) {
      add(edges, node(joined, by, pair.one()), node(joined, by, pair.other()), isThere(pair), 1, 0);
    }
    for (LoneEnd lone : joined.lone()) {
      Node peer = node(joined, by, lone.end().peerAddress(), lone.owner());
      add(edges, node(joined, by, lone.end()), peer, lone.end().life().ended().isEmpty(), 1, 0);
    }
    for (HostRecord host : joined.hosts()) {
      for (HostRecord.Datagrams some : host.datagrams()) {
        String owner =
            by.node(
                host.name(),
                some.cgroup(),
                OptionalInt.empty(),
                some.example().pid(),
                some.example().owner());
        Node peer = node(joined, by, some.peerAddress(), joined.owner(some.peerAddress()));
        add(edges, new Node(owner, false), peer, true, 0, some.count());
      }
    }
    Set<Node> nodes = new TreeSet<>();
    if (by == Grouping.HOST) {
      joined.hosts().forEach(host -> nodes.add(new Node(host.name(), false)));
    }
    edges
        .keySet()
        .forEach(ends -> {
          nodes.add(ends.one);
          nodes.add(ends.other);
        });
    return new ConnectionMap(List.copyOf(nodes), List.copyOf(edges.values()));
  }

  private static boolean isThere(ConnectionPair pair) {
    return pair.one().life().ended().isEmpty() && pair.other().life().ended().isEmpty();
  }

  private static Node node(JoinedHosts joined, Grouping by, ConnectionEnd end) {
    return new Node(
        by.node(
            joined.host(end).name(),
            end.cgroup(),
            end.user(),
            end.connection().pid(),
            end.connection().owner()),
        false);
  }

  /** The node of a peer, of which only the address is known, and perhaps which host has it. */
  private static Node node(JoinedHosts joined, Grouping by, String address, OptionalInt owner) {
    return by == Grouping.HOST && owner.isPresent()
        ? new Node(joined.hosts().get(owner.getAsInt()).name(), false)
        : new Node(address.isEmpty() ? "?" : address, true);
  }

  private static void add(
      TreeMap<Ends, Edge> edges,
      Node one,
      Node other,
      boolean isThere,
      long connections,
      long handles) {
    boolean inOrder = one.compareTo(other) <= 0;
    Ends ends = inOrder ? new Ends(one, other) : new Ends(other, one);
    Edge edge =
        new Edge(
            ends.one, ends.other, isThere ? connections : 0, isThere ? 0 : connections, handles);
    edges.merge(ends, edge, Edge::plus);
  }
}
