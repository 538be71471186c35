// SPDX-License-Identifier: MIT
/* Symbols of loaded objects, read from their dynamic sections. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <elf.h>
#include <link.h>
#include <stdint.h>
#include <string.h>

#include "library.h"

struct object_file {
	ElfW(Addr) base;
	const char *strings;
	const ElfW(Sym) *symbols;
	const ElfW(Half) *versions;
	const ElfW(Verdef) *definitions;
	size_t definition_count;
	const uint32_t *gnu_hash;
	const uint32_t *hash;
	size_t soname;
};

struct search {
	const char *soname, *symbol, *version;
	void *found;
};

/* Most loaders replace the offset from the file by the address in memory; some leave it. */
static const void *address(const struct object_file *file, ElfW(Addr) value)
{
	return (const void *)(value < file->base ? file->base + value : value);
}

static void read_dynamic(struct object_file *file, const ElfW(Dyn) *entry)
{
	for (; entry->d_tag != DT_NULL; entry++) {
		const void *there = address(file, entry->d_un.d_ptr);

		switch (entry->d_tag) {
		case DT_STRTAB:
			file->strings = there;
			break;
		case DT_SYMTAB:
			file->symbols = there;
			break;
		case DT_VERSYM:
			file->versions = there;
			break;
		case DT_VERDEF:
			file->definitions = there;
			break;
		case DT_VERDEFNUM:
			file->definition_count = entry->d_un.d_val;
			break;
		case DT_GNU_HASH:
			file->gnu_hash = there;
			break;
		case DT_HASH:
			file->hash = there;
			break;
		case DT_SONAME:
			file->soname = entry->d_un.d_val;
			break;
		}
	}
}

static const char *version_name(const struct object_file *file, unsigned int index)
{
	const ElfW(Verdef) *definition = file->definitions;

	for (size_t i = 0; i < file->definition_count; i++) {
		if (definition->vd_ndx == index)
			return file->strings +
			       ((const ElfW(Verdaux) *)((const char *)definition + definition->vd_aux))->vda_name;
		definition = (const ElfW(Verdef) *)((const char *)definition + definition->vd_next);
	}
	return "";
}

/* A symbol of an object without versions counts as of every version, as it does for the loader. */
static int has_version(const struct object_file *file, size_t index, const char *version)
{
	ElfW(Half) of_symbol;

	if (!file->versions || !file->definitions)
		return 1;
	of_symbol = file->versions[index];
	if (!version)
		return !(of_symbol & 0x8000);
	return strcmp(version_name(file, of_symbol & 0x7fff), version) == 0;
}

static void consider(const struct object_file *file, size_t index, struct search *search)
{
	const ElfW(Sym) *symbol = &file->symbols[index];

	if (symbol->st_shndx != SHN_UNDEF && ELF64_ST_TYPE(symbol->st_info) == STT_FUNC &&
	    strcmp(file->strings + symbol->st_name, search->symbol) == 0 &&
	    has_version(file, index, search->version))
		search->found = (void *)(file->base + symbol->st_value);
}

static uint32_t gnu_hash(const char *name)
{
	uint32_t hash = 5381;

	for (; *name; name++)
		hash = hash * 33 + (unsigned char)*name;
	return hash;
}

/* The chain of a bucket ends with a hash whose lowest bit is set. */
static void search_gnu_hash(const struct object_file *file, struct search *search)
{
	uint32_t buckets = file->gnu_hash[0], first = file->gnu_hash[1], filter = file->gnu_hash[2];
	const uint32_t *bucket = file->gnu_hash + 4 + filter * (sizeof(ElfW(Addr)) / sizeof(uint32_t));
	const uint32_t *chain = bucket + buckets;
	uint32_t wanted = gnu_hash(search->symbol);
	uint32_t index = buckets ? bucket[wanted % buckets] : 0;

	if (index < first)
		return;
	for (;; index++) {
		uint32_t hash = chain[index - first];

		if ((hash | 1) == (wanted | 1))
			consider(file, index, search);
		if (search->found || hash & 1)
			return;
	}
}

static int search_object(struct dl_phdr_info *info, size_t size, void *data)
{
	struct object_file file = {.base = info->dlpi_addr};
	struct search *search = data;

	(void)size;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
			read_dynamic(&file, (const ElfW(Dyn) *)(file.base + info->dlpi_phdr[i].p_vaddr));
	}
	if (!file.strings || !file.symbols || !file.soname ||
	    strcmp(file.strings + file.soname, search->soname) != 0)
		return 0;
	if (file.gnu_hash)
		search_gnu_hash(&file, search);
	else if (file.hash)
		for (uint32_t i = 1; i < file.hash[1] && !search->found; i++)
			consider(&file, i, search);
	return search->found != NULL;
}

void *find_symbol(const char *soname, const char *symbol, const char *version)
{
	struct search search = {.soname = soname, .symbol = symbol, .version = version};

	dl_iterate_phdr(search_object, &search);
	return search.found;
}
