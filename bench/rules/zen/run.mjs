/**
 * Runs the rule set in zen-engine: `{ specs, cases, seconds }` in, `{ hits, perSecond }` out, both as JSON. 64 events
 * in flight.
 */

import { text } from 'node:stream/consumers'
import { ZenEngine } from '@gorules/zen-engine'

const inFlight = 64
const { specs, cases, seconds } = JSON.parse(await text(process.stdin))
const position = { x: 0, y: 0 }
const graph = {
  nodes: [
    { id: 'in', type: 'inputNode', name: 'Request', position },
    {
      id: 'table',
      type: 'decisionTableNode',
      name: 'Rules',
      position,
      content: {
        hitPolicy: 'collect',
        inputs: ['amount', 'country', 'accountAgeDays', 'ipType'].map(field => ({ id: field, name: field, field })),
        outputs: [{ id: 'hit', name: 'hit', field: 'hit' }],
        rules: specs.map((spec, index) => ({
          _id: `r${index}`,
          amount: `> ${spec.amount}`,
          country: `'${spec.country}'`,
          accountAgeDays: `< ${spec.age}`,
          ipType: spec.proxy ? "'proxy'" : '',
          hit: 'true',
        })),
      },
    },
    { id: 'out', type: 'outputNode', name: 'Response', position },
  ],
  edges: [
    { id: 'a', type: 'edge', sourceId: 'in', targetId: 'table' },
    { id: 'b', type: 'edge', sourceId: 'table', targetId: 'out' },
  ],
}
const decision = new ZenEngine().createDecision(Buffer.from(JSON.stringify(graph)))
const hitsOf = async event => {
  const { result } = await decision.evaluate(event)
  return Array.isArray(result) ? result.length : 0
}

async function round() {
  let hits = 0
  let next = 0
  const worker = async () => {
    while (next < cases.length) {
      const found = await hitsOf(cases[next++])
      hits += found
    }
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
  return hits
}

await Promise.all(cases.slice(0, 200).map(hitsOf))
let rounds = 0
let hits = 0
const started = performance.now()
do {
  hits = await round()
  rounds++
} while (performance.now() - started < seconds * 1000)
process.stdout.write(
  JSON.stringify({ hits, perSecond: (rounds * cases.length) / ((performance.now() - started) / 1000) }),
)
