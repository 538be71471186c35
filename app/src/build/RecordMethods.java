// SPDX-License-Identifier: MIT

import java.io.IOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.RecordAttribute;
import java.lang.classfile.attribute.RecordComponentInfo;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Gives records bytecode for the methods equals and hashCode that javac leaves to the JVM. They
 * would be put together of method handles when they are first called, which an AOT cache does not
 * hold: the first screen of a recording took a tenth longer. What they do is as {@link
 * java.lang.runtime.ObjectMethods} has it; methods that were written by hand are left alone, and
 * done a second time nothing changes. Run by Maven on the JDK of the toolchain.
 *
 * <p>Usage: RecordMethods DIRECTORY
 */
final class RecordMethods {
  private static final ClassDesc LINKED = ClassDesc.of("java.lang.runtime.ObjectMethods");
  private static final ClassDesc OBJECTS = ClassDesc.of("java.util.Objects");

  public static void main(String[] args) throws IOException {
    List<Path> files;
    try (Stream<Path> found = Files.walk(Path.of(args[0]))) {
      files = found.filter(file -> file.toString().endsWith(".class")).toList();
    }
    for (Path file : files) {
      ClassModel model = ClassFile.of().parse(file);
      Optional<RecordAttribute> record = model.findAttribute(Attributes.record());
      if (record.isPresent() && model.methods().stream().anyMatch(RecordMethods::isReplaced)) {
        Files.write(file, replaced(model, record.get().components()));
      }
    }
  }

  private static byte[] replaced(ClassModel model, List<RecordComponentInfo> components) {
    ClassDesc type = model.thisClass().asSymbol();
    return ClassFile.of()
        .transformClass(
            model,
            (builder, element) -> {
              if (element instanceof MethodModel method && isReplaced(method)) {
                replace(builder, method, type, components);
              } else {
                builder.with(element);
              }
            });
  }

  private static void replace(
      ClassBuilder builder,
      MethodModel method,
      ClassDesc type,
      List<RecordComponentInfo> components) {
    builder.withMethodBody(
        method.methodName().stringValue(),
        method.methodTypeSymbol(),
        method.flags().flagsMask(),
        code -> {
          if (method.methodName().equalsString("equals")) {
            equals(code, type, components);
          } else {
            hashCode(code, type, components);
          }
        });
  }

  /** Whether javac has made it; texts of records are seldom asked for. */
  private static boolean isReplaced(MethodModel method) {
    return !method.methodName().equalsString("toString")
        && method.code().stream()
            .flatMap(code -> code.elementStream())
            .anyMatch(element ->
                element instanceof InvokeDynamicInstruction linked
                    && linked.bootstrapMethod().owner().equals(LINKED));
  }

  private static void equals(
      CodeBuilder code, ClassDesc type, List<RecordComponentInfo> components) {
    Label same = code.newLabel();
    Label different = code.newLabel();
    code.aload(0).aload(1).if_acmpeq(same);
    code.aload(1).instanceOf(type).ifeq(different);
    for (RecordComponentInfo component : components) {
      ClassDesc of = component.descriptorSymbol();
      String name = component.name().stringValue();
      code.aload(0).getfield(type, name, of);
      code.aload(1).checkcast(type).getfield(type, name, of);
      switch (TypeKind.from(of)) {
        case REFERENCE ->
            code.invokestatic(
                    OBJECTS,
                    "equals",
                    MethodTypeDesc.of(
                        ConstantDescs.CD_boolean, ConstantDescs.CD_Object, ConstantDescs.CD_Object))
                .ifeq(different);
        case LONG -> code.lcmp().ifne(different);
        case FLOAT -> compare(code, ConstantDescs.CD_Float, of).ifne(different);
        case DOUBLE -> compare(code, ConstantDescs.CD_Double, of).ifne(different);
        default -> code.if_icmpne(different);
      }
    }
    code.labelBinding(same).iconst_1().ireturn();
    code.labelBinding(different).iconst_0().ireturn();
  }

  private static CodeBuilder compare(CodeBuilder code, ClassDesc box, ClassDesc of) {
    return code.invokestatic(box, "compare", MethodTypeDesc.of(ConstantDescs.CD_int, of, of));
  }

  private static void hashCode(
      CodeBuilder code, ClassDesc type, List<RecordComponentInfo> components) {
    code.iconst_0();
    for (RecordComponentInfo component : components) {
      ClassDesc of = component.descriptorSymbol();
      code.bipush(31).imul();
      code.aload(0).getfield(type, component.name().stringValue(), of);
      switch (TypeKind.from(of)) {
        case REFERENCE -> hash(code, OBJECTS, ConstantDescs.CD_Object);
        case LONG -> hash(code, ConstantDescs.CD_Long, of);
        case FLOAT -> hash(code, ConstantDescs.CD_Float, of);
        case DOUBLE -> hash(code, ConstantDescs.CD_Double, of);
        case BOOLEAN -> hash(code, ConstantDescs.CD_Boolean, of);
        default -> {
          // its hash code is itself
        }
      }
      code.iadd();
    }
    code.ireturn();
  }

  private static void hash(CodeBuilder code, ClassDesc owner, ClassDesc of) {
    code.invokestatic(owner, "hashCode", MethodTypeDesc.of(ConstantDescs.CD_int, of));
  }

  private RecordMethods() {}
}
