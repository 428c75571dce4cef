import { pollingIntervalMs } from './constants.ts'

/** Remembers when a target was last logged: repeated calls to one produce an entry every ten minutes. */
export function createPollFilter(now: () => number = Date.now): (target: string) => boolean {
  const logged = new Map<string, number>()
  return target => {
    const last = logged.get(target)
    const at = now()
    // A clock that was set back must not silence a target for hours.
    if (last !== undefined && at >= last && at - last < pollingIntervalMs) return false
    logged.set(target, at)
    return true
  }
}
