/** Characters that some file system does not allow in a name, and the escape character. */
const unsafeCharacters = /[%<>:"/\\|?*\u0000-\u001f]/g
/** Names that Windows reserves, with or without an extension. */
const reservedNames = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

const escape = (character: string): string =>
  [...new TextEncoder().encode(character)].map(byte => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')

/**
 * Converts the name of a rule, clause or list to the name of a file: readable, and the same on every system. `nameOf`
 * is the inverse.
 */
export function fileNameOf(name: string): string {
  // A file whose name begins with a dot would be hidden.
  const safe = name.replaceAll(unsafeCharacters, escape).replace(/[. ]$/, escape).replace(/^\./, escape)
  return reservedNames.test(safe) ? `${escape(safe.slice(0, 1))}${safe.slice(1)}` : safe
}

/** Returns the name encoded in a file's name; a `%` that begins no escape is preserved. */
export function nameOf(fileName: string): string {
  try {
    return decodeURIComponent(fileName.replaceAll(/%(?![0-9A-Fa-f]{2})/g, '%25'))
  } catch {
    return fileName
  }
}

/** Compares names by code units, so that their order is the same on every system. */
export const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
