// SPDX-License-Identifier: MIT
//
// Words that a language has as well for something that has one name here (docs/languages.md): somebody who
// reads both takes them for two things. check-texts finds them in the catalogues.

export const otherWords = {
  de: [[/Wettkampf/, 'Serie']],
  fr: [
    [/\bmatch/i, 'série'],
    [/conseil/i, 'indice'],
    [/meilleur de /, 'meilleur des'],
  ],
  it: [
    [/tabellone/, 'tavoliere'],
    [/\bfoll[ae]\b/, 'gruppo'],
    [/\bsfid[ae]\b/i, 'serie'],
    [/meglio di /, 'meglio delle'],
  ],
  es: [
    [/\btablas\b/i, 'empate'],
    [/\bborr(a|e)/i, 'eliminar'],
    [/multitud/, 'grupo'],
    [/\bencuentros?\b/i, 'serie'],
    [/sobrepas/, 'cruzarse'],
    [/contrari[ao]s\b/, 'del oponente'],
    [/entre las de salida/, 'fila interior'],
  ],
  pt: [
    [/\bapag(a|o)/i, 'eliminar'],
    [/multidão|multidões/, 'grupo'],
    [/\bencontros?\b/i, 'série'],
    [/fila vazia entre as linhas|fila entre as linhas/, 'fila interior'],
  ],
  ro: [
    [/partid(ă|e|a)/i, 'joc'],
    [/mulțim/, 'grup'],
    [/sugesti/i, 'indiciu'],
    [/rând (gol )?dintre linii/, 'rând interior'],
    [/\bcontra /, 'împotriva'],
  ],
};
