/** A mention that is being typed: from its `@` to the caret. */
export interface MentionQuery {
  /** Position of the `@` in the text. */
  from: number
  /** Typed text behind the `@`. */
  text: string
}

/** Longest text that is still a name: what is longer is a sentence with an `@` in it. */
const maxQuery = 40

/**
 * Returns the mention that is typed at the caret: an `@` at the beginning of a word, and a name of up to two words behind
 * it. Undefined anywhere else, such as in a mail address.
 */
export function mentionAt(text: string, caret: number): MentionQuery | undefined {
  const before = text.slice(0, caret)
  const from = before.lastIndexOf('@')
  if (from < 0 || caret - from > maxQuery) return undefined
  const typed = before.slice(from + 1)
  if (!/^(?:[\p{L}\p{M}\p{N}._’'-]+(?: [\p{L}\p{M}\p{N}._’'-]*)?)?$/u.test(typed)) return undefined
  return /[\p{L}\p{N}_]$/u.test(before.slice(0, from)) ? undefined : { from, text: typed }
}

/** Replaces a typed mention; the caret stands behind the blank that ends it. */
export function completeMention(
  text: string,
  { from, text: typed }: MentionQuery,
  name: string,
): { text: string; caret: number } {
  const rest = text.slice(from + 1 + typed.length)
  const inserted = `@${name}${rest.startsWith(' ') ? '' : ' '}`
  return { text: text.slice(0, from) + inserted + rest, caret: from + name.length + 2 }
}
