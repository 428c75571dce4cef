import type { Language } from '@codemirror/language'
import { highlightTree, tags as t, tagHighlighter } from '@lezer/highlight'

export interface Mark {
  from: number
  to: number
  className: string
}
/** Marks of each line, by its number; positions count from the start of the line. */
export type LineMarks = ReadonlyMap<number, readonly Mark[]>

/** The colours of the code editor as classes. */
const colours = tagHighlighter([
  {
    tag: [t.keyword, t.controlKeyword, t.definitionKeyword, t.operatorKeyword, t.moduleKeyword],
    class: 'font-medium text-accent-text',
  },
  {
    tag: [t.function(t.variableName), t.function(t.propertyName), t.className, t.namespace, t.typeName],
    class: 'text-info-text',
  },
  { tag: [t.attributeName, t.special(t.string)], class: 'text-challenge-text' },
  { tag: t.string, class: 'text-success-text' },
  { tag: [t.bool, t.null], class: 'text-accent-text' },
  { tag: [t.comment, t.lineComment, t.blockComment], class: 'text-fg-secondary' },
])

/** Maximum length of a text that is parsed as code; a longer one has a single colour. */
const longest = 200_000

/** Positions of coloured words in a text, line by line. */
export function codeMarks(language: Language, text: string): LineMarks {
  const found = new Map<number, Mark[]>()
  if (text.length > longest) return found
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  let line = 0
  highlightTree(language.parser.parse(text), colours, (from, to, className) => {
    while (line + 1 < starts.length && (starts[line + 1] ?? 0) <= from) line++
    // A comment or a string over several lines has a mark on each of them.
    for (let at = line; at < starts.length; at++) {
      const start = starts[at] ?? 0
      if (start >= to) break
      const end = (starts[at + 1] ?? text.length + 1) - 1
      if (Math.min(to, end) <= Math.max(from, start)) continue
      const marks = found.get(at + 1) ?? []
      marks.push({ from: Math.max(from, start) - start, to: Math.min(to, end) - start, className })
      found.set(at + 1, marks)
    }
  })
  return found
}

/** A part of a line, from position `from`, as words with and without a colour. */
export function marked(
  text: string,
  from: number,
  marks: readonly Mark[] | undefined,
): { text: string; className: string | undefined }[] {
  const found: { text: string; className: string | undefined }[] = []
  let at = 0
  for (const mark of marks ?? []) {
    const start = Math.max(at, mark.from - from)
    const end = Math.min(text.length, mark.to - from)
    if (end <= start) continue
    if (start > at) found.push({ text: text.slice(at, start), className: undefined })
    found.push({ text: text.slice(start, end), className: mark.className })
    at = end
  }
  if (at < text.length || found.length === 0) found.push({ text: text.slice(at), className: undefined })
  return found
}
