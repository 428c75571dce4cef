import { runSync } from '../../contract/cooperative.ts'
import type { FunctionBody } from '../../contract/functions.ts'
import type { Evaluation, RoutingEvaluation, RuleBody, RuleDiagnostic, RuleType } from '../../contract/index.ts'
import type { VelocitySetBody } from '../../contract/velocities/velocities.ts'
import type { CheckEnvironment, ResourceReaders } from '../../fql/index.ts'
import { UnavailableError } from '../../ports/index.ts'
import type { CountryOf } from '../enrich/enrich-purchase.ts'
import { type ListUpload, type ListUploadOptions, readListUpload } from '../lists/read-list-upload.ts'
import { checkVelocitySetInSteps, type VelocitySetNames } from '../resources/check-resources.ts'
import { evaluateFunctionIn, type FunctionEvaluation } from '../rules/evaluate-function.ts'
import { type EvaluationContext, evaluateRouting, evaluateRule } from '../rules/evaluate-rule.ts'
import { boundEvaluation, boundProblems, isTooLarge } from './bound-result.ts'

/** What a run on a sample needs beside the text: data only, so that it can be passed to another thread. */
type TrialContext = Omit<EvaluationContext, 'check' | 'readers' | 'countryOf'>

interface TrialInputs {
  rule: { body: RuleBody; type: RuleType } & TrialContext
  routing: { body: RuleBody } & TrialContext
  function: { body: FunctionBody } & Pick<TrialContext, 'environmentId' | 'now' | 'mode'>
  velocitySet: { body: VelocitySetBody; environmentId: string } & Omit<VelocitySetNames, 'check'>
  listFile: { environmentId: string; file: Blob } & ListUploadOptions
}
/** What a trial returns, by its kind. */
export interface TrialResults {
  rule: Evaluation
  routing: RoutingEvaluation
  function: FunctionEvaluation
  velocitySet: RuleDiagnostic[]
  listFile: ListUpload
}
export type TrialKind = keyof TrialInputs
/**
 * A text that a user is editing, to be checked, and run on its own sample; or a file, to be read. `check`: the names
 * that a text can use.
 */
export type Trial<Kind extends TrialKind = TrialKind> = Kind extends TrialKind
  ? { kind: Kind } & (Kind extends 'listFile' ? unknown : { check: CheckEnvironment }) & TrialInputs[Kind]
  : never

/**
 * Performs trials; one that takes too long is ended: its result has a diagnostic that says so. Rejects with
 * `UnavailableError` for a file that takes too long, and when too many trials are waiting.
 */
export type RunTrial = <Kind extends TrialKind>(
  trial: Trial<Kind>,
  readers: ResourceReaders,
) => Promise<TrialResults[Kind]>

/** Performs a trial in the thread that calls it. */
export function createTrialRun(countryOf: CountryOf): RunTrial {
  return async (trial, readers) => {
    const result = await perform(trial, readers, countryOf)
    return (isTooLarge(result) ? endedTrial(trial.kind) : result) as never
  }
}

async function perform(trial: Trial, readers: ResourceReaders, countryOf: CountryOf): Promise<TrialResults[TrialKind]> {
  switch (trial.kind) {
    case 'rule':
      return boundEvaluation(await evaluateRule(trial.body, trial.type, { ...trial, readers, countryOf }))
    case 'routing':
      return boundEvaluation(await evaluateRouting(trial.body, { ...trial, readers, countryOf }))
    case 'function': {
      const evaluation = await evaluateFunctionIn(trial.check, trial.body, { ...trial, readers, countryOf })
      return { ...evaluation, problems: boundProblems(evaluation.problems) }
    }
    case 'velocitySet':
      return boundProblems(runSync(checkVelocitySetInSteps(trial, trial.body)))
    case 'listFile':
      return readListUpload(trial.file, trial)
  }
}

const tooComplex = {
  clause: null,
  code: 'FQL2009',
  severity: 'error',
  message: 'Must be less complex.',
  params: { range: 'less complex' },
  from: 0,
  to: 0,
  line: 1,
  column: 1,
} as const

/**
 * Returns the result of a trial that took too long, or whose result is too large.
 * @throws UnavailableError for a file: it may be without fault
 */
export function endedTrial<Kind extends TrialKind>(kind: Kind): TrialResults[Kind] {
  if (kind === 'listFile') throw new UnavailableError('overload')
  const results: Omit<TrialResults, 'listFile'> = {
    rule: { problems: [{ ...tooComplex, part: 'condition' }], result: null },
    routing: { problems: [{ ...tooComplex, part: 'condition' }], result: null },
    function: { problems: [{ ...tooComplex, property: 0, parameter: null }], results: null },
    velocitySet: [{ ...tooComplex, part: 'condition' }],
  }
  return results[kind as Exclude<Kind, 'listFile'>] as TrialResults[Kind]
}
