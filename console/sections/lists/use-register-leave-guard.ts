import { useEffect, useRef } from 'react'

/** The question of a form, for the page around it. */
export interface ListLeaveGuard {
  confirm: (go: () => void) => void
}

/** Registers the leave guard of a form with the page around it while the form has unsaved input. */
export function useRegisterLeaveGuard(
  onGuard: (guard: ListLeaveGuard | null) => void,
  guard: (go: () => unknown) => void,
  dirty: boolean,
): void {
  const latest = useRef(guard)
  useEffect(() => {
    latest.current = guard
  })
  useEffect(() => {
    onGuard(dirty ? { confirm: go => latest.current(go) } : null)
    return () => onGuard(null)
  }, [dirty, onGuard])
}
