/** Characters that no database stores, as `JSON.stringify` writes them: U+0000, and halves of a pair. */
const unstorable = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][\da-f]{2})/i

/** Whether the database can store a file: its text, and where it is JSON, every value of it. */
export function isStorable(path: string, text: string): boolean {
  if (text.includes('\0') || !text.isWellFormed()) return false
  if (!/\.json$/i.test(path) || !unstorable.test(text)) return true
  try {
    return !unstorable.test(JSON.stringify(JSON.parse(text)))
  } catch {
    // Whoever reads it says what is wrong with it.
    return true
  }
}
