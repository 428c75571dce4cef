/** The page that the session of a test has, in the script of device fingerprinting. */
export const testPage = 'tst'

/** The last hours in which the latest session of an environment is looked for. */
export const latestSessionHours = 24
