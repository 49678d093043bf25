/* SPDX-License-Identifier: MIT */
#ifndef LINIELL_PICTURE_H
#define LINIELL_PICTURE_H

#include "core/picture.h"

extern const game_picture liniell_picture;

#endif
