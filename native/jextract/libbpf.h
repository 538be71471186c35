/* SPDX-License-Identifier: MIT */
/* What libbpf.args binds. */
#include <bpf/bpf.h>
#include <bpf/btf.h>
#include <bpf/libbpf.h>
