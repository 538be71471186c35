// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.server;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Processes that each send one request in a connection of its own and then wait to be killed. In
 * Perl, whose processes begin in a millisecond.
 */
final class Children implements AutoCloseable {
  private static final String PROGRAM =
      """
      use strict; use Socket;
      my ($path, $count, $request) = @ARGV;
      $| = 1;
      pipe(my $gate, my $opener) or die;
      my @pids;
      for (1 .. $count) {
        my $pid = fork() // die "fork: $!";
        if ($pid) { push @pids, $pid; next; }
        close $opener; close STDIN;
        sysread($gate, my $nothing, 1);
        socket(my $s, PF_UNIX, SOCK_STREAM, 0) or die;
        connect($s, pack_sockaddr_un($path)) or die "connect: $!";
        syswrite($s, "$request\\n");
        my $answer = <$s> // "nothing\\n";
        close $s;
        syswrite(STDOUT, "$$ $answer");
        sleep 600;
        exit;
      }
      close $opener; # all begin at once
      <STDIN>;
      kill "KILL", @pids;
      """;

  private final Process parent;
  private final BufferedReader out;

  /** Begins them all at once. */
  Children(Path socket, int count, String request) throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/perl")), "perl is not installed");
    parent =
        new ProcessBuilder(
                "/usr/bin/perl", "-e", PROGRAM, socket.toString(), Integer.toString(count), request)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    out = parent.inputReader(StandardCharsets.UTF_8);
  }

  /** So many of their answers, each after the pid of the one that got it. */
  List<String> answers(int count) throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      lines.add(String.valueOf(out.readLine()));
    }
    return lines;
  }

  /** Kills one by SIGKILL. */
  static void kill(String answer) {
    ProcessHandle.of(Long.parseLong(answer.split(" ", 2)[0])).orElseThrow().destroyForcibly();
  }

  /** Kills all that are left. */
  @Override
  public void close() throws IOException {
    parent.outputWriter().close();
    try {
      parent.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
