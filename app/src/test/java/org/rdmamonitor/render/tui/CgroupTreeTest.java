// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.model.Snapshot.CgroupActivity;
import org.rdmamonitor.model.activity.Activity;
import org.rdmamonitor.model.activity.Counts;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.cgroup.GivenNames;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.render.tui.canvas.Glyphs;

class CgroupTreeTest {
  private static final Comparator<CgroupNode> BY_PATH = Comparator.comparing(CgroupNode::path);

  private final List<CgroupActivity> cgroups = new ArrayList<>();

  @Test
  void eachHasWhatIsInItAndBelow() {
    add(1, "/a", 1);
    add(2, "/a/b", 20);
    add(3, "/a/c", 300);
    add(4, "/d", 4000);

    assertThat(rows(node -> true)).containsExactly("/a 321", "|-b 20", "`-c 300", "/d 4000");
  }

  @Test
  void whatOnlyLeadsToAnotherIsOneRowWithIt() {
    add(1, "/a/b/c", 1);
    add(2, "/a/b/d/e/f", 20);

    assertThat(rows(node -> true)).containsExactly("/a/b 21", "|-c 1", "`-d/e/f 20");
  }

  @Test
  void linesLeadToChildren() {
    add(1, "/a", 1);
    add(2, "/a/b", 1);
    add(3, "/a/b/x", 1);
    add(4, "/a/b/y", 1);
    add(5, "/a/c", 1);
    add(6, "/a/c/z", 1);

    assertThat(rows(node -> true))
        .containsExactly("/a 6", "|-b 3", "| |-x 1", "| `-y 1", "`-c 2", "  `-z 1");
  }

  @Test
  void whatIsNoPathStandsAtTheTop() {
    add(0, "[kernel]", 7);
    add(9, "", 5);
    add(1, "/", 3);

    assertThat(rows(node -> true)).containsExactly("(gone, id 9) 5", "/ 3", "[kernel] 7");
  }

  @Test
  void namesOfContainersStandForTheirDirectories() {
    String id = "0123456789abcdef".repeat(4);
    add(1, "/system.slice/docker-" + id + ".scope", 1);
    add(2, "/system.slice/docker-" + id + ".scope/init", 2);
    add(3, "/system.slice/ssh.service", 4);

    assertThat(rows(node -> true))
        .containsExactly(
            "/system.slice 7", "|-docker 0123456789ab 3", "| `-init 2", "`-ssh.service 4");
  }

  @Test
  void aPodHasItsNameAndSoHaveItsContainers() {
    String pod = "/kubepods/pod2f6c1fa2-8c5e-4a3c-9d64-1c1f1b6b4b11";
    add(1, pod + "/" + "0".repeat(64), 1, GivenNames.ofPod("ml", "trainer-0", "worker"));
    add(2, pod + "/" + "1".repeat(64) + "/a", 2, GivenNames.ofPod("ml", "trainer-0", "sidecar"));
    add(3, "/kubepods/podffffffff-8c5e-4a3c-9d64-1c1f1b6b4b11", 4);

    assertThat(rows(node -> true))
        .containsExactly(
            "/kubepods 7",
            "|-pod ml/trainer-0 3",
            "| |-pod ml/trainer-0 worker 1",
            "| `-pod ml/trainer-0 sidecar 2",
            "`-pod ffffffff 4");
    assertThat(rows(node -> node.label().contains("sidecar")))
        .containsExactly("/kubepods 7", "`-pod ml/trainer-0 3", "  `-pod ml/trainer-0 sidecar 2");
  }

  @Test
  void aFilterKeepsWhatIsAbove() {
    add(1, "/a", 1);
    add(2, "/a/b", 1);
    add(3, "/a/c", 1);
    add(4, "/d", 1);

    assertThat(rows(node -> node.path().endsWith("c"))).containsExactly("/a 3", "`-c 1");
  }

  @Test
  void siblingsAreSorted() {
    add(1, "/a", 1);
    add(2, "/a/b", 2);
    add(3, "/a/c", 3);
    add(4, "/d", 70);
    Comparator<CgroupNode> byCount = Comparator.comparingLong(CgroupTreeTest::count);

    assertThat(CgroupTree.of(cgroups).rows(byCount.reversed(), node -> true, Glyphs.ASCII))
        .extracting(CgroupNode::path)
        .containsExactly("/d", "/a", "/a/c", "/a/b");
  }

  private void add(long id, String path, long queuePairs) {
    add(id, path, queuePairs, GivenNames.NONE);
  }

  private void add(long id, String path, long queuePairs, GivenNames given) {
    Counts counts = new Counts.Builder().live(ResourceType.QP, queuePairs).build();
    cgroups.add(
        new CgroupActivity(
            new Cgroup(id, path, Cgroup.ALL_LEVELS, given),
            new Activity(counts, Counts.ZERO, 1),
            List.of()));
  }

  private List<String> rows(Predicate<CgroupNode> shown) {
    return CgroupTree.of(cgroups).rows(BY_PATH, shown, Glyphs.ASCII).stream()
        .map(node -> node.label() + " " + count(node))
        .toList();
  }

  private static long count(CgroupNode node) {
    return node.activity().total().live(ResourceType.QP);
  }
}
