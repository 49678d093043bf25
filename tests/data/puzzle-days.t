# The puzzle of a day: game, date, number. It must be the same for ever, also when a list grows.

linja 1970-01-01 1
linja 1999-12-31 157
linja 2000-01-01 158
linja 2024-02-28 182
linja 2024-02-29 183
linja 2024-03-01 184
linja 2024-12-31 89
linja 2025-01-01 90
linja 2026-11-18 376
linja 2026-12-31 19
linja 2027-01-01 20
linja 2027-03-01 79
linja 2100-02-28 341
linja 2100-03-01 342

liniell 1970-01-01 1
liniell 1999-12-31 157
liniell 2000-01-01 158
liniell 2024-02-28 182
liniell 2024-02-29 183
liniell 2024-03-01 184
liniell 2024-12-31 89
liniell 2025-01-01 90
liniell 2026-11-18 376
liniell 2026-12-31 19
liniell 2027-01-01 20
liniell 2027-03-01 79
liniell 2100-02-28 341
liniell 2100-03-01 342
