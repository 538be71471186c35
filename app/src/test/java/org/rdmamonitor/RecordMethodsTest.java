// SPDX-License-Identifier: MIT
package org.rdmamonitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.lang.runtime.ObjectMethods;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.model.Sample;

/** What src/build/RecordMethods makes of this project's records. */
final class RecordMethodsTest {
  private static final String CLASS = ".class";

  @Test
  void nothingOfThemIsLinkedWhenTheyAreFirstCompared() throws Exception {
    List<String> linked = new ArrayList<>();
    int records = 0;
    for (Path file : classFiles()) {
      ClassModel model = ClassFile.of().parse(file);
      if (!model.superclass().orElseThrow().asInternalName().equals("java/lang/Record")) {
        continue;
      }
      records++;
      for (MethodModel method : model.methods()) {
        if (isLinked(method) && !method.methodName().equalsString("toString")) {
          linked.add(model.thisClass().asInternalName() + "." + method.methodName());
        }
      }
    }
    assertThat(linked).isEmpty();
    assertThat(records).isGreaterThan(100);
  }

  private static boolean isLinked(MethodModel method) {
    return method.code().stream()
        .flatMap(code -> code.elementStream())
        .anyMatch(element ->
            element instanceof InvokeDynamicInstruction call
                && call.bootstrapMethod().owner().displayName().equals("ObjectMethods"));
  }

  @Test
  void theyCompareAsTheJvmWouldHaveThem() throws Throwable {
    Set<String> compared = new TreeSet<>();
    for (Class<?> type : records()) {
      Constructor<?> constructor = constructor(type);
      MethodHandle equals = asJvm(type, "equals");
      MethodHandle hashCode = asJvm(type, "hashCode");
      RecordComponent[] components = type.getRecordComponents();
      for (int i = 0; i < components.length; i++) {
        List<Object> variants = new ArrayList<>();
        for (Object value : values(components[i].getType())) {
          make(constructor, i, value).ifPresent(variants::add);
        }
        for (Object one : variants) {
          assertThat(one.hashCode()).as("%s", one).isEqualTo((int) hashCode.invoke(one));
          assertThat(one.equals(null) || one.equals("")).as("%s", one).isFalse();
          for (Object other : variants) {
            boolean expected = (boolean) equals.invoke(one, other);
            assertThat(one.equals(other)).as("%s, %s", one, other).isEqualTo(expected);
            if (!expected) {
              compared.add(kind(components[i].getType()));
            }
          }
        }
      }
    }
    assertThat(compared).contains("int", "long", "double", "boolean", "Object");
  }

  private static String kind(Class<?> type) {
    return type.isPrimitive() ? type.getName() : "Object";
  }

  /** What the method would be if the JVM had made it. */
  private static MethodHandle asJvm(Class<?> type, String method) throws Throwable {
    MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
    RecordComponent[] components = type.getRecordComponents();
    MethodHandle[] fields = new MethodHandle[components.length];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = lookup.findGetter(type, components[i].getName(), components[i].getType());
    }
    String names =
        String.join(";", Arrays.stream(components).map(RecordComponent::getName).toList());
    return (MethodHandle)
        ObjectMethods.bootstrap(lookup, method, MethodHandle.class, type, names, fields);
  }

  private static Constructor<?> constructor(Class<?> type) throws NoSuchMethodException {
    Class<?>[] types =
        Arrays.stream(type.getRecordComponents())
            .map(RecordComponent::getType)
            .toArray(Class<?>[]::new);
    Constructor<?> constructor = type.getDeclaredConstructor(types);
    constructor.setAccessible(true);
    return constructor;
  }

  /** One with this value, if it takes it, and what stands for nothing much in all other places. */
  private static Optional<Object> make(
      Constructor<?> constructor, int index, @Nullable Object value)
      throws InstantiationException, IllegalAccessException {
    Class<?>[] types = constructor.getParameterTypes();
    Object[] arguments = new Object[types.length];
    for (int i = 0; i < types.length; i++) {
      arguments[i] = i == index ? value : values(types[i]).getFirst();
    }
    try {
      return Optional.of(constructor.newInstance(arguments));
    } catch (InvocationTargetException | LinkageError refused) {
      return Optional.empty();
    }
  }

  private static List<@Nullable Object> values(Class<?> type) {
    if (type.isPrimitive()) {
      return switch (MethodType.methodType(type).wrap().returnType().getSimpleName()) {
        case "Boolean" -> List.of(false, true);
        case "Byte" -> List.of((byte) 1, (byte) -1);
        case "Short" -> List.of((short) 1, (short) -1);
        case "Character" -> List.of('a', 'b');
        case "Integer" -> List.of(1, 0, -1, Integer.MAX_VALUE);
        case "Long" -> List.of(1L, 0L, -1L, 1L << 40);
        case "Float" -> List.of(1f, 0f, -0f, Float.NaN);
        default -> List.of(1d, 0d, -0d, Double.NaN);
      };
    }
    if (type.isEnum()) {
      return Arrays.asList((Object[]) type.getEnumConstants());
    }
    if (type == String.class) {
      return List.of("a", "b", "");
    }
    if (type == Duration.class) {
      return List.of(Duration.ofSeconds(1), Duration.ofSeconds(2));
    }
    if (type == Instant.class) {
      return List.of(Instant.EPOCH, Instant.ofEpochSecond(1));
    }
    if (type == List.class) {
      return List.of(List.of());
    }
    if (type == Optional.class) {
      return List.of(Optional.empty());
    }
    return Arrays.asList((Object) null);
  }

  private static List<Class<?>> records()
      throws IOException, URISyntaxException, ClassNotFoundException {
    Path root = root();
    List<Class<?>> records = new ArrayList<>();
    for (Path file : classFiles()) {
      String name = root.relativize(file).toString().replace('/', '.');
      ClassModel model = ClassFile.of().parse(file);
      if (model.superclass().orElseThrow().asInternalName().equals("java/lang/Record")) {
        records.add(
            Class.forName(
                name.substring(0, name.length() - CLASS.length()),
                false,
                RecordMethodsTest.class.getClassLoader()));
      }
    }
    return records;
  }

  private static List<Path> classFiles() throws IOException, URISyntaxException {
    try (Stream<Path> files = Files.walk(root())) {
      return files.filter(file -> file.toString().endsWith(CLASS)).toList();
    }
  }

  private static Path root() throws URISyntaxException {
    return Path.of(Sample.class.getProtectionDomain().getCodeSource().getLocation().toURI());
  }
}
