import { describe, expect, it } from 'vitest'
import { collationKeys } from './collation-key.ts'

const characters = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i))
let seed = 7
const next = (limit: number) => {
  seed = (seed * 1103515245 + 12345) % 2147483648
  return seed % limit
}
const texts = Array.from({ length: 600 }, () => Array.from({ length: next(20) }, () => characters[next(95)]).join(''))

describe('collationKeys', () => {
  it.each(['en-US', 'de-DE', 'ar-AE'])('collationKeys never contradicts the collator of %s', locale => {
    const key = collationKeys(locale)
    const { compare } = new Intl.Collator(locale)
    let decided = 0
    for (let i = 1; i < texts.length; i++) {
      const [a = '', b = ''] = [texts[i - 1], texts[i]]
      const [left, right] = [key?.(a), key?.(b)]
      if (!left || !right) continue
      const order = left[0] - right[0] || left[1] - right[1]
      if (order === 0) continue
      decided++
      expect(Math.sign(order), `${a} | ${b}`).toBe(Math.sign(compare(a, b)))
    }
    expect(decided).toBeGreaterThan(500)
  })
  it('collationKeys leaves other letters and languages to the collator', () => {
    expect(collationKeys('cs-CZ')).toBeNull()
    expect(collationKeys('en-US')?.('Zoë')).toBeNull()
    expect(collationKeys('en-US')?.('plain, then late é')).not.toBeNull()
    expect(collationKeys('en-US')?.('Ada')).toEqual(collationKeys('en-US')?.('ada'))
  })
})
