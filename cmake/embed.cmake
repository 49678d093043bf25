# Makes a C file that holds the files of two folders, as they are and packed by gzip where that pays:
#     cmake -DFOLDER=build/web -DMORE=src/server/files -DOUTPUT=assets.c -DPACKED=folder -P cmake/embed.cmake
set(DATA "")
set(LIST "")
set(NUMBER 0)
foreach(FOLDER ${FOLDER} ${MORE})
file(GLOB_RECURSE FILES RELATIVE ${FOLDER} ${FOLDER}/*)
list(SORT FILES)
foreach(FILE ${FILES})
  set(WHOLE ${FOLDER}/${FILE})
  string(REPLACE "/" "_" FLAT ${FILE})
  set(SMALL ${PACKED}/${FLAT}.gz)
  file(MAKE_DIRECTORY ${PACKED})
  execute_process(COMMAND libdeflate-gzip -12 -c INPUT_FILE ${WHOLE} OUTPUT_FILE ${SMALL} COMMAND_ERROR_IS_FATAL ANY)
  file(SIZE ${WHOLE} WHOLE_SIZE)
  file(SIZE ${SMALL} SMALL_SIZE)
  math(EXPR LIMIT "${WHOLE_SIZE} * 9 / 10")
  if(SMALL_SIZE GREATER LIMIT)
    file(WRITE ${SMALL} "")
  endif()
  file(SHA256 ${WHOLE} HASH)
  string(SUBSTRING ${HASH} 0 16 TAG)
  string(APPEND DATA "HOLD(${NUMBER}, \"${WHOLE}\")\nHOLD(${NUMBER}p, \"${SMALL}\")\n")
  string(APPEND LIST "    {\"/${FILE}\", \"\\\"${TAG}\\\"\", held_${NUMBER}, held_${NUMBER}_end, held_${NUMBER}p, held_${NUMBER}p_end},\n")
  math(EXPR NUMBER "${NUMBER} + 1")
endforeach()
endforeach()
file(WRITE ${OUTPUT} "/* SPDX-License-Identifier: MIT
 *
 * Made by cmake/embed.cmake. */
#include \"server/assets.h\"

#define HOLD(name, path)                                                       \\
    __asm__(\".section .rodata\\nheld_\" #name \":\\n.incbin \\\"\" path \"\\\"\\n\" \"held_\" #name \"_end:\\n.byte 0\\n.previous\");  \\
    extern const unsigned char held_##name[], held_##name##_end[];
${DATA}
const asset server_assets[] = {
${LIST}    {NULL, NULL, NULL, NULL, NULL, NULL},
};
")
