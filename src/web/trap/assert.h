/* SPDX-License-Identifier: MIT
 *
 * In the page an assertion that fails traps: there is nobody to read its text, which would have to
 * be loaded with every page. Found before the library's by cmake/wasm.cmake. No guard: <assert.h>
 * has none either. */
#undef assert
#define assert(condition) ((condition) ? (void)0 : __builtin_trap())
#undef static_assert
#define static_assert _Static_assert
