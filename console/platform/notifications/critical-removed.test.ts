import { describe, expect, it } from 'vitest'
import { criticalRemovedKey, isCriticalRemoved, storeCriticalRemoved } from './critical-removed.ts'

function store(initial?: string) {
  const values = new Map(initial === undefined ? [] : [[criticalRemovedKey, initial]])
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  }
}

describe('notices taken from the message bar', () => {
  it('[spec 9.16] notices taken from the message bar are remembered under the critical-notification-removed key', () => {
    const kept = store()
    storeCriticalRemoved('me', 'one', kept)
    expect(criticalRemovedKey).toBe('assay/critical-notification-removed')
    expect(JSON.parse(kept.getItem('assay/critical-notification-removed') ?? '')).toEqual(['me/one'])
    expect(isCriticalRemoved('me', 'one', kept)).toBe(true)
  })

  it('notices taken from the message bar are each person’s own, once, and a bounded number', () => {
    const kept = store()
    for (let n = 0; n < 150; n++) storeCriticalRemoved('me', String(n), kept)
    storeCriticalRemoved('me', '149', kept)
    const entries = JSON.parse(kept.getItem(criticalRemovedKey) ?? '') as string[]
    expect([entries.length, entries.at(-1)]).toEqual([100, 'me/149'])
    expect([isCriticalRemoved('you', '149', kept), isCriticalRemoved('me', '10', kept)]).toEqual([false, false])
  })

  it.each(['nonsense', '{"a":1}', '[1,null,{"x":2}]', ''])(
    'notices taken from the message bar start anew from %j',
    value => {
      const kept = store(value)
      expect(isCriticalRemoved('me', 'one', kept)).toBe(false)
      storeCriticalRemoved('me', 'one', kept)
      expect(isCriticalRemoved('me', 'one', kept)).toBe(true)
    },
  )

  it('notices taken from the message bar do without a storage that is blocked', () => {
    const blocked = {
      getItem: (): string | null => {
        throw new Error('blocked')
      },
      setItem: () => {
        throw new Error('blocked')
      },
    }
    expect(() => storeCriticalRemoved('me', 'one', blocked)).not.toThrow()
    expect(isCriticalRemoved('me', 'one', blocked)).toBe(false)
  })
})
