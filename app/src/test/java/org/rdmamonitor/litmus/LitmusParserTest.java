// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmamonitor.litmus.language.Comparison;
import org.rdmamonitor.litmus.language.Condition;
import org.rdmamonitor.litmus.language.ConditionVerdict;
import org.rdmamonitor.litmus.language.Expression;
import org.rdmamonitor.litmus.language.Instruction;
import org.rdmamonitor.litmus.language.LitmusParser;
import org.rdmamonitor.litmus.language.LitmusSyntaxException;
import org.rdmamonitor.litmus.language.LitmusTest;
import org.rdmamonitor.litmus.language.LitmusWriter;
import org.rdmamonitor.litmus.language.Location;
import org.rdmamonitor.litmus.language.Operand;
import org.rdmamonitor.litmus.language.Quantifier;
import org.rdmamonitor.litmus.language.Source;

class LitmusParserTest {
  private static final String HEAD = "RDMA T\n{ x@n1; z@n2; u@aux; }\n";

  @Test
  void readsEveryInstruction() throws LitmusSyntaxException {
    LitmusTest test =
        LitmusParser.parse(
            "file",
            """
            (* before (* and within *) *)
            RDMA T+put-poll.1
            "what
            it is about"
            Orig=somewhere else
            Expect=Allowed
            Expect.rxe=Forbidden
            { x@n1 = -1; z@n2 = 0x10; u@aux }
             P0@n1 | P1@n2 ;
             x := 1 | ;
             a := x | mfence ;
             x := a+1 | z := b-2 ;
             c := cas x, 0, a | await z ;
             put z <- x | await z == 2 ;
             put z <- 7 | await z >= b ;
             iput z <- a | u := 1 ;
             iput z <- x | ;
             get x <- z | ;
             rfence n2 | ;
             poll n2 | poll n1 2 ;
             rfaa x <- z, -1 | b := u ;
             rcas x <- z, 0, 1 | ;
            locations [z; P1:b;]
            forall (0:a=1 \\/ x!=2 /\\ ~(z>=3 \\/ hang) \\/ 0:a=0:c)
            """);

    assertThat(test.name()).isEqualTo("T+put-poll.1");
    assertThat(test.comment()).isEqualTo("what\nit is about");
    assertThat(test.information()).containsEntry("Orig", "somewhere else");
    assertThat(test.expected("")).contains(ConditionVerdict.ALLOWED);
    assertThat(test.expected("rxe")).contains(ConditionVerdict.FORBIDDEN);
    assertThat(test.locations())
        .containsExactly(
            new Location("x", "n1", -1), new Location("z", "n2", 16), new Location("u", "aux", 0));
    Expression a = new Expression(Optional.of("a"), 0);
    assertThat(test.threads().getFirst().instructions())
        .containsExactly(
            new Instruction.Store("x", Expression.of(1)),
            new Instruction.Load("a", "x"),
            new Instruction.Store("x", new Expression(Optional.of("a"), 1)),
            new Instruction.CompareAndSwap("c", "x", Expression.of(0), a),
            new Instruction.Put("z", new Source.Memory("x")),
            new Instruction.Put("z", new Source.Value(Expression.of(7))),
            new Instruction.InlinePut("z", new Source.Value(a)),
            new Instruction.InlinePut("z", new Source.Memory("x")),
            new Instruction.Get("x", "z"),
            new Instruction.RemoteFence("n2"),
            new Instruction.Poll("n2"),
            new Instruction.FetchAndAdd("x", "z", -1),
            new Instruction.RemoteCompareAndSwap("x", "z", 0, 1));
    Expression b = new Expression(Optional.of("b"), 0);
    assertThat(test.threads().getLast().instructions())
        .containsExactly(
            new Instruction.Fence(),
            new Instruction.Store("z", new Expression(Optional.of("b"), -2)),
            new Instruction.Await("z", Comparison.NOT_EQUAL, Expression.of(0)),
            new Instruction.Await("z", Comparison.EQUAL, Expression.of(2)),
            new Instruction.Await("z", Comparison.AT_LEAST, b),
            new Instruction.Store("u", Expression.of(1)),
            new Instruction.Poll("n1"),
            new Instruction.Poll("n1"),
            new Instruction.Load("b", "u"));
    assertThat(test.shown()).containsExactly(new Operand.Memory("z"), new Operand.Register(1, "b"));
    assertThat(test.quantifier()).isEqualTo(Quantifier.FOR_ALL);
    assertThat(test.condition()).hasToString("0:a=1 \\/ x!=2 /\\ ~(z>=3 \\/ hang) \\/ 0:a=0:c");
    assertThat(test.observed()).hasToString("[0:a, 0:c, 1:b, z, x]");
  }

