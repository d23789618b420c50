import type { globalConfig } from 'zod/v4/core';

// Zod would try `new Function` for speed, which the Content-Security-Policy forbids and reports. This must be set
// before the first schema is created: in the first code, which does not load Zod, where Zod stores its settings.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } satisfies typeof globalConfig });
