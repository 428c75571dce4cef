import type { Decision } from '../../../contract/index.ts'
import { truncateText } from '../../../engine/ingest/sensitive-data.ts'
import type { RunDeps } from '../../backtests/run/run-types.ts'
import type { RunFacts } from '../causes/difference.ts'
import { createFormerOrder } from '../causes/former-order.ts'
import type { FormerEvent } from '../formats/former-event.ts'
import { createEventComparer, isSameRule } from '../run/compare-event.ts'
import { exampleOf } from '../run/ledger.ts'
import { openReplay, type Replay } from '../run/open-replay.ts'
import { type EventResult, loadMirrorTypes, type StoredMirror } from './store.ts'

interface MirroredEvent {
  seq: number
  at: Date
  content: string
}

/** The rules, lists, models and counts of velocities with which the events of a mirror are decided. */
export interface MirrorSession {
  replay: Pick<Replay, 'ruleSet' | 'notes'>
  /** Events up to this one are counted. */
  seq: () => number
  /** Whether the session decides events of these assessments as they would be decided now. */
  isCurrent: (eventTypes: ReadonlySet<string>) => Promise<boolean>
  /** Counts an event that was compared earlier. */
  count: (event: MirroredEvent) => void
  /** Decides an event, compares the decision, and counts the event. */
  compare: (event: MirroredEvent) => EventResult
}

/** Opens a session without counts. @throws NoEventsError when no rule is active */
export async function openMirrorSession(
  deps: RunDeps,
  mirror: Pick<StoredMirror, 'environment_id' | 'id' | 'words'>,
  firstAt: Date,
): Promise<MirrorSession> {
  const eventTypes = await loadMirrorTypes(deps.db, mirror)
  const types = new Set(eventTypes)
  const replay = await openReplay(deps, mirror.environment_id, { eventTypes, from: firstAt, isLive: true })
  const order = createFormerOrder()
  const facts: RunFacts = {
    firstAt: firstAt.getTime(),
    order,
    isListChanged: replay.lists.isChangedAfter,
    listName: replay.listName,
  }
  const words = new Map(mirror.words.map(({ word, decision }): [string, Decision] => [word.toLowerCase(), decision]))
  const comparer = createEventComparer(replay, facts, words)
  let latest = -Infinity
  let seq = 0

  function read(event: MirroredEvent) {
    const former = JSON.parse(event.content) as FormerEvent
    // Velocities are counted in order of time: a late event is decided at the time of the newest one before it.
    latest = Math.max(latest, event.at.getTime())
    seq = event.seq
    order.add(former.answer)
    return { former, read: comparer.read({ ...former, at: latest }) }
  }
  return {
    replay,
    seq: () => seq,
    isCurrent: async needed =>
      [...needed].every(type => types.has(type)) && (await replay.digest()) === replay.ruleSet.sha256,
    count(event) {
      const { read: found } = read(event)
      if (typeof found !== 'string') comparer.count(found)
    },
    compare(event) {
      const { former, read: found } = read(event)
      const none = { seq: event.seq, at: event.at, own: '', cause: null, example: null, sameRule: false, amountUsd: 0 }
      if (found === 'word') return { ...none, result: 'word', former: truncateText(former.answer.word, 40) }
      if (typeof found === 'string')
        return { ...none, result: found === 'duplicates' ? 'duplicate' : 'invalid', former: '' }
      const { outcome, finding } = comparer.compare(found)
      comparer.count(found)
      const compared = {
        ...none,
        former: found.former.decision,
        own: outcome.decision,
        sameRule: isSameRule(found, outcome),
        amountUsd: found.amountUsd ?? 0,
      }
      if (finding === null) return { ...compared, result: 'same' }
      const { cause, detail, subject, other = null, withScore = false } = finding
      return {
        ...compared,
        result: 'different',
        sameRule: false,
        cause: JSON.stringify({ cause, detail, subject, other, withScore }),
        example: JSON.stringify({ ...exampleOf(found, outcome, finding), at: event.at.toISOString() }),
      }
    },
  }
}
