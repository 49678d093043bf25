# Makes a C file that holds lists of puzzles, a string a line:
#     cmake -DFILES="src/teach/puzzles/a.txt;..." -DOUTPUT=puzzle_lists.c -P cmake/puzzles.cmake
set(DATA "")
set(LIST "")
foreach(FILE ${FILES})
  get_filename_component(NAME ${FILE} NAME_WE)
  file(STRINGS ${FILE} LINES)
  list(LENGTH LINES COUNT)
  list(JOIN LINES "\",\n    \"" LINES)
  string(APPEND DATA "static const char *const ${NAME}_lines[] = {\n    \"${LINES}\",\n};\n")
  string(APPEND LIST "    {\"${NAME}\", ${NAME}_lines, ${COUNT}},\n")
endforeach()
file(WRITE ${OUTPUT} "/* SPDX-License-Identifier: MIT
 *
 * Made by cmake/puzzles.cmake. */
#include \"teach/puzzle_list.h\"

${DATA}
const puzzle_list puzzle_lists[] = {
${LIST}    {0},
};
")
