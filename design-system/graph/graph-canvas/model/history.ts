/** A value with undo and redo steps. */
export interface History<T> {
  past: readonly T[]
  present: T
  future: readonly T[]
}

/** Maximum number of undo steps. */
const maxSteps = 100

export const createHistory = <T>(present: T): History<T> => ({ past: [], present, future: [] })

export function pushState<T>(history: History<T>, next: T): History<T> {
  return next === history.present
    ? history
    : { past: [...history.past.slice(1 - maxSteps), history.present], present: next, future: [] }
}

export function undoStep<T>(history: History<T>): History<T> {
  const last = history.past.at(-1)
  return last === undefined
    ? history
    : { past: history.past.slice(0, -1), present: last, future: [history.present, ...history.future] }
}

export function redoStep<T>(history: History<T>): History<T> {
  const [next, ...rest] = history.future
  return next === undefined ? history : { past: [...history.past, history.present], present: next, future: rest }
}
