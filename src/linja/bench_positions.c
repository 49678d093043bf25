/* SPDX-License-Identifier: MIT
 *
 * What `linework bench` searches: from openings to endgames, met in games between careless players.
 */
#include "linja/game.h"

/* Enough for every part of a search to be used, and few enough for the thread sanitizer. */
enum { NODES = 20000 };

const game_bench linja_bench[] = {
    {"zen", "60/11/11/11/11/11/11/06 a", NODES},
    {"zen", "51/21/00/21/11/02/11/15 a", NODES},
    {"zen", "23/51/00/01/10/01/01/45 b", NODES},
    {"zen", "05/50/01/00/10/23/00/43 a", NODES},
    {"2003", "60/11/01/11/11/21/11/06 b", NODES},
    {"2003", "33/21/00/00/22/31/00/25 a", NODES},
    {"2003", "03/23/01/11/20/10/40/24 b", NODES},
    {"second", "21/32/11/00/32/00/11/25 b", NODES},
    {"second", "15/11/30/00/31/00/11/34 a", NODES},
    {"zen+mean", "42/31/11/10/00/00/11/27 a", NODES},
    {"zen+mean", "14/50/01/00/20/00/10/37 b", NODES},
    {"second+return", "31/33/00/00/32/00/22/14 a", NODES},
    {"zen+mean+return", "41/21/10/12/20/01/11/16 b", NODES},
    {"zen+mean+return", "12/32/20/01/31/00/12/24 a", NODES},
    {"zen+exact", "41/21/10/12/20/01/11/16 b", NODES},
    {"second+mean+exact", "12/32/20/01/31/00/12/24 a", NODES},
    {NULL, NULL, 0},
};
