/** Stands for a missing value; a hidden word beside it says so aloud. */
export const missingMark = '–'
/** Written before a difference. The minus is the real one: a hyphen is too short beside digits. */
export const signs = { plus: '+', minus: '−', none: '±' } as const
