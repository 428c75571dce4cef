import type { BacktestResult } from '../../../contract/rules/backtests.ts'
import type { ResourceRegistry } from '../../../engine/resources/types.ts'
import type { RuleReads } from '../../../fql/index.ts'
import type { CandidateRules } from './candidate-chain.ts'
import type { VelocityCounting } from './count-velocities.ts'
import type { RequiredParts } from './past-events.ts'

/** Returns the texts of the rules, and of the functions and velocity sets that they may reach, in lower case. */
export function textsOf(rules: Pick<CandidateRules, 'texts' | 'environmentIds'>, resources: ResourceRegistry): string {
  const more = /velocity\s*\.|functions\s*[.[]/.test(rules.texts)
    ? rules.environmentIds.flatMap(id => [
        ...resources.texts(id).flatMap(each => [each.condition, ...each.clauses.map(clause => clause.text)]),
        ...resources
          .defaultSets(id)
          .flatMap(({ set }) => [set.condition, ...set.velocities.map(velocity => velocity.text)]),
      ])
    : []
  return [rules.texts, ...more].join('\n').toLowerCase()
}

/** Returns the first names of the paths that are read; null when any path may be read. */
function namesOf(reads: readonly RuleReads[], texts: string): ReadonlySet<string> | null {
  // A look-up of an address may test whether the address occurs anywhere in the event.
  if (reads.some(({ slots, wholeEvent: whole }) => whole || slots.some(slot => !slot.quoted)) || /geo\s*\./.test(texts))
    return null
  return new Set(reads.flatMap(({ slots }) => slots.map(({ steps: [first] }) => String(first).toLowerCase())))
}

/** Returns the parts of events that have to be read. `derived`: the derived values of an event are required too. */
export function requiredPartsOf(
  reads: readonly RuleReads[],
  counting: VelocityCounting | null,
  texts: string,
): RequiredParts & { derived: boolean } {
  const names = namesOf(reads, texts)
  const named = (...some: string[]): boolean => names === null || some.some(name => names.has(name))
  const derived = named('calculatedfeatures', 'deviceattributes')
  const enrichment = named('calculatedfeatures', 'reasoncodes') || /reasons|device\s*\.\s*get/.test(texts)
  return {
    derived,
    facts: derived,
    enrichment,
    device: derived && !enrichment,
    recordedInputs: /external\s*\.|assessments\s*\.|model\s*\.|botscore|device\s*\.\s*get/.test(texts),
    evaluation: counting !== null && named('ruleevaluation'),
    origin: false,
    scoring: false,
  }
}

/** Returns the inputs that were not available in their state of that time. */
export function notesOf(texts: string, missing: boolean, counting: VelocityCounting | null): BacktestResult['notes'] {
  const found: [BacktestResult['notes'][number], boolean][] = [
    ['supportLists', /insupportlist|issafe|isblock|iswatch/.test(texts)],
    ['listVersions', missing],
    ['calls', /external\s*\.|assessments\s*\./.test(texts)],
    ['models', /model\s*\./.test(texts)],
    ['devices', /device\s*\.\s*get/.test(texts)],
    ['random', /randomint/.test(texts)],
    ['otherEvents', counting?.others === true],
  ]
  return found.flatMap(([note, applies]) => (applies ? [note] : []))
}
