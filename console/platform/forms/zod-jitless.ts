/**
 * Zod reads this when it is loaded. It is set without an import of zod, so that it can be done at the start of a page or
 * worker, before any part with schemas: validators are then never made by code generation, which the policy of both
 * forbids, and zod does not try whether it may.
 */
const holder = globalThis as typeof globalThis & { __zod_globalConfig?: { jitless?: boolean } }
holder.__zod_globalConfig = Object.assign(holder.__zod_globalConfig ?? {}, { jitless: true })

export {}
