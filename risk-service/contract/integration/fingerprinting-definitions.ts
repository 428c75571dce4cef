/** What a page of a shop says it is for, in the script of device fingerprinting; empty: nothing. */
export const fingerprintPages = ['', 'SI', 'SU', 'P', 'tst'] as const
export type FingerprintPage = (typeof fingerprintPages)[number]

/** The page of a session that a test of the console collects. */
export const testPage = 'tst' satisfies FingerprintPage

/** The last hours in which the latest session of an environment is looked for. */
export const latestSessionHours = 24
