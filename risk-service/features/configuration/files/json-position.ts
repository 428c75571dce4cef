/** A position in a text, counted from 1. */
export interface TextPosition {
  line: number
  column: number
}

export function positionAt(text: string, offset: number): TextPosition {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

/**
 * Returns the position of the member of a JSON text that a path of names and indexes refers to; for a missing member,
 * that of the value that would contain it.
 */
export function positionOfMember(text: string, path: readonly PropertyKey[]): TextPosition {
  const end = /[\s,:]*/y
  let at = 0
  const skip = (): void => {
    end.lastIndex = at
    at += end.exec(text)?.[0].length ?? 0
  }
  const word = (): string => {
    const from = at
    const token = /"(?:[^"\\]|\\.)*"|[^\s,:\]}]+/y
    token.lastIndex = at
    at += token.exec(text)?.[0].length ?? 1
    return text.slice(from, at)
  }
  /** Reads a value; returns the position of the member that `steps` refer to from here, if the value contains it. */
  const value = (steps: readonly PropertyKey[] | null): number | null => {
    skip()
    const start = at
    const open = text[at]
    let found: number | null = null
    if (open !== '{' && open !== '[') word()
    else {
      at++
      skip()
      for (let index = 0; at < text.length && text[at] !== '}' && text[at] !== ']'; index++) {
        const key = open === '{' ? (JSON.parse(word()) as string) : index
        const inner = value(steps !== null && steps[0] === key ? steps.slice(1) : null)
        found ??= inner
        skip()
      }
      at++
    }
    return steps === null ? null : (found ?? start)
  }
  return positionAt(text, value(path) ?? 0)
}
