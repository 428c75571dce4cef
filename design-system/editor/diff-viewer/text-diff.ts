import { diff, presentableDiff } from '@codemirror/merge'

interface DiffPiece {
  text: string
  changed: boolean
}

/** One line of either text. */
export interface DiffLine {
  number: number
  pieces: readonly DiffPiece[]
}

export type DiffRow =
  | { kind: 'equal'; before: DiffLine; after: DiffLine }
  | { kind: 'removed'; before: DiffLine; after?: undefined; change: number }
  | { kind: 'added'; before?: undefined; after: DiffLine; change: number }
  /** A removed line and the added one that replaces it, side by side. */
  | { kind: 'changed'; before: DiffLine; after: DiffLine; change: number }
  /** Equal lines that are folded. */
  | { kind: 'gap'; id: number; count: number }

export interface TextDiff {
  /** All lines, nothing folded. */
  rows: readonly DiffRow[]
  changes: number
  added: number
  removed: number
}

/**
 * Number of characters of a block above which its words are not compared: a rewritten text has no single words that
 * changed.
 */
const maxWordDiffLength = 100_000
/** Equal lines shown around a change, and the minimum number that is folded. */
const contextLines = 3
const minFoldedLines = 4

function diffPieces(text: string, from: number, ranges: readonly { from: number; to: number }[]): DiffPiece[] {
  const found: DiffPiece[] = []
  let at = 0
  for (const range of ranges) {
    const start = Math.max(0, range.from - from)
    const end = Math.min(text.length, range.to - from)
    if (end <= start || start < at) continue
    if (start > at) found.push({ text: text.slice(at, start), changed: false })
    found.push({ text: text.slice(start, end), changed: true })
    at = end
  }
  if (at < text.length || found.length === 0) found.push({ text: text.slice(at), changed: false })
  return found
}

interface Block {
  fromA: number
  toA: number
  fromB: number
  toB: number
}

/**
 * More different lines than there are characters to represent them: everything between the equal ends is one change
 * then.
 */
const maxDistinctLines = 0xd7ff

/**
 * The blocks of lines that differ. Each line is represented by one character, so that a comparison of characters
 * compares lines.
 */
function changedBlocks(a: readonly string[], b: readonly string[]): Block[] {
  const most = Math.min(a.length, b.length)
  let start = 0
  while (start < most && a[start] === b[start]) start++
  let end = 0
  while (end < most - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  const toA = a.length - end
  const toB = b.length - end
  if (start === toA && start === toB) return []
  const numbers = new Map<string, number>()
  const coded = (lines: readonly string[]) =>
    lines.map(line => {
      const letter = numbers.get(line) ?? numbers.size + 1
      numbers.set(line, letter)
      return letter
    })
  const codes = [coded(a.slice(start, toA)), coded(b.slice(start, toB))] as const
  if (numbers.size >= maxDistinctLines) return [{ fromA: start, toA, fromB: start, toB }]
  const written = codes.map(list => list.map(code => String.fromCharCode(code)).join(''))
  return diff(written[0] ?? '', written[1] ?? '', { scanLimit: 1000 }).map(change => ({
    fromA: start + change.fromA,
    toA: start + change.toA,
    fromB: start + change.fromB,
    toB: start + change.toB,
  }))
}

/** Lines of one side of a block, with their changed words. */
function splitLines(
  lines: readonly string[],
  first: number,
  ranges: readonly { from: number; to: number }[],
): DiffLine[] {
  let at = 0
  return lines.map((text, i) => {
    const from = at
    at += text.length + 1
    return {
      number: first + i + 1,
      pieces: diffPieces(
        text,
        from,
        ranges.filter(range => range.to > from && range.from < at),
      ),
    }
  })
}

/**
 * Two texts as rows. `split` sets removed and added lines of one change side by side, otherwise they follow each other.
 */
export function textDiff(before: string, after: string, split: boolean): TextDiff {
  const a = before.split(/\r\n?|\n/)
  const b = after.split(/\r\n?|\n/)
  const blocks = changedBlocks(a, b)
  const rows: DiffRow[] = []
  let lineA = 0
  let lineB = 0
  const equalUpTo = (limit: number) => {
    for (; lineA < limit; lineA++, lineB++) {
      const text = [{ text: a[lineA] ?? '', changed: false }]
      rows.push({
        kind: 'equal',
        before: { number: lineA + 1, pieces: text },
        after: { number: lineB + 1, pieces: text },
      })
    }
  }
  blocks.forEach((block, change) => {
    equalUpTo(block.fromA)
    const was = a.slice(block.fromA, block.toA)
    const is = b.slice(block.fromB, block.toB)
    // Where a block was only added or only removed, all of it changed: there are no single words to mark.
    const size = (lines: readonly string[]) => lines.reduce((total, line) => total + line.length + 1, 0)
    const words =
      was.length > 0 && is.length > 0 && size(was) + size(is) < maxWordDiffLength
        ? presentableDiff(was.join('\n'), is.join('\n'), { scanLimit: 500 })
        : []
    const old = splitLines(
      was,
      block.fromA,
      words.map(word => ({ from: word.fromA, to: word.toA })),
    )
    const fresh = splitLines(
      is,
      block.fromB,
      words.map(word => ({ from: word.fromB, to: word.toB })),
    )
    if (split) {
      for (let i = 0; i < Math.max(old.length, fresh.length); i++) {
        const left = old[i]
        const right = fresh[i]
        if (left && right) rows.push({ kind: 'changed', before: left, after: right, change })
        else if (left) rows.push({ kind: 'removed', before: left, change })
        else if (right) rows.push({ kind: 'added', after: right, change })
      }
    } else {
      for (const line of old) rows.push({ kind: 'removed', before: line, change })
      for (const line of fresh) rows.push({ kind: 'added', after: line, change })
    }
    lineA = block.toA
    lineB = block.toB
  })
  equalUpTo(a.length)
  const sum = (from: 'fromA' | 'fromB', to: 'toA' | 'toB') =>
    blocks.reduce((total, block) => total + block[to] - block[from], 0)
  return { rows, changes: blocks.length, added: sum('fromB', 'toB'), removed: sum('fromA', 'toA') }
}

/** Folds equal lines that are not near a change; those in `open` are shown. */
export function foldRows(rows: readonly DiffRow[], open: ReadonlySet<number>): DiffRow[] {
  const found: DiffRow[] = []
  for (let at = 0; at < rows.length; ) {
    if (rows[at]?.kind !== 'equal') {
      const row = rows[at++]
      if (row) found.push(row)
      continue
    }
    let end = at
    while (end < rows.length && rows[end]?.kind === 'equal') end++
    const start = at === 0 ? at : at + contextLines
    const stop = end === rows.length ? end : end - contextLines
    if (stop - start < minFoldedLines || open.has(at)) found.push(...rows.slice(at, end))
    else found.push(...rows.slice(at, start), { kind: 'gap', id: at, count: stop - start }, ...rows.slice(stop, end))
    at = end
  }
  return found
}
