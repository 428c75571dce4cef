import type { Json } from '../../../engine/lib/json.ts'
import { inputKey } from '../../../engine/replay/recorded-inputs.ts'
import { recordedScores } from '../../../engine/replay/replay.ts'
import type { ClauseScores } from '../../../engine/rules/rule-result.ts'
import { showScores } from '../../../engine/rules/rule-set-runner.ts'
import type { DecidingClause, Scope } from '../../../fql/index.ts'
import { observeOutcome, type RunnableRuleSet } from '../../backtests/run/outcomes.ts'
import type { RecordedEvent } from '../../backtests/run/past-events.ts'
import type { PastReaders } from '../../backtests/run/past-readers.ts'
import type { Outcome } from '../../backtests/run/tally.ts'
import type { DecidedEvent, Scores } from './decided-event.ts'
import type { Probe, ProbeRead } from './probe.ts'
import type { ReplayedRules } from './replayed-rules.ts'

/** What a run replaces; the rest is as the product reads it today. */
export interface Variation {
  scores?: Scores
  lists?: 'then'
  overrides?: ReadonlyMap<string, unknown>
  request?: Json
  deviceAttributes?: Json
  sets?: readonly RunnableRuleSet[]
}

/** Runs the rules over one event, as it is and with replaced inputs. Nothing is stored, counted or called. */
export interface EventReplay {
  event: DecidedEvent
  rules: ReplayedRules
  run: (variation?: Variation) => Outcome
  /** Reads of the last run. */
  reads: () => ProbeRead[]
  /** Ends the replacements: the readers answer as they do for velocities. */
  reset: () => void
  /** Passes on the event as a clause reads it. */
  inClause: <T>(clause: Pick<DecidingClause, 'section'>, variation: Variation, use: (scope: Scope) => T) => T
}

const observeNothing = (): void => undefined
const none: ReadonlyMap<string, unknown> = new Map()

/** Creates the replay of an event; the readers are those of the whole run, and belong to one event at a time. */
export function createEventReplay(
  event: DecidedEvent,
  rules: ReplayedRules,
  past: PastReaders,
  probe: Probe,
): EventReplay {
  function select({ lists, overrides = none, ...variation }: Variation): ClauseScores {
    probe.lists = lists ?? 'now'
    probe.overrides = overrides
    probe.reads.clear()
    const recorded = recordedEvent(event, variation)
    past.selectEvent(recorded)
    return recordedScores(rules.legacyScores, recorded.riskScore, recorded.recordedInputs)
  }
  return {
    event,
    rules,
    run(variation = {}) {
      const scores = select(variation)
      return observeOutcome(variation.sets ?? rules.chainOf(event.environmentId), past.scope(), scores, observeNothing)
    },
    reads: () => [...probe.reads.values()],
    reset: () => void select({}),
    inClause(clause, variation, use) {
      const scores = select(variation)
      const scope = past.scope()
      showScores(clause, scope, scores)
      return use(scope)
    },
  }
}

/** Returns the event in the form in which stored events are replayed, decided as the former system did. */
export function recordedEvent(
  { at, environmentId, eventType, externalId, amountUsd, former, ...event }: DecidedEvent,
  { scores = event.own, request = event.request, deviceAttributes = event.deviceAttributes }: Variation = {},
): RecordedEvent {
  return {
    at,
    environmentId,
    eventType,
    eventId: externalId,
    externalId,
    decision: former.decision,
    reason: '',
    rule: former.rule ?? null,
    clause: former.clause,
    riskScore: scores.risk ?? 0,
    amountUsd,
    label: null,
    isScored: scores.risk !== null,
    isDecided: true,
    scoring: null,
    request,
    enrichment: { deviceAttributes },
    recordedInputs: {
      ...(scores.bot === null ? {} : { bot: scores.bot, [inputKey('model|bot')]: { Score: scores.bot } }),
      ...(scores.risk === null ? {} : { [inputKey('model|risk')]: { Score: scores.risk } }),
    },
    facts: null,
  }
}