  @Test
  void aRepeatIsWrittenOut() throws LitmusSyntaxException {
    LitmusTest test =
        LitmusParser.parse(
            "file",
            """
            RDMA repeat
            { x@n1; z@n2; }
             P0@n1        | P1@n2              ;
             x := 1       | repeat 2 { mfence  ;
             repeat 2 {   |                    ;
             a := x       | repeat 2 {         ;
             x := a+1     | a := z } }         ;
             }            | z := 7             ;
             put z <- x   |                    ;
            exists (z=0)
            """);

    assertThat(cells(test, 0))
        .containsExactly("x := 1", "a := x", "x := a+1", "a := x", "x := a+1", "put z <- x");
    assertThat(cells(test, 1))
        .containsExactly("mfence", "a := z", "a := z", "mfence", "a := z", "a := z", "z := 7");
    assertThat(LitmusParser.parse("", LitmusWriter.text(test))).isEqualTo(test);
  }

  private static List<String> cells(LitmusTest test, int thread) {
    return test.threads().get(thread).instructions().stream().map(Instruction::toString).toList();
  }

  @Test
  void aThreadMayBeRepeatedIntoThousandsOfInstructions() throws LitmusSyntaxException {
    assertThat(cells(program("repeat 1000 { mfence }", "exists x=1"), 0)).hasSize(1000);
    assertThat(cells(program("repeat 40 { repeat 100 { mfence } }", "exists x=1"), 0))
        .hasSize(4000);
  }

  @Test
  void andBindsCloserThanOr() throws LitmusSyntaxException {
    LitmusTest test = program("x := 1", "exists x=1 \\/ x=2 /\\ z=3");

    assertThat(test.condition()).isInstanceOf(Condition.Or.class);
    assertThat(
            LitmusParser.parse("", HEAD + " P0@n1 ; x := 1 ; exists ((x=1 \\/ x=2) /\\ z=3)")
                .condition())
        .isInstanceOf(Condition.And.class)
        .hasToString("(x=1 \\/ x=2) /\\ z=3");
  }

  private static LitmusTest program(String cell, String condition) throws LitmusSyntaxException {
    return LitmusParser.parse("t.litmus", HEAD + " P0@n1 ;\n " + cell + " ;\n" + condition + "\n");
  }

