// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.enforce;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmamonitor.model.limits.Limits;
import org.rdmamonitor.model.limits.Rule;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.nativelib.posix.RawNames;

class RdmaMaxTest {
  private static final Limits WHOLE =
      new Limits(
          Map.of(
              new Rule.Count(ResourceType.QP), 1L,
              new Rule.Count(ResourceType.CQ), 2L,
              new Rule.Count(ResourceType.PD), 3L,
              new Rule.Count(ResourceType.MR), 4L));

  @TempDir Path root;
  private Path file;

  @BeforeEach
  void makeCgroup() throws IOException {
    file = Files.createDirectory(root.resolve("a")).resolve("rdma.max");
    Files.writeString(file, "rxe0 hca_handle=max hca_object=max\n");
  }

  @Test
  void theLimitIsThatOfAllTypesAndIsPutBack() throws IOException {
    try (RdmaMax limits = new RdmaMax(Optional.of(root))) {
      limits.limit("/a", WHOLE, List.of("rxe0"));

      assertThat(file).hasContent("rxe0 hca_object=10");
    }
    assertThat(file).hasContent("rxe0 hca_object=max");
  }

  @Test
  void aCgroupWhoseNameIsNoTextIsLimited() throws IOException {
    byte[] name = {'/', 'b', (byte) 0xff};
    Path other = Files.createDirectory(RawNames.below(root, name)).resolve("rdma.max");
    Files.writeString(other, "rxe0 hca_handle=max hca_object=max\n");
    try (RdmaMax limits = new RdmaMax(Optional.of(root))) {
      limits.limit(RawNames.text(name), WHOLE, List.of("rxe0"));

      assertThat(other).hasContent("rxe0 hca_object=10");
    }
  }

  @Test
  void whatAnAdministratorHasSetStays() throws IOException {
    String own = "rxe0 hca_handle=max hca_object=7\n";
    Files.writeString(file, own);
    try (RdmaMax limits = new RdmaMax(Optional.of(root))) {
      limits.limit("/a", WHOLE, List.of("rxe0"));
    }

    assertThat(file).hasContent(own);
  }

  @Test
  void whatAnAdministratorSetMeanwhileStaysToo() throws IOException {
    String own = "rxe0 hca_handle=max hca_object=7\nrxe1 hca_handle=max hca_object=10\n";
    try (RdmaMax limits = new RdmaMax(Optional.of(root))) {
      limits.limit("/a", WHOLE, List.of("rxe0"));
      Files.writeString(file, own);
    }

    assertThat(file).hasContent(own);
  }

  @Test
  void whereTheFileHasWhatWasWrittenAmongOthersItIsPutBack() throws IOException {
    try (RdmaMax limits = new RdmaMax(Optional.of(root))) {
      limits.limit("/a", WHOLE, List.of("rxe0"));
      Files.writeString(
          file, "rxe1 hca_handle=max hca_object=5\nrxe0 hca_handle=3 hca_object=10\n");
    }

    assertThat(file).hasContent("rxe0 hca_object=max");
  }

  @Test
  void whereTheDeviceOrTheCgroupHasGoneNothingIsWritten() throws IOException {
    try (RdmaMax limits = new RdmaMax(Optional.of(root))) {
      limits.limit("/a", WHOLE, List.of("rxe0"));
      Files.writeString(file, "rxe1 hca_handle=max hca_object=10\n");
    }
    assertThat(file).hasContent("rxe1 hca_handle=max hca_object=10");

    try (RdmaMax limits = new RdmaMax(Optional.of(root))) {
      Files.writeString(file, "rxe0 hca_handle=max hca_object=max\n");
      limits.limit("/a", WHOLE, List.of("rxe0"));
      Files.delete(file);
    }
    assertThat(file).doesNotExist();
  }

  @Test
  void aQuotaThatLeavesATypeOpenSetsNothing() {
    assertThat(RdmaMax.objects(new Limits(Map.of(new Rule.Count(ResourceType.QP), 1L)))).isEmpty();
  }

  @Test
  void withoutTheControllerThereIsNothingToSet() throws IOException {
    Files.delete(file);
    try (RdmaMax limits = new RdmaMax(Optional.of(root))) {
      limits.limit("/a", WHOLE, List.of("rxe0"));
    }

    assertThat(file).doesNotExist();
  }
}
