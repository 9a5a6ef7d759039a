# SPDX-License-Identifier: MIT
# cmake -DOUT=assets.c -DFILES=a.css,b.js -DHEADER=report/html.h -DPREFIX=html_ -P embed.cmake
# Writes a C file that holds the files as texts, html_a_css and so on, which the header declares.
set(text "/* SPDX-License-Identifier: MIT */
/* Made by embed.cmake. */
#include \"${HEADER}\"
")
string(REPLACE "," ";" files "${FILES}")
foreach(file ${files})
  get_filename_component(name "${file}" NAME)
  string(REPLACE "." "_" id "${name}")
  file(READ "${file}" hex HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${hex}")
  string(REPLACE "0x0a," "0x0a,\n" bytes "${bytes}")
  string(APPEND text "\nconst char ${PREFIX}${id}[] = {\n${bytes}0};\n")
endforeach()
file(WRITE "${OUT}" "${text}")
