/* SPDX-License-Identifier: MIT */
/*
 * A plug-in of QEMU: counts how often each block of instructions of the guest's kernel is run, which is exact, and
 * writes into the file of its option out=FILE, every second, a line for each: its address (16 hexadecimal digits), "t",
 * its instructions, how often it ran. A block that is translated anew has another line.
 */
#include <inttypes.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What QEMU has for its plug-ins (docs/devel/tcg-plugins). */
struct qemu_plugin_tb;
void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id, void (*translated)(uint64_t id, struct qemu_plugin_tb *block));
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *block, void (*run)(unsigned int vcpu, void *data),
					  int flags, void *data);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);
uint64_t qemu_plugin_tb_vaddr(const struct qemu_plugin_tb *block);
#define NO_REGISTERS 0

__attribute__((visibility("default"))) int qemu_plugin_version = 2;

/* The kernel's code, its modules and BPF programs are above (Documentation/arch/x86/x86_64/mm.rst). */
#define KERNEL 0xffffffff80000000u

struct block {
	uint64_t address;
	uint64_t instructions;
	uint64_t runs; /* by the only processor that the machine has */
	struct block *next;
};

static struct block *blocks;
static char *file, *new_file;

static void run(unsigned int vcpu, void *data)
{
	struct block *block = data;

	(void)vcpu;
	block->runs++;
}

static void translated(uint64_t id, struct qemu_plugin_tb *tb)
{
	struct block *block;

	(void)id;
	if (qemu_plugin_tb_vaddr(tb) < KERNEL)
		return;
	block = calloc(1, sizeof(*block));
	if (!block)
		return;
	block->address = qemu_plugin_tb_vaddr(tb);
	block->instructions = qemu_plugin_tb_n_insns(tb);
	block->next = blocks;
	__atomic_store_n(&blocks, block, __ATOMIC_RELEASE);
	qemu_plugin_register_vcpu_tb_exec_cb(tb, run, NO_REGISTERS, block);
}

/* QEMU may end at any time, without a word. */
static void *write_often(void *unused)
{
	for (;;) {
		FILE *out = fopen(new_file, "w");

		if (out) {
			for (struct block *b = __atomic_load_n(&blocks, __ATOMIC_ACQUIRE); b; b = b->next) {
				if (b->runs)
					fprintf(out, "%016" PRIx64 " t %" PRIu64 " %" PRIu64 "\n", b->address, b->instructions, b->runs);
			}
			if (!fclose(out))
				rename(new_file, file);
		}
		sleep(1);
	}
	return unused;
}

__attribute__((visibility("default"))) int qemu_plugin_install(uint64_t id, const void *info, int argc, char **argv)
{
	pthread_t thread;

	(void)info;
	for (int i = 0; i < argc; i++) {
		if (!strncmp(argv[i], "out=", 4))
			file = strdup(argv[i] + 4);
	}
	if (!file || asprintf(&new_file, "%s.new", file) < 0) {
		fputs("instructions: out=FILE is missing\n", stderr);
		return -1;
	}
	qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
	return pthread_create(&thread, NULL, write_often, NULL);
}
