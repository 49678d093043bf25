// SPDX-License-Identifier: MIT
//
// What every browser has and Node.js 18 has not. tools/test-page-units puts it before each test.

import { webcrypto } from 'node:crypto';

if (!('crypto' in globalThis)) Object.defineProperty(globalThis, 'crypto', { value: webcrypto });
