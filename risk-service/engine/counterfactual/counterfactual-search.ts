import { createYieldPoint, runInSlices } from '../../contract/cooperative.ts'
import type { Counterfactual, CounterfactualChange, Decision } from '../../contract/index.ts'
import {
  createScope,
  type DecidingClause,
  type Operand,
  type ResourceReaders,
  type Scope,
  type Slot,
} from '../../fql/index.ts'
import type { RecordedInputs } from '../../ports/stored-explanation.ts'
import type { Json } from '../lib/json.ts'
import { RecordedReaders } from '../replay/recorded-readers.ts'
import { valueAt, withValue } from '../replay/replay.ts'
import type { PublishedChain, PublishedRule } from '../rules/published-chain.ts'
import type { ClauseScores, RuleResult } from '../rules/rule-result.ts'
import { runChain } from '../rules/run-rules.ts'
import { type CandidateChange, candidateValues, changeDirection, displayValue } from './candidate-values.ts'
import { rankCounterfactuals } from './rank-counterfactuals.ts'
import { findTargets, type SearchTarget } from './search-targets.ts'

export interface CounterfactualSearchInput {
  /** Creates the input of the rules from this request or another. */
  createRuleInput: (request?: Json) => Json
  request: Json
  at: Date
  correlationId: string | null
  scores: ClauseScores
  chain: PublishedChain
  /** Clauses of each rule of the chain, split into operands. */
  clauses: ReadonlyMap<PublishedRule, readonly DecidingClause[]>
  recorded: RecordedInputs
  /** For resources that were not read at the time. */
  live: ResourceReaders
  /** Names of lists by their ids. */
  listName: (id: string) => string
  decision: Decision
  ruleId: string | null
}

/** Maximum of runs of the chain for one event. */
const maxRuns = 400
/** Time of one slice: decisions are made between two slices. */
const sliceMs = 4
interface AppliedChange {
  lever: CandidateChange
  value: unknown
  distance: number | null
}

/**
 * Searches the smallest changes that would have led to another decision, nearest first: thresholds crossed by numbers
 * and counts, other values, other statuses on lists. For the deciding clause, changes that stop it from deciding; for
 * the clauses evaluated before it, or for all when none decided, changes that make the nearest ones decide. Each is
 * tried on the whole chain, and only changes of the decision are returned. Scores stay as they were. Null when the
 * chain does not reproduce the stored decision.
 */
export async function searchCounterfactuals(input: CounterfactualSearchInput): Promise<Counterfactual[] | null> {
  const search = new CounterfactualSearch(input)
  const base = await search.run([])
  if (base === null || base.decision !== input.decision || (base.rule?.id ?? null) !== input.ruleId) return null
  search.begin()
  const found: Counterfactual[] = []
  for (const { operands, fewest } of await runInSlices(
    findTargets(input, base, (operand, clause) => search.test(operand, clause)),
    sliceMs,
  )) {
    for (const counterfactual of fewest ? await search.toDecide(operands) : await search.toPass(operands))
      found.push(counterfactual)
  }
  return rankCounterfactuals(found)
}

class CounterfactualSearch {
  private readonly input: CounterfactualSearchInput
  private readonly readers: RecordedReaders
  private readonly pause = createYieldPoint(sliceMs)
  /** The original event. */
  private readonly sent: Json
  private runs = 0
  private variables = new Map<string, unknown>()

  constructor(input: CounterfactualSearchInput) {
    this.input = input
    this.readers = new RecordedReaders(input.recorded, input.live)
    this.sent = input.createRuleInput()
  }

  /** Called after the first run: its reads are those of the decision. */
  begin(): void {
    this.readers.freeze()
  }

  private eventWith(changes: readonly AppliedChange[]): Json {
    const { request, createRuleInput } = this.input
    if (!changes.some(({ lever }) => lever.kind === 'attribute')) return this.sent
    let sent: unknown = request
    const over: AppliedChange[] = []
    for (const change of changes) {
      if (change.lever.kind !== 'attribute') continue
      if (/^(calculatedfeatures|deviceattributes)$/i.test(String(change.lever.steps[0]))) over.push(change)
      else sent = withValue(sent, change.lever.steps, change.value)
    }
    let event: unknown = createRuleInput(sent as Json)
    for (const { lever, value } of over) if (lever.kind === 'attribute') event = withValue(event, lever.steps, value)
    return event as Json
  }

  private scope(changes: readonly AppliedChange[]): Scope {
    const { at, correlationId } = this.input
    this.readers.changes = new Map(
      changes.flatMap(({ lever, value }) => (lever.kind === 'resource' ? [[lever.read.key, value] as const] : [])),
    )
    return createScope({
      ...this.readers.readers(),
      event: this.eventWith(changes),
      now: at,
      random: () => 0.5,
      ...(correlationId === null ? {} : { correlationId }),
    })
  }

  private scores(changes: readonly AppliedChange[]): ClauseScores {
    const scores = { ...this.input.scores }
    for (const { lever, value } of changes) if (lever.kind === 'score') scores[lever.model] = Number(value)
    return scores
  }

  async run(changes: readonly AppliedChange[]): Promise<RuleResult | null> {
    await this.pause()
    this.runs += 1
    this.readers.reset()
    const scope = this.scope(changes)
    const result = await runChain({ ...this.input.chain, actions: [], routing: [] }, scope, this.scores(changes))
    if (changes.length === 0) this.variables = scope.variables
    return this.readers.unrecorded === 'never' ? null : result
  }

