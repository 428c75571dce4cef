import { runInSlices } from '../../contract/cooperative.ts'
import type { FqlCase } from '../../fql/cases/case.ts'
import type { ChainRule } from '../../ports/stored-explanation.ts'
import { listNames, type StoredDecision } from '../counterfactual/counterfactuals.ts'
import { recompileChain, type StoredRule } from '../counterfactual/recompile-chain.ts'
import { createReplayDeps, type StoredDecisionsDeps } from '../counterfactual/replay-deps.ts'
import type { ResourceRead } from '../replay/recorded-readers.ts'
import { emptyChain } from '../rules/published-chain.ts'
import { buildCase } from './build-case.ts'
import { createFactWatch } from './fact-watch.ts'
import { chainRules, createStoredRunner, type StoredRun, type StoredRunner } from './run-stored.ts'

/** See the step `reads` of the contract. */
type ReplayState = 'ready' | 'noRules' | 'ruleChanged' | 'notReproduced'

export interface Replay {
  state: ReplayState
  /** Null unless the state is `ready`. */
  run: StoredRun | null
}

interface RerunToday {
  replay: Replay
  /** Null: the assessment of the event no longer exists. */
  now: StoredRun | null
  inputs: 'recorded' | 'today' | 'missing'
  /** Today's rules, in run order. */
  rules: readonly ChainRule[]
}

/** Runs of rules over stored events, without any effect. */
export interface Reruns {
  /** Runs the rules of the time of the decision: names what they read. */
  replayStored: (stored: StoredDecision) => Promise<Replay>
  /** Runs today's published rules, with the recorded inputs where they read the same. */
  rerunStored: (stored: StoredDecision) => Promise<RerunToday>
  /**
   * Returns the event with today's rules and what these read as a case of the query language, without what to expect.
   * `bodies`: of today's rules. Null: the assessment no longer exists.
   */
  caseOfStored: (stored: StoredDecision, bodies: readonly StoredRule[]) => Promise<Omit<FqlCase, 'expect'> | null>
}

/** Creates the runs, over the resources of the engine. */
export function createReruns(deps: StoredDecisionsDeps): Reruns {
  const { loadLists, depsOf } = createReplayDeps(deps)

  async function replay(stored: StoredDecision, runner: StoredRunner | null): Promise<Replay> {
    if (stored.rules.length === 0) return { state: 'noRules', run: null }
    if (runner === null) return { state: 'ruleChanged', run: null }
    const { checkOf } = depsOf(stored)
    await loadLists(stored.rules)
    const checks = new Map([...new Set(stored.rules.map(rule => rule.environmentId))].map(id => [id, checkOf(id)]))
    const recompiled = await runInSlices(recompileChain(stored.rules, checks), 4)
    if (recompiled === null) return { state: 'ruleChanged', run: null }
    const run = await runner.run(recompiled.chain)
    const same = run.decision === stored.decision && run.ruleId === stored.ruleId
    return same && runner.recorded.unrecorded !== 'never'
      ? { state: 'ready', run: { ...run, reads: named(stored, run.reads) } }
      : { state: 'notReproduced', run: null }
  }

  /** Lists are read by their ids. */
  function named(stored: StoredDecision, reads: readonly ResourceRead[]): ResourceRead[] {
    const { checkOf } = depsOf(stored)
    const environments = new Set([stored.environmentId, ...stored.rules.map(rule => rule.environmentId)])
    const names = listNames([...environments].map(checkOf))
    return reads.map(read => ({ ...read, resource: names.get(read.resource) ?? read.resource }))
  }

  const chainOf = async ({ environmentId, eventType }: StoredDecision) =>
    (await deps.rules.loadChain(environmentId, eventType)) ?? emptyChain

  return {
    replayStored: stored => replay(stored, createStoredRunner(stored, depsOf(stored))),
    async rerunStored(stored) {
      const runner = createStoredRunner(stored, depsOf(stored))
      const then = await replay(stored, runner)
      const chain = await chainOf(stored)
      const rules = chainRules(chain)
      if (runner === null) return { replay: then, now: null, inputs: 'missing', rules }
      freeze(runner, then)
      const now = await runner.run(chain)
      const { unrecorded } = runner.recorded
      const inputs = unrecorded === 'no' ? 'recorded' : unrecorded === 'today' ? 'today' : 'missing'
      return { replay: then, now: { ...now, reads: named(stored, now.reads) }, inputs, rules }
    },
    async caseOfStored(stored, bodies) {
      const watch = createFactWatch()
      const runner = createStoredRunner(stored, depsOf(stored), watch.readers)
      if (runner === null) return null
      freeze(runner, await replay(stored, runner))
      watch.clear()
      const run = await runner.run(await chainOf(stored))
      const { checkOf } = depsOf(stored)
      return buildCase({
        stored,
        event: runner.event,
        scores: runner.scores,
        rules: bodies,
        reads: named(stored, run.reads),
        facts: watch.facts,
        checks: [...new Set([...bodies.map(rule => rule.environmentId), stored.environmentId])].flatMap(
          id => checkOf(id) ?? [],
        ),
      })
    },
  }
}

/** Reads that the rules of that time did not make are answered as they are now; without a replay, all unrecorded ones. */
function freeze({ recorded }: StoredRunner, { run }: Replay): void {
  if (run === null) recorded.reads.clear()
  recorded.freeze()
}
