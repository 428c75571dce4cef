import { Engine, type RuleProperties } from 'json-rules-engine'
import { compileRules, createScope, type AttributeInfo, type CheckEnvironment, type CompileOptions } from '../risk-service/fql/index.ts'
import { perSecond, type Row } from './harness.ts'
import { specs } from './rule-set.ts'

interface Case {
  amount: number
  country: string
  accountAgeDays: number
  ipType: string
}

const countries = ['DE', 'FR', 'NL', 'ES', 'US']
const cases: readonly Case[] = Array.from({ length: 5000 }, (_, index) => ({
  amount: (index * 7919) % 1000, country: countries[(index * 31) % 5] ?? 'DE', accountAgeDays: (index * 104729) % 400, ipType: index % 3 === 0 ? 'proxy' : 'residential',
}))

function timed(seconds: number, once: () => number): { hits: number; perSecond: number } {
  once()
  let rounds = 0
  let hits = 0
  const started = performance.now()
  do {
    hits = once()
    rounds++
  } while (performance.now() - started < seconds * 1000)
  return { hits, perSecond: (rounds * cases.length) / ((performance.now() - started) / 1000) }
}

function byHand(): number {
  let hits = 0
  for (const event of cases) {
    for (const spec of specs) {
      if (event.amount > spec.amount && event.country === spec.country && event.accountAgeDays < spec.age && (!spec.proxy || event.ipType === 'proxy')) hits++
    }
  }
  return hits
}

const attributes: readonly AttributeInfo[] = [
  { path: 'amount', type: 'number' }, { path: 'country', type: 'string' }, { path: 'accountAgeDays', type: 'number' }, { path: 'ipType', type: 'string' },
]
const environment: CheckEnvironment = { attributes: new Map(attributes.map(attribute => [attribute.path.toLowerCase(), attribute])) }

/** Twenty published rules, each with condition, clause and effect, run over one scope per event as the engine does. */
function inFql(mode: CompileOptions['mode']): () => number {
  const compiled = compileRules(specs.map(spec => ({
    condition: '',
    clauses: [{
      name: 'hit', section: 'prior' as const,
      text: `OBSERVE Output(hit = true) WHEN @"amount" > ${spec.amount} && @"country" == "${spec.country}" && @"accountAgeDays" < ${spec.age}${spec.proxy ? ' && @"ipType" == "proxy"' : ''}`,
    }],
  })), environment, { mode })
  const now = new Date()
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

/** The same twenty rules in our language with full semantics, in a hand-written loop, and in json-rules-engine; equal hits or an error. */
export async function benchRules(seconds = 3): Promise<Row[]> {
  const fql = timed(seconds, inFql('code'))
  const closures = timed(seconds, inFql('closures'))
  const hand = timed(seconds, byHand)
  const engine = new Engine(specs.map<RuleProperties>(spec => ({
    conditions: { all: [
      { fact: 'amount', operator: 'greaterThan', value: spec.amount },
      { fact: 'country', operator: 'equal', value: spec.country },
      { fact: 'accountAgeDays', operator: 'lessThan', value: spec.age },
      ...(spec.proxy ? [{ fact: 'ipType', operator: 'equal', value: 'proxy' }] : []),
    ] },
    event: { type: 'hit' },
  })))
  let peerHits = 0
  const started = performance.now()
  for (const event of cases) peerHits += (await engine.run({ ...event })).events.length
  const peer = cases.length / ((performance.now() - started) / 1000)
  for (const [name, hits] of [['FQL', fql.hits], ['FQL in closures', closures.hits], ['json-rules-engine', peerHits]] as const) {
    if (hits !== hand.hits) throw new Error(`Hits differ: by hand ${hand.hits}, ${name} ${hits}.`)
  }
  return [
    { name: '20 rules in FQL, full semantics, parsed events', value: perSecond(fql.perSecond), note: `${(fql.perSecond / peer).toFixed(0)} x json-rules-engine, ${(fql.perSecond / hand.perSecond).toFixed(2)} x hand-written; ${hand.hits} hits over ${cases.length} events in all four` },
    { name: '  the same without code generation', value: perSecond(closures.perSecond) },
    { name: '  json-rules-engine 7.3.1', value: perSecond(peer) },
    { name: '  hand-written loop, counts only', value: perSecond(hand.perSecond) },
  ]
}
