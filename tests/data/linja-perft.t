# Turn sequences of length 1, 2, 3 from the start, by rule set.
2003 43 3478 248041
second 98 9818 492739
second+mean 176 24832 1991005
second+return 104 11064 603072
second+mean+return 182 26823 2270972
zen 104 11039 618017
zen+mean 182 26864 2314107
zen+return 110 12358 744767
zen+mean+return 188 28928 2620361
