import { createYieldPoint } from '../../../contract/cooperative.ts'
import { FqlError } from '../../../fql/index.ts'
import { SubjectNotFoundError } from '../../backtests/run/candidate-chain.ts'
import { NoEventsError, type RunDeps } from '../../backtests/run/run-types.ts'
import { type MirrorSession, openMirrorSession } from './mirror-session.ts'
import { loadMirrorEvents, loadMirrors, type StoredMirror, saveFailure, saveResults } from './store.ts'

/** Events of one transaction, and of one read of counted ones. */
const batchSize = 200
const pageSize = 1000

export interface MirrorComparer {
  /** Compares all events that wait; returns the number of mirrors that may receive more. */
  work: () => Promise<number>
}

/**
 * Creates what compares the events of mirrors, in any thread: nothing is called, sent or counted for decisions. What
 * decides is opened once and stays in memory; after a restart, and once rules, lists or models changed, it is opened
 * again and the stored events are counted.
 */
export function createMirrorComparer(deps: RunDeps): MirrorComparer {
  const { db, clock, log } = deps
  const sessions = new Map<string, MirrorSession>()

  async function sessionOf(mirror: StoredMirror, eventTypes: ReadonlySet<string>, at: Date): Promise<MirrorSession> {
    const open = sessions.get(mirror.id)
    if (open !== undefined && open.seq() <= mirror.compared_seq && (await open.isCurrent(eventTypes))) return open
    sessions.delete(mirror.id)
    const session = await openMirrorSession(deps, mirror, mirror.first_at ?? at)
    sessions.set(mirror.id, session)
    return session
  }

  /** Counts the events that were compared before the session was opened, or by another process. */
  async function catchUp(mirror: StoredMirror, session: MirrorSession): Promise<void> {
    const pause = createYieldPoint()
    while (session.seq() < mirror.compared_seq) {
      const events = await loadMirrorEvents(db, mirror, {
        after: session.seq(),
        upTo: mirror.compared_seq,
        limit: pageSize,
      })
      if (events.length === 0) return
      for (const event of events) {
        session.count(event)
        await pause()
      }
    }
  }

  /** Compares the next events; null when none waits, or somebody else compared them. */
  async function compareBatch(mirror: StoredMirror): Promise<StoredMirror | null> {
    const events = await loadMirrorEvents(db, mirror, { after: mirror.compared_seq, limit: batchSize })
    const [first] = events
    if (first === undefined) return null
    const session = await sessionOf(mirror, new Set(events.map(event => event.event_type)), first.at)
    await catchUp(mirror, session)
    const pause = createYieldPoint()
    const results = []
    for (const event of events) {
      results.push(session.compare(event))
      await pause()
    }
    const { ruleSet, notes } = session.replay
    const isSaved = await saveResults(db, mirror, { results, notes, ruleSet: ruleSet.sha256 }, clock())
    if (!isSaved) {
      sessions.delete(mirror.id)
      return null
    }
    return { ...mirror, compared_seq: session.seq(), first_at: mirror.first_at ?? first.at }
  }

  return {
    async work() {
      const mirrors = await loadMirrors(db)
      for (const mirror of mirrors) {
        try {
          for (let at: StoredMirror | null = mirror; at !== null; ) at = await compareBatch(at)
        } catch (error) {
          sessions.delete(mirror.id)
          const isAboutRules =
            error instanceof NoEventsError || error instanceof SubjectNotFoundError || error instanceof FqlError
          if (!isAboutRules)
            log.write(3, 'mirror.failed', {
              mirrorId: mirror.id,
              error: error instanceof Error ? error.name : 'unknown',
            })
          await saveFailure(db, mirror, isAboutRules ? 'noRules' : 'internal')
        }
      }
      const running = new Set(mirrors.flatMap(({ id, state }) => (state === 'running' ? [id] : [])))
      for (const id of sessions.keys()) if (!running.has(id)) sessions.delete(id)
      return running.size
    },
  }
}
