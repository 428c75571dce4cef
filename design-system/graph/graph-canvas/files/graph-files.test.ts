import { expect, it } from 'vitest'
import type { GraphData } from '../model/graph-model.ts'
import { edgesCsv, type FileWords, nodesCsv, toGraphMl } from './graph-files.ts'
import { toSvg } from './graph-svg.ts'

const graph: GraphData = {
  nodes: [
    { id: 'a', kind: 'user', label: '=1+1 <Ada & "B">\u0000', score: 871, decision: 'reject', fraud: true, time: 0 },
    { id: 'b', kind: 'address', label: 'Kade 7', hub: { links: 300 } },
  ],
  edges: [{ source: 'a', target: 'b', relation: 'shipped', count: 3, time: 0, lastTime: 1000 }],
}
const words: FileWords = {
  nameOf: ({ label }) => label,
  typeOf: ({ kind }) => kind,
  relationOf: ({ relation }) => relation,
  column: name => name,
}

it('nodes and links are tables, and no cell runs as a formula', () => {
  const [head, first] = nodesCsv(graph, words).split('\r\n')
  expect(head).toBe('id,type,name,score,decision,label,amount,firstSeen,lastSeen')
  expect(first).toContain(`"'=1+1 <Ada`)
  expect(first).toContain('871,reject,Fraud,,1970-01-01T00:00:00.000Z,')
  expect(edgesCsv(graph, words).split('\r\n')[1]).toBe(
    'a,shipped,b,3,1970-01-01T00:00:00.000Z,1970-01-01T00:00:01.000Z',
  )
})

it('GraphML has every node and link, and is well-formed whatever a name contains', () => {
  const text = toGraphMl(graph, words.nameOf, () => ({ x: 1, y: 2 }))
  expect(text.match(/<node /g)).toHaveLength(2)
  expect(text).toContain('=1+1 &lt;Ada &amp; &quot;B&quot;&gt;\uFFFD')
  expect(text).toContain(
    '<edge id="e0" source="n0" target="n1"><data key="relation">shipped</data><data key="count">3</data>',
  )
})

it('the SVG draws every node with its sign, and every link with its dash', () => {
  const text = toSvg(graph, {
    nameOf: words.nameOf,
    lookOf: node => ({ token: 'score-5', sign: '5', step: 5, scale: 1, form: node.hub ? 'hub' : 'node' }),
    positionOf: id => (id === 'a' ? { x: 0, y: 0 } : { x: 100, y: 50 }),
    token: name => name,
  })
  expect(text.match(/<g transform="translate\(\d+ \d+\)">/g)).toHaveLength(2)
  expect(text).toContain(
    '<line x1="0" y1="0" x2="100" y2="50" stroke="border-strong" stroke-width="1.25" stroke-dasharray="1.5 3.5"/>',
  )
  expect(text).toContain('&lt;Ada &amp;')
})
