import { Engine, type RuleProperties } from 'json-rules-engine'
import {
  type AttributeInfo,
  type CheckEnvironment,
  type ClauseOutcome,
  type CompileOptions,
  compileRuleSet,
  compileRules,
  createScope,
  type RuleSource,
} from '../../risk-service/fql/index.ts'
import { median, perSecond, type Row } from '../support/harness.ts'
import { ruleSpecs } from './rule-set.ts'
import { benchZen } from './zen.ts'

interface Case {
  amount: number
  country: string
  accountAgeDays: number
  ipType: string
}

const countries = ['DE', 'FR', 'NL', 'ES', 'US']
const cases: readonly Case[] = Array.from({ length: 5000 }, (_, index) => ({
  amount: (index * 7919) % 1000,
  country: countries[(index * 31) % 5] ?? 'DE',
  accountAgeDays: (index * 104729) % 400,
  ipType: index % 3 === 0 ? 'proxy' : 'residential',
}))
const texts = cases.map(event => JSON.stringify(event))

interface Timing {
  hits: number
  perSecond: number
}

/** The median round of 5,000 events: a short interruption of the machine must not count. */
function measureRate(seconds: number, once: () => number): Timing {
  once()
  const rounds: number[] = []
  let hits = 0
  const end = performance.now() + seconds * 1000
  do {
    const started = performance.now()
    hits = once()
    rounds.push(performance.now() - started)
  } while (performance.now() < end)
  return { hits, perSecond: cases.length / (median(rounds) / 1000) }
}

function runHandwritten(): number {
  let hits = 0
  for (const event of cases) {
    for (const spec of ruleSpecs) {
      if (
        event.amount > spec.amount &&
        event.country === spec.country &&
        event.accountAgeDays < spec.age &&
        (!spec.proxy || event.ipType === 'proxy')
      )
        hits++
    }
  }
  return hits
}

/** Twenty tests in a row, as a generated program without a language: no lenient reads, no budgets, no trace. */
const plainHits = new Function(
  'e',
  `let n=0;${ruleSpecs.map(spec => `if(e.amount>${spec.amount}&&e.country===${JSON.stringify(spec.country)}&&e.accountAgeDays<${spec.age}${spec.proxy ? "&&e.ipType==='proxy'" : ''})n++;`).join('')}return n`,
) as (event: Case) => number

const attributes: readonly AttributeInfo[] = [
  { path: 'amount', type: 'number' },
  { path: 'country', type: 'string' },
  { path: 'accountAgeDays', type: 'number' },
  { path: 'ipType', type: 'string' },
]
const environment: CheckEnvironment = {
  attributes: new Map(attributes.map(attribute => [attribute.path.toLowerCase(), attribute])),
}
const sources: readonly RuleSource[] = ruleSpecs.map(spec => ({
  condition: '',
  clauses: [
    {
      name: 'hit',
      section: 'prior',
      text: `OBSERVE Output(hit = true) WHEN @"amount" > ${spec.amount} && @"country" == "${spec.country}" && @"accountAgeDays" < ${spec.age}${spec.proxy ? ' && @"ipType" == "proxy"' : ''}`,
    },
  ],
}))
const now = new Date()

/** Twenty published rules as one program, over one scope per event; every hit creates its output. */
function compileAsSet(mode: CompileOptions['mode'], eventOf: (index: number) => unknown): () => number {
  const { run } = compileRuleSet(sources, environment, { mode })
  if (run === null) throw new Error('The set waits for nothing.')
  let hits = 0
  const visit = (_rule: number, _clause: number, outcome: ClauseOutcome): boolean => {
    if (outcome.observed && outcome.outputs['hit'] === true) hits++
    return false
  }
  return () => {
    hits = 0
    for (let index = 0; index < cases.length; index++) run(createScope({ event: eventOf(index), now }), visit)
    return hits
  }
}

/** The same rules one by one: condition, then clauses. */
function compileSeparately(mode: CompileOptions['mode']): () => number {
  const compiled = compileRules(sources, environment, { mode })
  return () => {
    let hits = 0
    for (const event of cases) {
      const scope = createScope({ event, now })
      for (const rule of compiled) {
        if (!rule.condition(scope)) continue
        for (const clause of rule.clauses) if (clause.run(scope).observed) hits++
      }
    }
    return hits
  }
}

