const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|\n/g

/**
 * Returns the first line of each key of a JSON text, by the path of names to it; arrays are crossed without an index.
 * The text may be one document, or one in each line.
 */
export function keyLines(text: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>()
  const frames: { object: boolean; key: string; expectsKey: boolean }[] = []
  let line = 1
  for (const [mark] of text.matchAll(token)) {
    const frame = frames.at(-1)
    if (mark === '\n') line += 1
    else if (mark === '{' || mark === '[') frames.push({ object: mark === '{', key: '', expectsKey: mark === '{' })
    else if (mark === '}' || mark === ']') frames.pop()
    else if (mark === ',') {
      if (frame) frame.expectsKey = frame.object
    } else if (mark !== ':' && frame?.expectsKey) {
      frame.key = readText(mark)
      frame.expectsKey = false
      const path = frames
        .filter(({ object }) => object)
        .map(({ key }) => key)
        .join('.')
      if (!lines.has(path)) lines.set(path, line)
    }
  }
  return lines
}

function readText(quoted: string): string {
  try {
    return String(JSON.parse(quoted))
  } catch {
    return quoted.slice(1, -1)
  }
}
