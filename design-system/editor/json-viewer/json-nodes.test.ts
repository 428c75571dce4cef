import { expect, it } from 'vitest'
import { ancestorsOf, findPaths, isLongerThan, serialiseAt, visibleNodes } from './json-nodes.ts'

const value = {
  user: { email: 'm@mail.example', 'first name': 'Mirela' },
  lines: [{ sku: 'A-1', price: 2.5 }],
  ok: true,
  gone: null,
}
const never = () => false

it('the JSON viewer lists what is open, in order, with places among siblings', () => {
  const lines = visibleNodes(value, { isOpen: (_, depth) => depth < 1, isMasked: never })
  expect(lines.map(line => [line.path, line.kind, line.position, line.siblings])).toEqual([
    ['', 'object', 1, 1],
    ['user', 'object', 1, 4],
    ['lines', 'array', 2, 4],
    ['ok', 'boolean', 3, 4],
    ['gone', 'null', 4, 4],
  ])
})

it('the JSON viewer finds keys and values, and addresses odd keys', () => {
  expect(findPaths(value, 'MIRELA', never)).toEqual(['user["first name"]'])
  expect(findPaths(value, 'price', never)).toEqual(['lines[0].price'])
  expect(ancestorsOf('lines[0].price')).toEqual(['', 'lines', 'lines[0]'])
})

it('the JSON viewer keeps masked values masked in lines, search and copies', () => {
  const isMasked = (path: string) => path === 'user.email'
  expect(visibleNodes(value, { isOpen: () => true, isMasked }).find(line => line.path === 'user.email')?.text).toBe(
    '••••',
  )
  expect(findPaths(value, 'mail.example', isMasked)).toEqual([])
  expect(serialiseAt(value, 'user', isMasked)).toContain('"email": "••••"')
  expect(serialiseAt(value, 'lines[0].sku', isMasked)).toBe('A-1')
})

it('the JSON viewer survives deep nesting and a megabyte', () => {
  let deep: unknown = 1
  for (let i = 0; i < 20_000; i++) deep = [deep]
  expect(visibleNodes(deep, { isOpen: () => true, isMasked: never }).length).toBe(20_001)
  const wide = Array.from({ length: 20_000 }, (_, i) => ({ id: i, name: `event ${i}`, note: 'x'.repeat(20) }))
  const begin = performance.now()
  expect(visibleNodes(wide, { isOpen: () => true, isMasked: never }).length).toBe(80_001)
  expect(performance.now() - begin).toBeLessThan(1500)
})

it('the JSON viewer ends where a value contains itself', () => {
  const loop: Record<string, unknown> = { a: 1 }
  loop['self'] = loop
  const lines = visibleNodes(loop, { isOpen: () => true, isMasked: () => false })
  expect(lines.map(line => line.text)).toEqual(['', '1', '↻'])
  expect(isLongerThan(loop, 1000)).toBe(true)
})
it('the JSON viewer hides redacted fields and says that they are gone', () => {
  const [, line] = visibleNodes(
    { card: '4111' },
    { isOpen: () => true, isMasked: () => false, isRedacted: path => path === 'card' },
  )
  expect(line).toMatchObject({ redacted: true, masked: true, text: '••••' })
})
it('the JSON viewer measures without writing', () => {
  expect(isLongerThan('abc', 10)).toBe(false)
  expect(isLongerThan({ a: ['x'.repeat(20)] }, 10)).toBe(true)
  expect(isLongerThan(null, 0)).toBe(true)
  expect(
    isLongerThan(
      Array.from({ length: 10 }, () => 1),
      200,
    ),
  ).toBe(false)
})
