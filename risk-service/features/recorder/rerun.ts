import type { Rerun, RerunChange, RerunOutcome } from '../../contract/events/recorder.ts'
import type { StoredRun } from '../../engine/rerun/run-stored.ts'
import { loadRecordedEvent } from '../review/stored-decisions.ts'
import { resultText } from './decision-steps.ts'
import type { RecorderCall } from './later-steps.ts'
import { createAnswerMask, type MaskAnswer, plainValue } from './mask-answer.ts'

/**
 * Decides an event with today's rules, without any effect, and compares; masked for the caller, null for an unknown
 * event.
 */
export async function rerunEvent(
  { db, engine, masking, environmentId }: RecorderCall,
  { eventType, id }: { eventType: string; id: string },
): Promise<Rerun | null> {
  const event = await loadRecordedEvent(db, { environmentId, eventType, id })
  // Nothing has decided an event of a data upload: there is nothing to compare with.
  if (event === null || event.row.decision === null) return null
  const { decision } = event
  const { replay, now, inputs } = await engine.rerunStored(decision)
  const then: RerunOutcome = {
    decision: decision.decision,
    reason: decision.reason,
    // An answer is stored in the words of its API: the text for support is that of the replay.
    supportMessage: replay.run?.supportMessage ?? null,
    rule: decision.rule,
    clause: decision.clause,
  }
  const mask = createAnswerMask(masking, event)
  return mask({
    then,
    now: now === null ? null : outcomeOf(now),
    differs: now !== null && !isSame(then, outcomeOf(now), replay.run !== null),
    replay: replay.state,
    inputs,
    riskScore: decision.riskScore,
    botScore: typeof decision.reads.bot === 'number' ? decision.reads.bot : null,
    variables: compare(replay.run, now, variablesOf, mask),
    outputs: compare(replay.run, now, outputsOf, mask),
    rules: compareRules(selectedIn(event.explanation.rules), now === null ? null : selectedIn(now.rules)),
    runtimeErrors: now?.runtimeErrors ?? [],
  })
}

const outcomeOf = ({ decision, reason, supportMessage, rule, clause }: StoredRun): RerunOutcome => ({
  decision,
  reason,
  supportMessage,
  rule,
  clause,
})

const isSame = (a: RerunOutcome, b: RerunOutcome, withMessage: boolean): boolean =>
  a.decision === b.decision &&
  a.reason === b.reason &&
  a.rule === b.rule &&
  a.clause === b.clause &&
  (!withMessage || a.supportMessage === b.supportMessage)

const variablesOf = ({ variables }: StoredRun): ReadonlyMap<string, unknown> => variables

const outputsOf = (run: StoredRun): Map<string, unknown> =>
  new Map(
    Object.entries(run.outputs).flatMap(([clause, pairs]) =>
      Object.entries(pairs).map(([name, value]): [string, unknown] => [`${clause}.${name}`, value]),
    ),
  )

/** Returns the values that differ between two runs; none when one of them is missing. */
function compare(
  then: StoredRun | null,
  now: StoredRun | null,
  valuesOf: (run: StoredRun) => ReadonlyMap<string, unknown>,
  mask: MaskAnswer,
): RerunChange[] {
  if (then === null || now === null) return []
  const [before, after] = [valuesOf(then), valuesOf(now)]
  const changes = [...new Set([...before.keys(), ...after.keys()])]
    .map(name => ({ name, then: plainValue(before.get(name)), now: plainValue(after.get(name)) }))
    .filter(change => valueText(change.then) !== valueText(change.now))
  return mask(changes).map(change => ({ ...change, then: valueText(change.then), now: valueText(change.now) }))
}

const valueText = (value: unknown): string | null => (value === false ? 'false' : resultText(value))

const selectedIn = (rules: StoredRun['rules']): string[] =>
  rules.filter(({ selected }) => selected).map(({ rule }) => rule)

const compareRules = (then: readonly string[], now: readonly string[] | null): Rerun['rules'] => ({
  added: (now ?? []).filter(rule => !then.includes(rule)),
  removed: now === null ? [] : then.filter(rule => !now.includes(rule)),
})
