export interface CodeDiagnostic {
  from: number
  to: number
  severity: 'error' | 'warning' | 'info'
  message: string
  /** Stable code of the problem, such as FQL2007. */
  code?: string
}

export interface CodePosition {
  line: number
  column: number
}

/** Line and column of an offset, both from 1; an offset past the end is clamped to it. */
export function codePositionOf(text: string, offset: number): CodePosition {
  const before = text.slice(0, Math.max(0, offset))
  const line = before.split('\n').length
  return { line, column: before.length - before.lastIndexOf('\n') }
}

/** A problem of an older text, clamped so that it does not point outside of this one. */
export function clampToText(problem: CodeDiagnostic, length: number): CodeDiagnostic {
  const within = (offset: number, least: number) =>
    Number.isNaN(offset) ? least : Math.min(Math.max(offset, least), length)
  const from = within(problem.from, 0)
  return { ...problem, from, to: within(problem.to, from) }
}

/** The problem after or before a selection; nothing at either end of the text. */
export function adjacentDiagnostic(
  problems: readonly CodeDiagnostic[],
  selection: { from: number; to: number },
  direction: 'next' | 'previous',
): CodeDiagnostic | undefined {
  const sorted = problems.toSorted((a, b) => a.from - b.from || a.to - b.to)
  const at = sorted.findIndex(({ from, to }) => from === selection.from && to === selection.to)
  if (at >= 0) return sorted[direction === 'next' ? at + 1 : at - 1]
  return direction === 'next'
    ? sorted.find(({ from }) => from >= selection.to)
    : sorted.findLast(({ to }) => to <= selection.from)
}

/** The smallest single change that turns one text into another: cursor and history are preserved. */
export function changeBetween(before: string, after: string): { from: number; to: number; insert: string } | null {
  if (before === after) return null
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start++
  let end = 0
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) }
}
