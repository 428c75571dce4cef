import { Engine, type RuleProperties } from 'json-rules-engine'
import { compileRule, type CheckEnvironment, type Scope } from '../risk-service/fql/index.ts'
import { perSecond, type Row } from './harness.ts'

interface Case {
  amount: number
  country: string
  accountAgeDays: number
  ipType: string
}

const countries = ['DE', 'FR', 'NL', 'ES', 'US']
/** Twenty rules over a purchase: amount, country and account age, every fourth also the kind of IP address. */
const specs = Array.from({ length: 20 }, (_, index) => ({
  amount: 50 + index * 40, country: countries[index % 5] ?? 'DE', age: 5 + index * 15, proxy: index % 4 === 3,
}))
const cases: Case[] = Array.from({ length: 5000 }, (_, index) => ({
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

/** The same twenty rules in our language with full semantics, in a hand-written loop, and in json-rules-engine; equal hits or an error. */
export async function benchRules(seconds = 3): Promise<Row[]> {
  const environment: CheckEnvironment = {
    attributes: new Map(Object.entries({ amount: 'number', country: 'string', accountagedays: 'number', iptype: 'string' } as const)
      .map(([path, type]) => [path, { path, type }])),
  }
  const compiled = compileRule({
    condition: '',
    clauses: specs.map((spec, index) => ({
      name: `clause${index + 1}`, section: 'prior',
      text: `OBSERVE Output(hit = true) WHEN @"amount" > ${spec.amount} AND @"country" == "${spec.country}" AND @"accountAgeDays" < ${spec.age}${spec.proxy ? ' AND @"ipType" == "proxy"' : ''}`,
    })),
  }, environment)
  const now = new Date()
  const fql = timed(seconds, () => {
    let hits = 0
    for (const event of cases) {
      const scope = { event, now, variables: new Map() } as unknown as Scope
      for (const clause of compiled.clauses) if (clause.run(scope).observed) hits++
    }
    return hits
  })
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
  if (fql.hits !== hand.hits || peerHits !== hand.hits) throw new Error(`Hits differ: FQL ${fql.hits}, by hand ${hand.hits}, json-rules-engine ${peerHits}.`)
  return [
    { name: '20-rule set in FQL, full semantics', value: perSecond(fql.perSecond), note: `${(fql.perSecond / peer).toFixed(0)} x json-rules-engine, ${(fql.perSecond / hand.perSecond).toFixed(3)} x hand-written; ${hand.hits} hits in all three over ${cases.length} events` },
    { name: '  json-rules-engine 7.3.1', value: perSecond(peer) },
    { name: '  hand-written loop', value: perSecond(hand.perSecond) },
  ]
}
