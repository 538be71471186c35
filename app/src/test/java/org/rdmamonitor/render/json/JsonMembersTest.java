// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.cgroup.GivenNames;
import org.rdmamonitor.model.resource.Device;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

class JsonMembersTest {
  private static final String CONTAINER =
      "/kubepods/pod2f6c1fa2-8c5e-4a3c-9d64-1c1f1b6b4b11/" + "0123456789abcdef".repeat(4);

  @Test
  void aCgroupHasTheNamesOfItsWorkload() {
    assertThat(
            json(
                new Cgroup(
                    7,
                    CONTAINER,
                    Cgroup.ALL_LEVELS,
                    GivenNames.ofPod("ml", "trainer-0", "worker"))))
        .isEqualTo(
            "{\"cgroup_id\":7,\"cgroup\":\"%s\",\"cgroup_name\":\"pod ml/trainer-0 worker\","
                    .formatted(CONTAINER)
                + "\"namespace\":\"ml\",\"pod\":\"trainer-0\",\"container\":\"worker\"}");
    assertThat(
            json(
                new Cgroup(
                    7, "/slurm/job_42/step_0", Cgroup.ALL_LEVELS, GivenNames.ofUser("alice"))))
        .isEqualTo(
            "{\"cgroup_id\":7,\"cgroup\":\"/slurm/job_42/step_0\","
                + "\"cgroup_name\":\"slurm job 42 step 0 user alice\",\"slurm_user\":\"alice\"}");
  }

  @Test
  void whatIsNotKnownIsLeftOut() {
    assertThat(json(new Cgroup(7, "/a"))).isEqualTo("{\"cgroup_id\":7,\"cgroup\":\"/a\"}");
  }

  @Test
  void aDeviceInAnotherNetworkNamespaceSaysSo() {
    assertThat(written(json -> JsonMembers.device(json, new Device(1, "mlx5_0"))))
        .isEqualTo("{\"device\":\"mlx5_0\"}");
    assertThat(written(json -> JsonMembers.device(json, new Device(2, "mlx5_0", "pod"))))
        .isEqualTo("{\"device\":\"mlx5_0@pod\",\"name\":\"mlx5_0\",\"netns\":\"pod\"}");
  }

  private static String json(Cgroup cgroup) {
    return written(json -> JsonMembers.cgroup(json, cgroup));
  }

  private static String written(Consumer<JsonGenerator> members) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
      json.writeStartObject();
      members.accept(json);
      json.writeEndObject();
    }
    return text.toString();
  }
}
