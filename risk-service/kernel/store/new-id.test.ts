import { expect, it } from 'vitest'
import { newId } from './new-id.ts'

it('the ids have version 7, are unique, rise and carry the time', () => {
  const from = Date.now()
  const ids = Array.from({ length: 20_000 }, newId)
  expect(ids.every(id => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toBe(true)
  expect(new Set(ids).size).toBe(ids.length)
  expect([...ids].sort()).toEqual(ids)
  expect(Number.parseInt((ids[0] ?? '').replace('-', '').slice(0, 12), 16)).toBeGreaterThanOrEqual(from)
})
