# linework.wasm: rules, searches, engine and border, without what needs files, threads or processes.
foreach(room base game play linja linja/rules linja/notation linja/search
             liniell liniell/rules liniell/notation liniell/search games engine teach web)
  file(GLOB FOUND CONFIGURE_DEPENDS src/${room}/*.c)
  list(APPEND SOURCES ${FOUND})
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
add_executable(linework.wasm ${SOURCES})
target_include_directories(linework.wasm BEFORE PRIVATE src/web/trap)
target_compile_definitions(linework.wasm PRIVATE LINEWORK_WITHOUT_TABLES)
target_link_options(linework.wasm PRIVATE -mexec-model=reactor -Wl,--strip-debug -Wl,--gc-sections
  -Wl,-z,stack-size=4194304)
# What the linker leaves, binaryen makes smaller by a twenty-fifth: the page is loaded before it is played.
find_program(WASM_OPT wasm-opt REQUIRED)
add_custom_command(TARGET linework.wasm POST_BUILD COMMAND ${WASM_OPT} -O2 --enable-simd --enable-bulk-memory
  --enable-sign-ext --enable-mutable-globals --enable-nontrapping-float-to-int
  $<TARGET_FILE:linework.wasm> -o $<TARGET_FILE:linework.wasm>)
