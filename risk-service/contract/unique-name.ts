/** Maximum number of characters of a name that its author enters. */
const maxCharacters = 60

/**
 * Returns `base` and `ending`, or the first of `base 2`, `base 3`, … that is free, ignoring letter case. A base that
 * would make the name too long is cut, by whole characters. `gap`: the text before the number.
 */
export function uniqueName(base: string, usedNames: Iterable<string>, gap = ' ', ending = ''): string {
  const names = new Set(Array.from(usedNames, name => name.toLowerCase()))
  for (let number = 1; ; number++) {
    const end = `${ending}${number === 1 ? '' : `${gap}${number}`}`
    const name = `${Array.from(base)
      .slice(0, maxCharacters - end.length)
      .join('')
      .trimEnd()}${end}`
    if (!names.has(name.toLowerCase())) return name
  }
}
