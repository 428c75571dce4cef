import { UnavailableError } from '../../../ports/index.ts'

/** A sample reads many events: of all users together, few run at a time. */
const maxUsers = 4

interface Turn {
  isCancelled: boolean
  ended: Promise<void>
}

/** Runs one sample of a user at a time: a newer one cancels the older, and waits for its end. */
export function createSampleTurns(): <Result>(
  userId: string,
  hasLeft: () => boolean,
  run: (isCancelled: () => boolean) => Promise<Result>,
) => Promise<Result> {
  const latest = new Map<string, Turn>()
  return async (userId, hasLeft, run) => {
    const before = latest.get(userId)
    if (before === undefined && latest.size >= maxUsers) throw new UnavailableError('overload', 2)
    if (before) before.isCancelled = true
    const { promise, resolve } = Promise.withResolvers<void>()
    const turn: Turn = { isCancelled: false, ended: promise }
    latest.set(userId, turn)
    try {
      if (before) await before.ended
      if (turn.isCancelled || hasLeft()) throw new UnavailableError('overload')
      return await run(() => turn.isCancelled || hasLeft())
    } finally {
      if (latest.get(userId) === turn) latest.delete(userId)
      resolve()
    }
  }
}