  private static String error(String text) {
    try {
      return LitmusParser.parse("t.litmus", text).toString();
    } catch (LitmusSyntaxException e) {
      return String.valueOf(e.getMessage());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "put x <- z | 4:6: 'x' is on n1; expected a location on another node",
        "get z <- x | 4:6: 'z' is on n2, this thread on n1; expected a location on n1",
        "put w <- x | 4:6: 'w' is no location; expected one of those in braces: x, z, u",
        "put z <- a | 4:11: a put cannot read register a; expected a location or a number, or iput",
        "put z x | 4:8: 'x' is here; expected '<-' and what is written",
        "z := 1 | 4:2: 'z' is on n2, this thread on n1; expected a location on n1",
        "a := 1 | 4:7: '1' is here; expected a location, or 'cas'",
        "a = x | 4:4: '=' is here; expected ':=', or an instruction before it",
        "jump x | 4:7: 'x' is here; expected ':=', or an instruction before it",
        "poll n1 | 4:7: 'n1' is no other node; expected the name of a node that has a thread or a"
            + " location",
        "poll n3 | 4:7: 'n3' is no other node; expected the name of a node that has a thread or a"
            + " location",
        "poll n2 0 | 4:10: '0' is no number of polls; expected 1 to 1000",
        "put u <- x | 4:6: 'u' is on aux; expected a location on another node",
        "rfaa x <- z | 4:14: ';' is here; expected ',' and the number to add",
        "x := z | 4:7: 'z' is no register; expected a number, or a register loaded before",
        "x := 99999999999999999999 | 4:7: '99999999999999999999' is no number of 64 bits; expected"
            + " one from -9223372036854775808 to 9223372036854775807",
        "x := -0xffffffffffffffff | 4:8: '-0xffffffffffffffff' is no number of 64 bits; expected"
            + " one from -9223372036854775808 to 9223372036854775807",
        "x := 1 1 | 4:9: '1' is here; expected ';' at the end of the row",
        "x := 1 $ | 4:9: '$' means nothing here; expected a name, a number or a symbol",
        "repeat 2 { x := 1 | 4:2: this repeat does not end; expected '}' in a cell of the same"
            + " thread",
        "x := 1 } | `4:9: no repeat of this thread is open; expected '|' or ';'`",
        "repeat 2 { } | 4:13: there is nothing to repeat; expected an instruction",
        "repeat 0 { x := 1 } | 4:9: '0' is no number of times; expected 1 to 1000",
        "repeat 1001 { x := 1 } | 4:9: '1001' is no number of times; expected 1 to 1000",
        "repeat -1 { x := 1 } | 4:9: '-1' is no number of times; expected 1 to 1000",
        "repeat x { x := 1 } | 4:9: 'x' is here; expected a number",
        "repeat 2 x := 1 | 4:11: 'x' is here; expected '{' and what is repeated",
        "`repeat 1000 { poll n2 2 ;\n poll n2 3 }` | 4:2: written out, the thread has 5000"
            + " instructions; expected at most 4000",
        "`x := 1 ;\n repeat 40 { repeat 100 { mfence } }` | 5:2: written out, the thread has 4001"
            + " instructions; expected at most 4000",
        "repeat 2 { x := 1 } repeat 2 { x := 2 } | 4:22: 'repeat' is here; expected ';' at the end"
            + " of the row",
        "x := repeat | 4:7: 'repeat' is no register; expected a number, or a register loaded"
            + " before",
        "exists := x | 4:2: there is no instruction; expected at least one",
      })
  void mistakesInInstructions(String cell, String message) {
    assertThat(error(HEAD + " P0@n1 ;\n " + cell + " ;\nexists x=1\n"))
        .isEqualTo("t.litmus:" + message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "exists (x=1 | 5:12: the file ends; expected '/\\', '\\/' or ')'",
        "exists | 5:7: the file ends; expected a location, a register as 0:a, hang, '~' or '('",
        "exists 1:a=0 | 5:8: there is no thread 1; expected a number from 0 to 0",
        "exists 0:a=0 | 5:10: thread 0 loads nothing into 'a'; expected a register that it loads",
        "exists w=0 | 5:8: 'w' is no location; expected a location, a register as 0:a, hang, '~' or"
            + " '('",
        "exists x=1 x=2 | 5:12: 'x' after the condition; expected '/\\', '\\/' or the end of the"
            + " file",
        "sometimes x=1 | 5:11: 'x' is here; expected ':=', or an instruction before it",
        "exists x+1 | 5:9: '+' is here; expected '=', '!=', '<', '<=', '>' or '>='",
      })
  void mistakesInConditions(String condition, String message) {
    assertThat(error(HEAD + " P0@n1 ;\n x := 1 ;\n" + condition)).isEqualTo("t.litmus:" + message);
  }

  @Test
  void conditionsAreOfALimitedDepthAndLength() throws LitmusSyntaxException {
    String program = HEAD + " P0@n1 ;\n x := 1 ;\nexists ";

    LitmusTest deep = LitmusParser.parse("", program + "~(".repeat(50) + "x=1" + ")".repeat(50));
    LitmusTest wide = LitmusParser.parse("", program + "x=1" + " /\\ x=1".repeat(9999));
    assertThat(deep.condition().holds(_ -> 1, false)).isTrue();
    assertThat(wide.condition().operands()).hasSize(10_000);
    assertThat(wide.condition().holds(_ -> 1, false)).isTrue();
    assertThat(error(program + "(".repeat(101) + "x=1" + ")".repeat(101)))
        .isEqualTo(
            "t.litmus:5:108: the condition is too deep; expected at most 100 parentheses and"
                + " negations within each other");
    assertThat(error(program + "~".repeat(100_000) + "x=1")).contains(":5:108: ", " too deep");
    assertThat(error(program + "not ".repeat(100_000) + "x=1")).contains(" too deep");
    assertThat(error(program + "x=1" + " \\/ x=1".repeat(10_000)))
        .isEqualTo(
            "t.litmus:5:70008: the condition is too long; expected at most 10000 comparisons");
    // Conditions that have ended add to the length only, not to the nesting.
    assertThat(error(program + "(x=1) /\\ ".repeat(999) + "~(x=1)")).startsWith("LitmusTest[");
  }

