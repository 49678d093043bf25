# linework.wasm: rules, searches, engine and border, without what needs files, threads or processes; exact values
# of a table that the browser keeps.
foreach(room base game play linja linja/rules linja/notation linja/search
             liniell liniell/rules liniell/notation liniell/search games engine teach web)
  file(GLOB FOUND CONFIGURE_DEPENDS src/${room}/*.c)
  list(APPEND SOURCES ${FOUND})
endforeach()
foreach(part index tile tile_keys table_format table_read oracle)
  list(APPEND SOURCES src/linja/solution/${part}.c)
endforeach()
# The weights of Linja's evaluation are files of their own (src/web/weights.c), which src/web/build.mjs takes from this.
list(REMOVE_ITEM SOURCES ${CMAKE_SOURCE_DIR}/src/linja/search/weights.c)
add_executable(weights.wasm src/linja/search/weights.c)
target_link_options(weights.wasm PRIVATE -nostartfiles -Wl,--no-entry -Wl,--strip-debug -Wl,--export=linja_weight_text)
# The page's weight is the engine's for the most part: small, but where it thinks.
foreach(room linja/rules linja/search liniell/rules liniell/search)
  file(GLOB FOUND src/${room}/*.c)
  set_source_files_properties(${FOUND} PROPERTIES COMPILE_OPTIONS -O2)
endforeach()
# xxHash as a header alone, which is all that a table needs of it.
find_file(XXHASH xxhash.h PATHS /usr/include NO_DEFAULT_PATH REQUIRED)
configure_file(${XXHASH} ${CMAKE_CURRENT_BINARY_DIR}/xxhash/xxhash.h COPYONLY)
set_source_files_properties(src/linja/solution/table_format.c PROPERTIES COMPILE_DEFINITIONS XXH_INLINE_ALL)
add_executable(linework.wasm ${SOURCES})
target_include_directories(linework.wasm BEFORE PRIVATE src/web/trap ${CMAKE_CURRENT_BINARY_DIR}/xxhash)
target_compile_definitions(linework.wasm PRIVATE LINEWORK_WITHOUT_SOLVER)
target_link_options(linework.wasm PRIVATE -mexec-model=reactor -Wl,--strip-debug -Wl,--gc-sections
  -Wl,-z,stack-size=4194304)
# What the linker leaves, binaryen makes smaller by a twenty-fifth: the page is loaded before it is played.
find_program(WASM_OPT wasm-opt REQUIRED)
add_custom_command(TARGET linework.wasm POST_BUILD COMMAND ${WASM_OPT} -O2 --enable-simd --enable-bulk-memory
  --enable-sign-ext --enable-mutable-globals --enable-nontrapping-float-to-int
  $<TARGET_FILE:linework.wasm> -o $<TARGET_FILE:linework.wasm>)

# The solver, which only who wants a game solved loads: twice, for workers that share their memory, and for one worker where there is
# none to share. It links what of wasi-libc keeps nothing (text and bytes): that was not built for threads, which the linker is
# told not to mind; memory comes from web/solver/memory.c.
file(GLOB SOLVER CONFIGURE_DEPENDS src/web/solver/*.c)
list(APPEND SOLVER src/base/text.c src/linja/rules/rules.c src/linja/rules/turn.c)
foreach(part index layers kernel solve tile tile_keys table_format table_pack table_read)
  list(APPEND SOLVER src/linja/solution/${part}.c)
endforeach()
foreach(kind shared alone)
  set(name solver-${kind}.wasm)
  add_executable(${name} ${SOLVER})
  target_include_directories(${name} BEFORE PRIVATE src/web/trap ${CMAKE_CURRENT_BINARY_DIR}/xxhash)
  target_compile_options(${name} PRIVATE -O3)
  target_link_options(${name} PRIVATE -O0 -nostartfiles -Wl,--no-entry -Wl,--strip-debug -Wl,--gc-sections
    -Wl,--import-memory -Wl,--max-memory=2147483648 -Wl,-z,stack-size=1048576)
endforeach()
target_compile_options(solver-shared.wasm PRIVATE -matomics)
target_link_options(solver-shared.wasm PRIVATE -Wl,--shared-memory -Wl,--no-check-features -Wl,--export=__stack_pointer)
