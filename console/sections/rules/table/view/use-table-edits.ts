import { useState } from 'react'
import type { Clause, RuleEdit } from '../../rule-draft.ts'

export interface TableEdits {
  apply: (clauses: readonly Clause[]) => void
  /** The clauses that it leads to; null where there is nothing to undo, or to carry out again. */
  undo: () => readonly Clause[] | null
  redo: () => readonly Clause[] | null
  canUndo: boolean
  canRedo: boolean
}

interface History {
  past: readonly (readonly Clause[])[]
  future: readonly (readonly Clause[])[]
  /** The clauses that the last step left: other changes of the rule end what can be undone. */
  present: readonly Clause[]
}
const mostSteps = 100

const isSame = (a: readonly Clause[], b: readonly Clause[]): boolean =>
  a === b ||
  (a.length === b.length &&
    a.every((each, at) => {
      const other = b[at]
      return each.name === other?.name && each.section === other.section && each.text === other.text
    }))

/** Edits of the table as steps that can be undone and carried out again. */
export function useTableEdits(clauses: readonly Clause[], edit: (edit: RuleEdit) => void): TableEdits {
  const [history, setHistory] = useState<History>({ past: [], future: [], present: clauses })
  const { past, future } = isSame(history.present, clauses) ? history : { past: [], future: [] }
  const write = (present: readonly Clause[], before: History['past'], after: History['future']) => {
    setHistory({ past: before, future: after, present })
    edit({ type: 'clauses', clauses: [...present] })
    return present
  }
  return {
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    apply: next => {
      if (!isSame(next, clauses)) write(next, [...past.slice(1 - mostSteps), clauses], [])
    },
    undo: () => {
      const previous = past.at(-1)
      return previous === undefined ? null : write(previous, past.slice(0, -1), [clauses, ...future])
    },
    redo: () => {
      const [next] = future
      return next === undefined ? null : write(next, [...past, clauses], future.slice(1))
    },
  }
}
