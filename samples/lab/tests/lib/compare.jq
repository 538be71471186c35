# SPDX-License-Identifier: MIT
# Differences between a monitor's readings and what is known from elsewhere, as lines of text; none if they agree.
# The functions take their arguments by name, each from a file with --slurpfile.
def given: $ARGS.named | map_values(.[0]);

def differences(what; expected; actual):
  expected as $expected | actual as $actual
  | ($expected + $actual | keys[]) as $key
  | select(($expected[$key] // 0) != ($actual[$key] // 0))
  | "\(what) \($key): \($expected[$key] // 0) expected, \($actual[$key] // 0) shown";

# Sums objects of numbers, member by member.
def sum: reduce (.[] | to_entries[]) as $entry ({}; .[$entry.key] += $entry.value);

# The types that this kernel's summary has, under the monitor's names.
def counts: del(.ifindex, .ifname) | with_entries(.key |= ascii_upcase);

# rdma: "rdma -j resource show", against a reading.
def resources:
  given.rdma as $rdma | given.reading as $reading |
  ($rdma | map(counts) | sum) as $host
  | differences("host"; $host; $reading.resources | with_entries(select(.key | in($host)))),
    ($rdma[] as $device
     | [$reading.devices[] | select(.device == $device.ifname)] as $shown
     | differences($device.ifname; $device | counts;
         $shown | map(.resources | with_entries(select(.key | in($host)))) | sum)),
    ($reading.devices[] | select(.device | IN($rdma[].ifname) | not)
     | differences("\(.device), which is gone,"; {}; .resources));

# {"QP_CREATE ok": 5, "QP_CREATE failed": 1, ...}
def flat_totals: to_entries | map({"\(.key) ok": .value.ok, "\(.key) failed": .value.failed}) | add;
def flat_log: to_entries | map({"\(.key) ok": (.value.calls - .value.failed), "\(.key) failed": .value.failed}) | add;

# The rows of a scope: by "cgroup" or "device" of churn's report, and of a reading.
def cgroup_path: ltrimstr("/sys/fs/cgroup");
def shown($reading; $kind; $name):
  if $kind == "cgroup" then [$reading.cgroups[] | select(.path == ($name | cgroup_path))]
  else [$reading.devices[] | select(.device == $name)] end;

# What there is in each cgroup by a report of churn, against a reading; both beside what the reading "base" had.
def live:
  given as {$report, $reading, $base}
  | ($report.rows | group_by(.cgroup)[]) as $rows | $rows[0].cgroup as $name
  | ($rows | map(.live) | sum) as $log
  | differences($name;
      [$log, (shown($base; "cgroup"; $name) | map(.resources) | sum)] | sum;
      shown($reading; "cgroup"; $name) | map(.resources) | sum);

# What was called in each cgroup and on each device between two reports of churn, against what was between two readings.
def log_totals($report; $kind; $name): [$report.rows[] | select(.[$kind] == $name) | .verbs | flat_log] | sum;
def shown_totals($reading; $kind; $name): shown($reading; $kind; $name) | map(.totals | flat_totals) | sum;
def less($before): with_entries(.value -= ($before[.key] // 0));

def totals:
  given as {$before, $report, $base, $reading}
  | ("cgroup", "device") as $kind
  | ([$report.rows[][$kind]] | unique[]) as $name
  | differences($name;
      log_totals($report; $kind; $name) | less(log_totals($before; $kind; $name));
      shown_totals($reading; $kind; $name) | less(shown_totals($base; $kind; $name)));

# The failures by errno of a report of churn, against the sum of "errors" of all readings.
def errnos:
  given as {$report, $errors}
  | ([$report.rows[].verbs | keys[]] | unique[]) as $verb
  | differences($verb; [$report.rows[].verbs[$verb].errors] | sum; $errors[$verb] // {});

# What single calls, as "events -j" prints them, come to: as flat_totals of a reading, and as the log of churn has it.
def flat_calls:
  reduce (.[] | select(.type == "call") | "\(.verb) \(if .errno == 0 then "ok" else "failed" end)") as $key ({}; .[$key] += 1);

# calls, reading: as many calls in the event log as the totals of the host say.
def events_of_totals:
  $ARGS.named as {$calls, $reading}
  | differences("host"; $reading.totals | flat_totals; $calls | flat_calls);

# calls, report: the event log against the report of churn, by cgroup and device, and failures by errno.
def events_of_log:
  $ARGS.named as {$calls, $report}
  | ($report.rows[] as $row
     | ($row.cgroup | cgroup_path) as $path
     | [$calls[] | select(.cgroup == $path and .ifname == $row.device)] as $seen
     | differences("\($path) \($row.device)"; $row.verbs | flat_log; $seen | flat_calls),
       ($row.verbs | keys[]) as $verb
       | differences("\($path) \($row.device) \($verb)"; $row.verbs[$verb].errors;
           reduce ($seen[] | select(.verb == $verb and .errno != 0).result) as $errno ({}; .[$errno] += 1)));

# What two readings that were made at different places must have in common at a quiet moment.
def essence:
  {resources, mr_bytes, cq_entries, totals,
   devices: ([.devices[] | {device, resources, mr_bytes, cq_entries, totals}] | sort_by(.device)),
   cgroups: ([.cgroups[] | {path, kind, resources, mr_bytes, cq_entries, totals}] | sort_by(.path))};