function sumOf(one: (index: number) => number): () => number {
  return () => {
    let hits = 0
    for (let index = 0; index < cases.length; index++) hits += one(index)
    return hits
  }
}
const parsed = (index: number): Case => JSON.parse(texts[index] ?? '') as Case

async function jsonRulesEngine(): Promise<Timing> {
  const engine = new Engine(
    ruleSpecs.map<RuleProperties>(spec => ({
      conditions: {
        all: [
          { fact: 'amount', operator: 'greaterThan', value: spec.amount },
          { fact: 'country', operator: 'equal', value: spec.country },
          { fact: 'accountAgeDays', operator: 'lessThan', value: spec.age },
          ...(spec.proxy ? [{ fact: 'ipType', operator: 'equal', value: 'proxy' }] : []),
        ],
      },
      event: { type: 'hit' },
    })),
  )
  let hits = 0
  const started = performance.now()
  for (const event of cases) hits += (await engine.run({ ...event })).events.length
  return { hits, perSecond: cases.length / ((performance.now() - started) / 1000) }
}

/**
 * The same twenty rules in the query language with full semantics and in its peers; throws unless all have equal hits.
 */
export async function benchRules(seconds = 3): Promise<Row[]> {
  const fql = measureRate(
    seconds,
    compileAsSet('code', index => cases[index]),
  )
  const fromText = measureRate(seconds, compileAsSet('code', parsed))
  const each = measureRate(seconds, compileSeparately('code'))
  const closures = measureRate(
    seconds,
    compileAsSet('closures', index => cases[index]),
  )
  const hand = measureRate(seconds, runHandwritten)
  const plain = measureRate(
    seconds,
    sumOf(index => plainHits(cases[index] as Case)),
  )
  const plainText = measureRate(
    seconds,
    sumOf(index => plainHits(parsed(index))),
  )
  const zen = benchZen({ specs: ruleSpecs, cases, seconds })
  const peer = await jsonRulesEngine()
  const all: readonly (readonly [string, Timing])[] = [
    ['FQL', fql],
    ['FQL from JSON text', fromText],
    ['FQL one by one', each],
    ['FQL in closures', closures],
    ['plain JavaScript', plain],
    ['plain JavaScript from JSON text', plainText],
    ['zen-engine', zen],
    ['json-rules-engine', peer],
  ]
  for (const [name, { hits }] of all)
    if (hits !== hand.hits) throw new Error(`Hits differ: by hand ${hand.hits}, ${name} ${hits}.`)
  const over = (a: Timing, b: Timing): string =>
    (a.perSecond / b.perSecond).toFixed(a.perSecond > 10 * b.perSecond ? 0 : 2)
  const zenTimes = fql.perSecond / zen.perSecond
  return [
    {
      name: '20 rules in FQL, full semantics, parsed events',
      value: perSecond(fql.perSecond),
      limit: `at least 100 x zen-engine (${zenTimes.toFixed(0)} x)`,
      ok: zenTimes >= 100,
      note: `${over(fql, peer)} x json-rules-engine, ${over(fql, hand)} x hand-written; ${hand.hits} hits over ${cases.length} events in all`,
    },
    {
      name: '  the same from JSON text',
      value: perSecond(fromText.perSecond),
      note: `${over(fromText, plainText)} x generated JavaScript from JSON text`,
    },
    { name: '  the same, rule by rule', value: perSecond(each.perSecond) },
    { name: '  the same without code generation', value: perSecond(closures.perSecond) },
    { name: '  zen-engine 0.54.0, 64 in flight', value: perSecond(zen.perSecond) },
    { name: '  json-rules-engine 7.3.1', value: perSecond(peer.perSecond) },
    { name: '  hand-written loop, counts only', value: perSecond(hand.perSecond) },
    {
      name: '  generated plain JavaScript, counts only',
      value: perSecond(plain.perSecond),
      note: `${perSecond(plainText.perSecond)} from JSON text`,
    },
  ]
}
