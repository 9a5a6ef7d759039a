# SPDX-License-Identifier: MIT
# cmake -DOUT=builtin.c -DDIRECTORY=models -DFILES=a.model,b.model -P embed.cmake
# Writes a C file that holds the bytes of every model file.
string(REPLACE "," ";" files "${FILES}")
set(arrays "")
set(table "")
set(number 0)
foreach(file IN LISTS files)
  file(READ "${DIRECTORY}/${file}" hex HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${hex}")
  string(REPLACE "0x0a," "0x0a,\n" bytes "${bytes}")
  string(APPEND arrays "static const char text_${number}[] = {\n${bytes}0};\n")
  string(APPEND table "\t{\"models/${file}\", text_${number}, sizeof(text_${number}) - 1},\n")
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE "${OUT}" "/* SPDX-License-Identifier: MIT */
/* Made by embed.cmake from the files under models/. */
#include \"model/builtin.h\"

${arrays}
const struct builtin_model builtin_models[] = {\n${table}};
const uint32_t builtin_model_count = ${number};
")
