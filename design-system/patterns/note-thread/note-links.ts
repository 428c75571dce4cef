/** A part of a note: plain text, the address of a link, or a mention. */
export type NotePart =
  | { kind: 'text'; text: string }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'mention'; text: string; warning: string | undefined }

/** A mention in a text, in UTF-16 code units from its `@`. */
export interface NoteMentionRange {
  from: number
  to: number
  /** Why the mention reaches the person in part only; shown beside it. */
  warning?: string
}

const address = /\b(?:https?:\/\/|mailto:)[^\s<>"\p{Cc}]+/giu
const pairs: Record<string, string> = { ')': '(', ']': '[', '}': '{' }

/** Leaves out what belongs to the sentence around an address: its full stop, and a bracket that it does not open. */
function withoutSentence(found: string): string {
  let text = found
  for (;;) {
    const last = text.at(-1) ?? ''
    const opening = pairs[last]
    const unopened = opening !== undefined && text.split(last).length > text.split(opening).length
    if (!unopened && !/[.,;:!?'’”»…،؛؟]/u.test(last)) return text
    text = text.slice(0, -1)
  }
}

const isLink = (text: string): boolean => URL.canParse(text) && /^(?:https?:\/\/[^/?#]|mailto:[^?]*@)/i.test(text)

function splitLinks(text: string): NotePart[] {
  const parts: NotePart[] = []
  let end = 0
  for (const match of text.matchAll(address)) {
    const found = withoutSentence(match[0])
    if (!isLink(found)) continue
    parts.push({ kind: 'text', text: text.slice(end, match.index) }, { kind: 'link', text: found, href: found })
    end = match.index + found.length
  }
  parts.push({ kind: 'text', text: text.slice(end) })
  return parts.filter(part => part.text !== '')
}

/** Splits a note into text, links (http, https, mailto) and mentions. Nothing else has a meaning. */
export function splitNote(text: string, mentions: readonly NoteMentionRange[] = []): NotePart[] {
  const parts: NotePart[] = []
  let end = 0
  for (const { from, to, warning } of mentions.toSorted((a, b) => a.from - b.from)) {
    if (from < end || to > text.length || to <= from) continue
    parts.push(...splitLinks(text.slice(end, from)), { kind: 'mention', text: text.slice(from, to), warning })
    end = to
  }
  return [...parts, ...splitLinks(text.slice(end))]
}
