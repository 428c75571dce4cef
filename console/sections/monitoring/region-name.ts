import type { IntlShape } from 'react-intl'

/** Names a country or region in the reader's language; a code that is none stays as it was received. */
export const regionName = (intl: IntlShape, code: string): string =>
  code === ''
    ? '–'
    : /^[A-Z]{2}$/.test(code)
      ? (intl.formatDisplayName(code, { type: 'region', fallback: 'code' }) ?? code)
      : code
