import { UnavailableError } from '../../../ports/index.ts'

/** A sample reads many events: of all users together, few run at a time. */
const maxUsers = 4

interface Turn {
  cancel: () => void
  ended: Promise<void>
}

/** Runs one sample of a user at a time: a newer one cancels the older, and waits for its end. */
export function createSampleTurns(): <Result>(
  userId: string,
  left: AbortSignal | undefined,
  run: (cancelled: AbortSignal) => Promise<Result>,
) => Promise<Result> {
  const latest = new Map<string, Turn>()
  return async (userId, left, run) => {
    const before = latest.get(userId)
    if (before === undefined && latest.size >= maxUsers) throw new UnavailableError('overload', 2)
    before?.cancel()
    const { promise, resolve } = Promise.withResolvers<void>()
    const newer = new AbortController()
    const cancelled = left === undefined ? newer.signal : AbortSignal.any([newer.signal, left])
    const turn: Turn = { cancel: () => newer.abort(), ended: promise }
    latest.set(userId, turn)
    try {
      if (before) await before.ended
      if (cancelled.aborted) throw new UnavailableError('overload')
      return await run(cancelled)
    } finally {
      if (latest.get(userId) === turn) latest.delete(userId)
      resolve()
    }
  }
}
