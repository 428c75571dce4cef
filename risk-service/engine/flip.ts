import type { Decision, Flip, FlipChange } from '../contract/index.ts'
import { createPause, inSteps } from '../contract/steps.ts'
import { createScope, type DecidingClause, type Operand, type Readers, type Scope, type Slot } from '../fql/index.ts'
import { asText, changeOf, type Lever, valuesToTry } from './flip-values.ts'
import type { Json } from './json.ts'
import type { KeptReads } from './reads.ts'
import { KeptReaders, valueAt, withValue } from './replay.ts'
import type { BookRule, PublishedChain } from './rule-book.ts'
import type { RuleResult, Scores } from './rule-result.ts'
import { runChain } from './run-rules.ts'

export interface FlipInput {
  /** The event as its rules read it, made of this request or another. */
  seen: (request?: Json) => Json
  request: Json
  at: Date
  correlationId: string | null
  scores: Scores
  chain: PublishedChain
  /** Clauses of each rule of the chain, taken apart. */
  clauses: ReadonlyMap<BookRule, readonly DecidingClause[]>
  kept: KeptReads
  /** For what was not asked then. */
  live: Readers
  /** Names of lists by their ids. */
  listName: (id: string) => string
  decision: Decision
  ruleId: string | null
}

const mostShown = 6
/** Of one rule while others have some to show. */
const mostOfRule = 2
/** Most runs of the chain for one event. */
const mostRuns = 400
/** Decisions are made between two steps. */
const stepMs = 4
/** Clauses that came nearest and are looked at for what would have made them decide. */
const nearest = 4

interface Change {
  lever: Lever
  value: unknown
  distance: number | null
}

/**
 * The smallest changes that would have made another decision, nearest first: thresholds crossed by numbers and counts,
 * other values, other places on lists. For the clause that decided, what makes it not decide; for the clauses that were
 * looked at before it, or for all when none decided, what makes the nearest ones decide. Each is tried on the whole
 * chain, and only what changes the decision is given. Scores are kept as they were. Null when the chain does not come
 * to the stored decision.
 */
export async function findFlips(input: FlipInput): Promise<Flip[] | null> {
  const search = new Search(input)
  const base = await search.run([])
  if (base === null || base.decision !== input.decision || (base.rule?.id ?? null) !== input.ruleId) return null
  search.begin()
  const found: Flip[] = []
  for (const { operands, fewest } of await inSteps(targets(input, base, search), stepMs)) {
    for (const flip of fewest ? await search.toDecide(operands) : await search.toPass(operands)) found.push(flip)
  }
  const best = new Map<string, Flip>()
  for (const flip of found.toSorted((a, b) => size(a) - size(b))) {
    const key = JSON.stringify([flip.decision, flip.changes.map(({ kind, name, window }) => [kind, name, window])])
    if (!best.has(key)) best.set(key, flip)
  }
  return varied([...best.values()])
}

/**
 * The nearest, but of several rules where there are several: a rule with a list in each of its clauses would fill the
 * room alone.
 */
function varied(flips: readonly Flip[]): Flip[] {
  const ofRule = new Map<string | null, number>()
  const first = flips
    .filter(({ rule }) => {
      const seen = (ofRule.get(rule) ?? 0) + 1
      ofRule.set(rule, seen)
      return seen <= mostOfRule
    })
    .slice(0, mostShown)
  const shown = new Set([...first, ...flips.filter(flip => !first.includes(flip))].slice(0, mostShown))
  return flips.filter(flip => shown.has(flip))
}

const size = (flip: Flip): number => (flip.distance ?? 1) + (flip.changes.length - 1) * 10

interface Target {
  operands: readonly { operand: Operand; clause: DecidingClause }[]
  fewest: boolean
}

function* targets(input: FlipInput, base: RuleResult, search: Search): Generator<undefined, Target[]> {
  const rules = input.chain.sets.flatMap(set => set.rules)
  const found: Target[] = []
  const near: { operands: Target['operands']; missing: number }[] = []
  for (const rule of rules) {
    for (const clause of input.clauses.get(rule) ?? []) {
      const operands = clause.operands.map(operand => ({ operand, clause }))
      if (rule.id === base.rule?.id && clause.name === base.clause) {
        found.push({ operands, fewest: false })
        break
      }
      const missing = operands.filter(({ operand }) => search.test(operand, clause) !== true)
      if (missing.length > 0 && missing.length <= 3) near.push({ operands: missing, missing: missing.length })
      yield
    }
    if (rule.id === base.rule?.id) break
  }
  return [
    ...found,
    ...near
      .toSorted((a, b) => a.missing - b.missing)
      .slice(0, nearest * 3)
      .map(({ operands }) => ({ operands, fewest: true })),
  ]
}

class Search {
  private readonly input: FlipInput
  private readonly readers: KeptReaders
  private readonly pause = createPause(stepMs)
  /** The event as it was. */
  private readonly sent: Json
  private runs = 0
  private variables = new Map<string, unknown>()

  constructor(input: FlipInput) {
    this.input = input
    this.readers = new KeptReaders(input.kept, input.live)
    this.sent = input.seen()
  }

  /** After the first run: what it asked is what was asked then. */
  begin(): void {
    this.readers.seal()
  }

  private eventWith(changes: readonly Change[]): Json {
    const { request, seen } = this.input
    if (!changes.some(({ lever }) => lever.kind === 'attribute')) return this.sent
    let sent: unknown = request
    const over: Change[] = []
    for (const change of changes) {
      if (change.lever.kind !== 'attribute') continue
      if (/^(calculatedfeatures|deviceattributes)$/i.test(String(change.lever.steps[0]))) over.push(change)
      else sent = withValue(sent, change.lever.steps, change.value)
    }
    let event: unknown = seen(sent as Json)
    for (const { lever, value } of over) if (lever.kind === 'attribute') event = withValue(event, lever.steps, value)
    return event as Json
  }

