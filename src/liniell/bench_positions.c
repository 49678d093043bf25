/* SPDX-License-Identifier: MIT
 *
 * What `linework bench` searches: from openings to endgames, met in games between careless players.
 */
#include "liniell/game.h"

/* Enough for every part of a search to be used, and few enough for the thread sanitizer. */
enum { NODES = 1500 };

const game_bench liniell_bench[] = {
    {"standard", "A=-,- B=-,- turn=a draw=05", NODES},
    {"standard", "03@d4w 11@c4e 01@d5n A=d4N,- B=c4N,- turn=b draw=15", NODES},
    {"standard", "13@d4s 12@e4n 08@c4e 14@d3n 07@d2s 01@d5n A=c4N,d2E B=d5N,- turn=a draw=09",
     NODES},
    {"standard",
     "03@d4w 11@c4e 01@d5n 15@c5w 07@b5e 06@a5n 04@a4e 09@c3n 08@b4n A=a4N,b4N B=c3N,c5S turn=b "
     "draw=12",
     NODES},
    {"standard",
     "13@d4s 12@e4n 08@c4e 14@d3n 07@d2s 01@d5n 09@e3e 04@c2n 10@b2e 05@b4e 11@e5n A=d2E,e5S "
     "B=b4N,c2W turn=b draw=03",
     NODES},
    {"standard",
     "03@d4w 11@c4e 01@d5n 15@c5w 07@b5e 06@a5n 04@a4e 09@c3n 08@b4n 12@c2n 16@d3e 02@b3n 13@a3n "
     "A=a3W,b4N B=c2E,c3N turn=b draw=14",
     NODES},
    {"standard",
     "05@d4s 12@d3n 11@c4e 14@e4w 13@b4e 04@b3w 07@e3s 01@b5n 02@d2n 16@e2w 15@d5e 06@c5e 03@e5s "
     "09@b2n A=d5S,e5E B=b2N,e2N turn=a draw=10",
     NODES},
    {NULL, NULL, 0},
};
