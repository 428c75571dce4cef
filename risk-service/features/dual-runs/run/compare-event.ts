import type { Decision } from '../../../contract/index.ts'
import { validateBody } from '../../../engine/ingest/validate-body.ts'
import type { Json } from '../../../engine/lib/json.ts'
import type { Outcome } from '../../backtests/run/tally.ts'
import type { Finding, RunFacts } from '../causes/difference.ts'
import { findCause } from '../causes/find-cause.ts'
import type { FormerEvent } from '../formats/former-event.ts'
import { type DecidedEvent, formerScoresOf } from '../replay/decided-event.ts'
import { createEventReplay, recordedEvent } from '../replay/event-replay.ts'
import { readDecision } from './decision-words.ts'
import type { Replay } from './open-replay.ts'

/** Why an event is not compared; `word`: that of the former system is no decision here. */
export type SkipReason = 'otherEnvironment' | 'unknownType' | 'invalid' | 'duplicates' | 'word'

/** What both systems decided; `finding` null where the decisions are the same. */
interface Comparison {
  outcome: Outcome
  finding: Finding | null
}

export interface EventComparer {
  /** Returns the event as the product reads it, or why it is not compared. Its scores see the events before it. */
  read: (event: FormerEvent) => DecidedEvent | SkipReason
  compare: (event: DecidedEvent) => Comparison
  /** Counts an event for the velocities of later ones, decided as the former system did. */
  count: (event: DecidedEvent) => void
}

/** Creates what compares events in order of time. `words`: decisions by words of the former system, in lower case. */
export function createEventComparer(
  replay: Replay,
  facts: RunFacts,
  words: ReadonlyMap<string, Decision>,
): EventComparer {
  const seen = new Set<string>()
  return {
    read(event) {
      const place = replay.placeOf(event.environmentId)
      if (place === null) return 'otherEnvironment'
      const type = replay.typeOf(place, event.eventType)
      if (type === null) return 'unknownType'
      const { value: request, issues } = type.normalise(JSON.parse(event.request) as Json)
      if (!event.isPartial && validateBody(type, request, issues).messages.length > 0) return 'invalid'
      const externalId = type.idOf(request) ?? ''
      const key = `${place}\n${event.eventType}\n${externalId}`
      // A repeated id is answered with the first answer.
      if (externalId !== '' && seen.has(key)) return 'duplicates'
      seen.add(key)
      const decision = readDecision(event.answer.word, words)
      if (decision === null) return 'word'
      const { at, answer } = event
      const { deviceAttributes } = answer
      const { scores, facts: enriched } = replay.score(place, type, { request, deviceAttributes, externalId, at })
      return {
        at,
        environmentId: place,
        eventType: event.eventType,
        externalId,
        request,
        deviceAttributes,
        amountUsd: enriched.amountUsd,
        former: { ...answer, decision },
        own: scores,
      }
    },
    compare(event) {
      const own = createEventReplay(event, replay.rulesOf(event.eventType), replay.past, replay.probe)
      const outcome = own.run()
      const isSame = outcome.decision === event.former.decision
      const finding = isSame ? null : findCause(own, outcome, own.reads(), facts)
      own.reset()
      return { outcome, finding }
    },
    count: event => replay.count(recordedEvent(event, { scores: formerScoresOf(event) })),
  }
}

/** Whether a rule of the same name decided in both systems; false where the former answer names none. */
export function isSameRule({ former: { rule } }: Pick<DecidedEvent, 'former'>, outcome: Outcome): boolean {
  return rule !== undefined && (rule?.toLowerCase() ?? null) === (outcome.rule?.name.toLowerCase() ?? null)
}