  private scope(changes: readonly Change[]): Scope {
    const { at, correlationId } = this.input
    this.readers.changes = new Map(
      changes.flatMap(({ lever, value }) => (lever.kind === 'asked' ? [[lever.asked.key, value] as const] : [])),
    )
    return createScope({
      ...this.readers.readers(),
      event: this.eventWith(changes),
      now: at,
      random: () => 0.5,
      ...(correlationId === null ? {} : { correlationId }),
    })
  }

  private scores(changes: readonly Change[]): Scores {
    const scores = { ...this.input.scores }
    for (const { lever, value } of changes) if (lever.kind === 'score') scores[lever.model] = Number(value)
    return scores
  }

  async run(changes: readonly Change[]): Promise<RuleResult | null> {
    await this.pause()
    this.runs += 1
    this.readers.forget()
    const scope = this.scope(changes)
    const result = await runChain({ ...this.input.chain, actions: [], routing: [] }, scope, this.scores(changes))
    if (changes.length === 0) this.variables = scope.variables
    return this.readers.unknown === 'never' ? null : result
  }

  /** A scope in which the operands of a clause see what they see in a run. */
  private forClause(clause: DecidingClause, changes: readonly Change[]): Scope {
    const scope = this.scope(changes)
    const scores = this.scores(changes)
    scope.riskScore = clause.section === 'postRisk' ? scores.risk : undefined
    scope.botScore = clause.section === 'prior' ? undefined : scores.bot
    for (const [name, value] of this.variables) scope.variables.set(name, value)
    return scope
  }

  test(operand: Operand, clause: DecidingClause, changes: readonly Change[] = []): boolean | null {
    return operand.test(this.forClause(clause, changes))
  }

  /** What an operand reads that could have been otherwise. */
  private levers(operand: Operand, clause: DecidingClause): Lever[] {
    this.readers.asked.clear()
    operand.test(this.forClause(clause, []))
    const asked = [...this.readers.asked.values()]
    const event = this.sent
    return [
      ...operand.slots.flatMap((slot): Lever[] =>
        stepsOf(slot).map(steps => ({ kind: 'attribute', steps, slot, value: valueAt(event, slot) })),
      ),
      ...operand.scores.flatMap((model): Lever[] =>
        this.input.scores[model] === undefined ? [] : [{ kind: 'score', model, value: this.input.scores[model] }],
      ),
      ...asked.flatMap((each): Lever[] =>
        each.kind === 'call' ? [] : [{ kind: 'asked', asked: each, value: each.value }],
      ),
    ]
  }

  /** Changes of one value that turn an operand, nearest first; one for each value. */
  private turns(operand: Operand, clause: DecidingClause, wanted: boolean): Change[][] {
    return this.levers(operand, clause).map(lever =>
      valuesToTry(lever, operand, value => operand.gaps(this.forClause(clause, [{ lever, value, distance: null }])))
        .map(({ value, distance }): Change => ({ lever, value, distance }))
        .filter(change => this.test(operand, clause, [change]) === wanted),
    )
  }

  /** What keeps a clause that decided from deciding. */
  async toPass(operands: Target['operands']): Promise<Flip[]> {
    const found: Flip[] = []
    for (const { operand, clause } of operands) {
      await this.pause()
      for (const changes of this.turns(operand, clause, false))
        await this.firstThatFlips(
          changes.map(change => [change]),
          found,
        )
    }
    return found
  }

  /** What makes a clause decide: each of its operands that does not hold is turned. */
  async toDecide(operands: Target['operands']): Promise<Flip[]> {
    const found: Flip[] = []
    const turns: Change[][] = []
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
      await this.firstThatFlips(
        first.filter(change => change.lever === lever).map(change => [change, ...rest]),
        found,
      )
    }
    return found
  }

  private async firstThatFlips(sets: readonly (readonly Change[])[], found: Flip[]): Promise<void> {
    for (const changes of sets) {
      if (this.runs >= mostRuns) return
      const run = await this.run(changes)
      if (run === null || run.decision === this.input.decision) continue
      const sizes = changes.flatMap(change => (change.distance === null ? [] : [change.distance]))
      found.push({
        decision: run.decision,
        rule: run.rule?.name ?? null,
        clause: run.clause,
        changes: changes.map(change => this.shown(change)),
        distance: sizes.length === changes.length ? Math.round(Math.max(...sizes) * 10_000) / 10_000 : null,
        today: this.readers.unknown === 'today',
      })
      return
    }
  }

  private shown({ lever, value }: Change): FlipChange {
    const how = changeOf(lever, value)
    const to = how === 'other' || how === 'missing' ? null : asText(lever, value)
    const now = asText(lever, lever.value)
    if (lever.kind === 'attribute') return { kind: 'attribute', name: lever.slot.path, window: null, now, to, how }
    if (lever.kind === 'score') return { kind: 'score', name: lever.model, window: null, now, to, how }
    const { asked } = lever
    if (asked.kind === 'model') return { kind: 'score', name: asked.resource, window: null, now, to, how }
    if (asked.kind === 'velocity')
      return { kind: 'velocity', name: asked.resource, window: asked.window ?? null, now, to, how }
    return {
      kind: asked.kind === 'support' ? 'supportList' : 'list',
      name: this.input.listName(asked.resource),
      window: null,
      now,
      to,
      how,
    }
  }
}

/** Steps to an attribute; a name without quotes is one of the top level. */
function stepsOf(slot: Slot): (readonly (string | number)[])[] {
  return slot.quoted ? (slot.steps.length === 0 ? [] : [slot.steps]) : [[slot.path]]
}
