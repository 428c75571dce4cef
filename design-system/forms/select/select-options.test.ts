import { describe, expect, it } from 'vitest'
import { flattenOptions, moveByKey, type SelectEntry } from './select-options.ts'

const letters: readonly SelectEntry[] = [
  { value: 'a', label: 'A', disabled: true },
  { label: 'Middle', options: 'bcdefghijklmn'.split('').map(value => ({ value, label: value })) },
  { value: 'o', label: 'O', disabled: true },
]
const options = flattenOptions(letters)

describe('keys in a list of options', () => {
  it('arrows go on by one, over the borders of groups, and stop at the ends', () => {
    expect(moveByKey(options, 'b', 'ArrowDown')).toBe('c')
    expect(moveByKey(options, 'c', 'ArrowUp')).toBe('b')
    expect(moveByKey(options, 'b', 'ArrowUp')).toBe('b')
    expect(moveByKey(options, 'n', 'ArrowDown')).toBe('n')
  })
  it('Page Up and Page Down go on by ten and stop at the ends', () => {
    expect(moveByKey(options, 'b', 'PageDown')).toBe('l')
    expect(moveByKey(options, 'l', 'PageDown')).toBe('n')
    expect(moveByKey(options, 'n', 'PageUp')).toBe('d')
  })
  it('Home and End go to the first and last option that can be chosen', () => {
    expect(moveByKey(options, 'f', 'Home')).toBe('b')
    expect(moveByKey(options, 'f', 'End')).toBe('n')
  })
  it('other keys and an empty list lead nowhere', () => {
    expect(moveByKey(options, 'b', 'ArrowLeft')).toBeUndefined()
    expect(moveByKey([], undefined, 'End')).toBeUndefined()
  })
})
