# SPDX-License-Identifier: MIT
# cmake -DOUT=assets.c -DDIRECTORY=assets -P embed.cmake
# Writes a C file that holds the style sheet and the script of the HTML report.
set(text "/* SPDX-License-Identifier: MIT */
/* Made by embed.cmake from the files under report/assets. */
#include \"report/html.h\"
")
foreach(name style.css report.js)
  string(REPLACE "." "_" id "${name}")
  file(READ "${DIRECTORY}/${name}" hex HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${hex}")
  string(REPLACE "0x0a," "0x0a,\n" bytes "${bytes}")
  string(APPEND text "\nconst char html_${id}[] = {\n${bytes}0};\n")
endforeach()
file(WRITE "${OUT}" "${text}")
