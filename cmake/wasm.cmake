# linework.wasm: rules, minds, engine and border, without what needs files, threads or processes.
file(GLOB SOURCES CONFIGURE_DEPENDS
  src/core/*.c src/linja/*.c src/liniell/*.c src/engine/*.c src/teach/*.c src/web/*.c)
list(FILTER SOURCES EXCLUDE REGEX "core/(file|cipher_sodium)|linja/(index|solve|kernel|table)")
add_executable(linework.wasm ${SOURCES})
target_link_options(linework.wasm PRIVATE -mexec-model=reactor -Wl,--strip-debug -Wl,--gc-sections
  -Wl,-z,stack-size=4194304)
