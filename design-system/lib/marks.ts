/** Mark of a missing value; accompanied by a hidden text for screen readers. */
export const missingMark = '–'
/** Sign before a difference. The minus is U+2212: a hyphen is too short beside digits. */
export const signs = { plus: '+', minus: '−', none: '±' } as const
