import { expect, it } from 'vitest'
import { createSecurityLog } from './security-log.ts'

interface Line {
  event: string
  fields: Record<string, unknown>
}
function record(secretKey = 'key') {
  let now = 0
  const lines: Line[] = []
  const security = createSecurityLog({
    log: { write: (_level, event, fields = {}) => void lines.push({ event, fields }) },
    secretKey,
    now: () => now,
  })
  return { lines, security, pass: (ms: number) => (now += ms) }
}

it('an address is logged as the same pseudonym each time, which tells nothing without the key', () => {
  const { lines, security } = record()
  for (const address of ['203.0.113.7', '203.0.113.7', '203.0.113.8', null])
    security.write('token-refused', { address, area: 'risk-api', reason: 'TokenExpired' })
  const [first, second, third, fourth] = lines.map(({ fields }) => fields['source'])
  expect([first === second, first === third, fourth]).toEqual([true, false, null])
  expect(JSON.stringify(lines)).not.toContain('203.0.113')
  const other = record('another key')
  other.security.write('token-refused', { address: '203.0.113.7', area: 'risk-api' })
  expect(other.lines[0]?.fields['source']).not.toBe(first)
})

it('a flood of one event is counted, and hides no other event', () => {
  const { lines, security, pass } = record()
  const write = () => security.write('token-refused', { address: null, area: 'risk-api' })
  for (let call = 0; call < 1000; call++) write()
  security.write('signed-in', { address: null, area: 'sign-in' })
  expect(lines.map(({ event }) => event)).toEqual([
    ...Array.from({ length: 120 }, () => 'security.token-refused'),
    'security.signed-in',
  ])
  pass(60_000)
  write()
  expect(lines.slice(-2)).toMatchObject([
    { event: 'security.token-refused.omitted', fields: { count: 880 } },
    { event: 'security.token-refused' },
  ])
})
