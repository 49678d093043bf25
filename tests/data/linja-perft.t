# Turn sequences of length 1, 2, 3 from the start, by rule set.
2003 43 3478 248041
second 104 11039 618017
second+mean 182 26864 2314107
second+return 110 12358 744767
second+mean+return 188 28928 2620361
second+exact 98 9842 522563
second+mean+exact 163 21923 1657955
zen 104 11039 618017
zen+mean 182 26864 2314107
zen+return 110 12358 744767
zen+mean+return 188 28928 2620361
zen+exact 98 9842 522563
zen+mean+exact 163 21923 1657955
