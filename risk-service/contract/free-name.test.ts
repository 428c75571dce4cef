import { expect, it } from 'vitest'
import { authoredNamePattern } from './constants.ts'
import { freeName } from './free-name.ts'

it('takes a name as it is, or the first number that is free, in any letter case', () => {
  expect(freeName('New rule', ['Other'])).toBe('New rule')
  expect(freeName('New rule', ['NEW RULE', 'New rule 2'])).toBe('New rule 3')
  expect(freeName('Result', new Set(['result']), '')).toBe('Result2')
  expect(freeName('Orders', ['orders copy'], ' ', ' copy')).toBe('Orders copy 2')
})

it('is never longer than a name may be, and cuts no character in two', () => {
  const long = 'x'.repeat(60)
  expect(freeName(long, [long])).toBe(`${'x'.repeat(58)} 2`)
  expect(freeName(`${'x'.repeat(57)} yz`, [`${'x'.repeat(57)} yz`])).toBe(`${'x'.repeat(57)} 2`)
  const emoji = `${'x'.repeat(54)}😀😀`
  const copy = freeName(emoji, [], ' ', ' copy')
  expect(copy).toBe(`${'x'.repeat(54)}😀 copy`)
  for (const name of [copy, freeName(emoji, [emoji, copy], ' ', ' copy')])
    expect(authoredNamePattern.test(name)).toBe(true)
})
