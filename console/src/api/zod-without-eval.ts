import * as z from 'zod/mini';

// Zod would try `new Function` for speed, which the security policy forbids and reports. It has to be said before the
// first schema is made, hence in a module of its own that the program imports first.
z.config({ jitless: true });
