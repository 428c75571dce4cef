import { type Piece, type RowParts, remarksIn } from './table-row.ts'

export interface TextEdit {
  from: number
  to: number
  text: string
}

/** The text after edits that do not overlap. */
export const applyEdits = (text: string, edits: readonly TextEdit[]): string =>
  [...edits]
    .sort((a, b) => b.from - a.from)
    .reduce((all, { from, to, text: next }) => all.slice(0, from) + next + all.slice(to), text)

/** Remarks of a part that is removed: they stay. */
export function remarksBetween(text: string, from: number, to: number): string {
  const remarks = remarksIn(text.slice(from, to))
  return remarks.length === 0 ? '' : ` ${remarks.map(each => (each.startsWith('//') ? `${each}\n` : each)).join(' ')}`
}

/**
 * The text of a row in which `next` stands in the place of some of its conditions. What they have no room for is added
 * behind the last of them, or behind all conditions; remarks stay.
 */
export function replaceConditions(parts: RowParts, own: readonly Piece[], next: readonly string[]): string {
  const { text, conditions, result } = parts
  const removed = new Set(own.slice(next.length))
  const added = next.slice(own.length)
  const values = result.outputs?.to ?? result.call.to
  if (conditions.length === removed.size && added.length === 0) {
    const [first] = conditions
    if (!first) return text
    return applyEdits(text, [{ from: values, to: parts.end, text: trimEndBlanks(remarksOutside(parts, values)) }])
  }
  const edits: TextEdit[] = []
  for (const [place, piece] of own.entries()) {
    const replacement = next[place]
    if (replacement !== undefined && replacement !== piece.text)
      edits.push({ from: piece.from, to: piece.to, text: replacement })
  }
  let survivor = -1
  for (const [place, piece] of conditions.entries()) {
    const isRemoved = [...removed].some(({ from }) => from === piece.from)
    if (!isRemoved) {
      survivor = place
      continue
    }
    const before = conditions[place - 1]
    const after = conditions[place + 1]
    if (survivor >= 0 && before) {
      edits.push({ from: before.to, to: piece.to, text: trimEndBlanks(remarksBetween(text, before.to, piece.from)) })
    } else if (after)
      edits.push({ from: piece.from, to: after.from, text: remarksBetween(text, piece.to, after.from).trimStart() })
  }
  if (added.length > 0) {
    const [only] = conditions
    if (!only) edits.push({ from: values, to: values, text: `\nWHEN ${added.join('\n  AND ')}` })
    else {
      const anchor = own.at(-1) ?? conditions.at(-1) ?? only
      const behind = anchor.to + (/^[ \t]*\/\/[^\n\r]*/.exec(text.slice(anchor.to, parts.end))?.[0].length ?? 0)
      edits.push({ from: behind, to: behind, text: `\n  AND ${added.join('\n  AND ')}` })
      if (only.loose && !own.includes(only))
        edits.push({ from: only.from, to: only.from, text: '(' }, { from: only.to, to: only.to, text: ')' })
    }
  }
  return applyEdits(text, edits)
}

/** Remarks around the conditions, without what is inside one. */
function remarksOutside({ text, conditions, end }: RowParts, start: number): string {
  let at = start
  let all = ''
  for (const { from, to } of conditions) {
    all += remarksBetween(text, at, from)
    at = to
  }
  return all + remarksBetween(text, at, end)
}

const trimEndBlanks = (text: string): string => text.replace(/[ \t]+$/, '')