  /** Returns a scope in which the operands of a clause read the same values as in a run. */
  private forClause(clause: DecidingClause, changes: readonly AppliedChange[]): Scope {
    const scope = this.scope(changes)
    const scores = this.scores(changes)
    scope.riskScore = clause.section === 'postRisk' ? scores.risk : undefined
    scope.botScore = clause.section === 'prior' ? undefined : scores.bot
    for (const [name, value] of this.variables) scope.variables.set(name, value)
    return scope
  }

  test(operand: Operand, clause: DecidingClause, changes: readonly AppliedChange[] = []): boolean | null {
    return operand.test(this.forClause(clause, changes))
  }

  /** Returns the candidate changes of the values that an operand reads. */
  private levers(operand: Operand, clause: DecidingClause): CandidateChange[] {
    this.readers.reads.clear()
    operand.test(this.forClause(clause, []))
    const reads = [...this.readers.reads.values()]
    const event = this.sent
    return [
      ...operand.slots.flatMap((slot): CandidateChange[] =>
        stepsOf(slot).map(steps => ({ kind: 'attribute', steps, slot, value: valueAt(event, slot) })),
      ),
      ...operand.scores.flatMap((model): CandidateChange[] =>
        this.input.scores[model] === undefined ? [] : [{ kind: 'score', model, value: this.input.scores[model] }],
      ),
      ...reads.flatMap((read): CandidateChange[] =>
        read.kind === 'call' ? [] : [{ kind: 'resource', read, value: read.value }],
      ),
    ]
  }

  /** Returns changes of one value that change the outcome of an operand, nearest first; one for each value. */
  private turns(operand: Operand, clause: DecidingClause, outcome: boolean): AppliedChange[][] {
    return this.levers(operand, clause).map(lever =>
      candidateValues(lever, operand, value =>
        operand.distances(this.forClause(clause, [{ lever, value, distance: null }])),
      )
        .map(({ value, distance }): AppliedChange => ({ lever, value, distance }))
        .filter(change => this.test(operand, clause, [change]) === outcome),
    )
  }

  /** Returns the changes that stop a deciding clause from deciding. */
  async toPass(operands: SearchTarget['operands']): Promise<Counterfactual[]> {
    const found: Counterfactual[] = []
    for (const { operand, clause } of operands) {
      await this.pause()
      for (const changes of this.turns(operand, clause, false))
        await this.firstThatDiffers(
          changes.map(change => [change]),
          found,
        )
    }
    return found
  }

  /** Returns the changes that make a clause decide: each of its operands that is false is changed. */
  async toDecide(operands: SearchTarget['operands']): Promise<Counterfactual[]> {
    const found: Counterfactual[] = []
    const turns: AppliedChange[][] = []
    for (const { operand, clause } of operands) {
      await this.pause()
      turns.push(
        this.turns(operand, clause, true)
          .flatMap(changes => changes.slice(0, 2))
          .toSorted((a, b) => (a.distance ?? 1) - (b.distance ?? 1)),
      )
    }
    const [first = [], ...others] = turns
    if (turns.some(each => each.length === 0)) return found
    const rest = others.flatMap(each => each.slice(0, 1))
    for (const lever of new Set(first.map(change => change.lever))) {
      await this.firstThatDiffers(
        first.filter(change => change.lever === lever).map(change => [change, ...rest]),
        found,
      )
    }
    return found
  }

  private async firstThatDiffers(sets: readonly (readonly AppliedChange[])[], found: Counterfactual[]): Promise<void> {
    for (const changes of sets) {
      if (this.runs >= maxRuns) return
      const run = await this.run(changes)
      if (run === null || run.decision === this.input.decision) continue
      const sizes = changes.flatMap(change => (change.distance === null ? [] : [change.distance]))
      found.push({
        decision: run.decision,
        rule: run.rule?.name ?? null,
        clause: run.clause,
        changes: changes.map(change => this.shown(change)),
        distance: sizes.length === changes.length ? Math.round(Math.max(...sizes) * 10_000) / 10_000 : null,
        today: this.readers.unrecorded === 'today',
      })
      return
    }
  }

  private shown({ lever, value }: AppliedChange): CounterfactualChange {
    const how = changeDirection(lever, value)
    const to = how === 'other' || how === 'missing' ? null : displayValue(lever, value)
    const now = displayValue(lever, lever.value)
    if (lever.kind === 'attribute') return { kind: 'attribute', name: lever.slot.path, window: null, now, to, how }
    if (lever.kind === 'score') return { kind: 'score', name: lever.model, window: null, now, to, how }
    const { read } = lever
    if (read.kind === 'model') return { kind: 'score', name: read.resource, window: null, now, to, how }
    if (read.kind === 'velocity')
      return { kind: 'velocity', name: read.resource, window: read.window ?? null, now, to, how }
    return {
      kind: read.kind === 'support' ? 'supportList' : 'list',
      name: this.input.listName(read.resource),
      window: null,
      now,
      to,
      how,
    }
  }
}

/** Returns the steps to an attribute; a name without quotes is one of the top level. */
function stepsOf(slot: Slot): (readonly (string | number)[])[] {
  return slot.quoted ? (slot.steps.length === 0 ? [] : [slot.steps]) : [[slot.path]]
}
