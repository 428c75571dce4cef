import { FileFault } from './unpack.ts'

/** The text of a file, in pieces of any length. */
export type Texts = AsyncGenerator<string, void, undefined>

/** Longest text that is parsed as a whole: a line, or a document that is no NDJSON. */
const maxText = 256 * 1024 * 1024

/** Decodes UTF-8, without the mark of its byte order. */
export async function* readTexts(pieces: AsyncIterable<Uint8Array>): Texts {
  const decoder = new TextDecoder()
  for await (const piece of pieces) yield decoder.decode(piece, { stream: true })
  yield decoder.decode()
}

/** Joins texts. @throws FileFault for a text that is too long to be parsed */
function createJoin() {
  let parts: string[] = []
  let length = 0
  return {
    add(text: string): void {
      length += text.length
      if (length > maxText) throw new FileFault('documentTooLong')
      parts.push(text)
    },
    /** Returns the text, and begins another one. */
    take(): string {
      const text = parts.join('')
      parts = []
      length = 0
      return text
    },
  }
}

/** Reads the texts up to the one in which the first line ends that is not blank. @throws FileFault */
export async function readHead(texts: Texts): Promise<string> {
  const joined = createJoin()
  let isBlank = true
  for (let next = await texts.next(); next.done !== true; next = await texts.next()) {
    const text = next.value
    joined.add(text)
    const first = isBlank ? text.search(/\S/) : 0
    if (first < 0) continue
    isBlank = false
    if (text.includes('\n', first)) break
  }
  return joined.take()
}

/** Returns lines, as many at once as end in a piece. @throws FileFault for a line that is too long */
export async function* splitLines(texts: Texts): AsyncGenerator<string[], void, undefined> {
  const line = createJoin()
  for await (const text of texts) {
    const [first = '', ...others] = text.split('\n')
    line.add(first)
    const last = others.pop()
    if (last === undefined) continue
    yield [line.take(), ...others]
    line.add(last)
  }
  yield [line.take()]
}

/** @throws FileFault for a text that is too long */
export async function readWhole(texts: Texts): Promise<string> {
  const joined = createJoin()
  for await (const text of texts) joined.add(text)
  return joined.take()
}