  @Test
  void programsAreOfALimitedSize() {
    String locations = HEAD + " P0@n1 ;\n";

    assertThat(error(locations + " x := 1 ;\n".repeat(4001) + "exists x=1"))
        .isEqualTo(
            "t.litmus:4004:2: written out, the thread has 4001 instructions; expected at most"
                + " 4000");
    assertThat(error(locations + " poll n2 600 ;\n".repeat(7) + "exists x=1"))
        .isEqualTo(
            "t.litmus:10:2: written out, the thread has 4200 instructions; expected at most 4000");
    assertThat(
            error(
                HEAD
                    + IntStream.rangeClosed(0, 64)
                        .mapToObj(thread -> "P" + thread + "@n1")
                        .collect(Collectors.joining("|"))))
        .isEqualTo("t.litmus:3:439: the program has too many threads; expected at most 64");
    assertThat(
            error(
                "RDMA T\n{"
                    + IntStream.rangeClosed(0, 1000)
                        .mapToObj(location -> "\nv" + location + "@n1;")
                        .collect(Collectors.joining())))
        .isEqualTo("t.litmus:1003:1: there are too many locations; expected at most 1000");
  }

  /** Editors of other systems write one. */
  @Test
  void aByteOrderMarkIsPassedOver() {
    String text = "RDMA T\n{ x@n1 } P0@n1 ;\n x := 1 ;\n";

    assertThat(error("\ufeff" + text + "exists x=1")).isEqualTo(error(text + "exists x=1"));
    assertThat(error("\ufeffX86")).startsWith("t.litmus:1:1: ");
  }

  @Test
  void columnsAreOfCharacters() {
    assertThat(error("RDMA T (* \ud83d\ude00 *) {x}"))
        .isEqualTo("t.litmus:1:18: '}' is here; expected '@' and the node that x is on");
    assertThat(error("RDMA T\n{ \ud83d\ude00 }"))
        .isEqualTo(
            "t.litmus:2:3: '\ud83d\ude00' means nothing here; expected a name, a number or a"
                + " symbol");
  }

  @Test
  void mistakesAround() {
    assertThat(
            List.of(
                error(""),
                error("X86 SB"),
                error("RDMA *"),
                error("RDMA T \"open"),
                error("RDMA T (* open"),
                error("RDMA T\nExpect=Perhaps\n{"),
                error("RDMA T\nExpect.mlx5=Allowed\n{"),
                error("RDMA T\nA=1\nA=2\n{"),
                error("RDMA T\n{ x }"),
                error("RDMA T\n{ x@n1; x@n2 }"),
                error("RDMA T\n{ put@n1 }"),
                error("RDMA T\n{ repeat@n1 }"),
                error("RDMA T\n{ x@n1 } P1@n1 ;"),
                error("RDMA T\n{ x@n1 } P0@aux ;"),
                error("RDMA T\n{ x@n1 } P0@n1 | P1@n2 ;\n x := 1 ;"),
                error("RDMA T\n{ x@n1 } P0@n1 ;\n x := 1 | ;"),
                error("RDMA T\n{ x@n1 } P0@n1 ;\n x := 1 ;\n")))
        .containsExactly(
            "t.litmus:1:1: this is no litmus test for RDMA; expected 'RDMA' and a name",
            "t.litmus:1:1: this is no litmus test for RDMA; expected 'RDMA' and a name",
            "t.litmus:1:6: '*' is no name of a test; expected letters, digits and any of _.+-'",
            "t.litmus:1:8: a quoted text does not end; expected a closing '\"'",
            "t.litmus:1:8: a comment does not end; expected a closing '*)'",
            "t.litmus:2:1: 'Perhaps' is no verdict; expected Allowed, Forbidden or Required",
            "t.litmus:2:1: 'Expect.mlx5' is no profile; expected Expect or Expect.rxe",
            "t.litmus:3:1: 'A' is there twice; expected each key once",
            "t.litmus:2:5: '}' is here; expected '@' and the node that x is on",
            "t.litmus:2:9: 'x' is there twice; expected each location once",
            "t.litmus:2:3: 'put' is a word of the language; expected another name",
            "t.litmus:2:3: 'repeat' is a word of the language; expected another name",
            "t.litmus:2:10: 'P1' is here; expected 'P0@' and a node",
            "t.litmus:2:13: 'aux' is no node to run on; expected another name",
            "t.litmus:3:9: this row has not 2 cells; expected '|' and the next thread's cell",
            "t.litmus:3:9: this row has not 1 cells; expected ';' at the end of the row",
            "t.litmus:4:1: the file ends after the program; expected locations, exists, ~exists or"
                + " forall");
  }
}
