import { expect, it } from 'vitest'
import { authoredNamePattern } from './common/constants.ts'
import { uniqueName } from './unique-name.ts'

it('a free name stays as it is; a used one, in any letter case, takes the first free number', () => {
  expect(uniqueName('New rule', ['Other'])).toBe('New rule')
  expect(uniqueName('New rule', ['NEW RULE', 'New rule 2'])).toBe('New rule 3')
  expect(uniqueName('Result', new Set(['result']), '')).toBe('Result2')
  expect(uniqueName('Orders', ['orders copy'], ' ', ' copy')).toBe('Orders copy 2')
})

it('a numbered name is never longer than a name may be, and no character is cut in two', () => {
  const long = 'x'.repeat(60)
  expect(uniqueName(long, [long])).toBe(`${'x'.repeat(58)} 2`)
  expect(uniqueName(`${'x'.repeat(57)} yz`, [`${'x'.repeat(57)} yz`])).toBe(`${'x'.repeat(57)} 2`)
  const emoji = `${'x'.repeat(54)}😀😀`
  const copy = uniqueName(emoji, [], ' ', ' copy')
  expect(copy).toBe(`${'x'.repeat(54)}😀 copy`)
  for (const name of [copy, uniqueName(emoji, [emoji, copy], ' ', ' copy')])
    expect(authoredNamePattern.test(name)).toBe(true)
})
