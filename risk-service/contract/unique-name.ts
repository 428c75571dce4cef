/** Characters of a name that its author gives. */
const maxCharacters = 60

/**
 * `base` and `ending`, or the first of `base 2`, `base 3`, … that is free, in any letter case. A base that would make
 * it too long is cut, by whole characters. `gap`: what stands before the number.
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
