const token =
  /[ \t\n\r]*(?:([{}[\],:])|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y

/** The position where a text stops being JSON. Browsers report it in different words, and some not at all. */
export function syntaxErrorPosition(text: string): number {
  const open: string[] = []
  // The tokens that may follow, by the first letter of their names: value, key, colon, comma, end of an empty list.
  let next = 'v'
  let at = 0
  while (next !== '') {
    token.lastIndex = at
    const found = token.exec(text)
    const start = at + (/^[ \t\n\r]*/.exec(text.slice(at))?.[0].length ?? 0)
    if (!found) return start
    const [, mark, quoted] = found
    const closes = (mark === '}' && open.at(-1) === '{') || (mark === ']' && open.at(-1) === '[')
    const is =
      mark === undefined
        ? quoted !== undefined && next.includes('k')
          ? 'k'
          : 'v'
        : mark === '{' || mark === '['
          ? 'v'
          : mark === ':'
            ? ':'
            : mark === ','
              ? ','
              : closes
                ? 'e'
                : '?'
    if (!next.includes(is)) return start
    at = token.lastIndex
    if (mark === '{' || mark === '[') {
      open.push(mark)
      next = mark === '{' ? 'ke' : 've'
    } else if (is === 'k') next = ':'
    else if (is === ':') next = 'v'
    else if (is === ',') next = open.at(-1) === '{' ? 'k' : 'v'
    else {
      if (is === 'e') open.pop()
      next = open.length > 0 ? ',e' : ''
    }
  }
  return at + (/^[ \t\n\r]*/.exec(text.slice(at))?.[0].length ?? 0)
}

/** The line where a text stops being JSON, from 1. */
export const syntaxErrorLine = (text: string): number => text.slice(0, syntaxErrorPosition(text)).split('\n').length
