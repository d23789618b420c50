import type { globalConfig } from 'zod/v4/core';

// Zod would try `new Function` for speed, which the security policy forbids and reports. It has to be said before the
// first schema is made: by the first code, which does without Zod, in the place where Zod keeps its settings.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } satisfies typeof globalConfig });
