import { expect, it } from 'vitest'
import { completeMention, mentionAt } from './mention-query.ts'

it.each([
  ['@', { from: 0, text: '' }],
  ['see @So', { from: 4, text: 'So' }],
  ['(@ana', { from: 1, text: 'ana' }],
  ['@Ana Li', { from: 0, text: 'Ana Li' }],
  ['@Ana ', { from: 0, text: 'Ana ' }],
  ['@Ana Li x', undefined],
  ['mail a@b', undefined],
  ['@ana, ', undefined],
  ['no', undefined],
  ['@ana\nnext', undefined],
  [`@${'x'.repeat(50)}`, undefined],
  ['@أحمد', { from: 0, text: 'أحمد' }],
])('a mention at the end of %j', (text, expected) => {
  expect(mentionAt(text, text.length)).toEqual(expected)
})
it('a mention is searched for up to the caret', () => {
  expect(mentionAt('@Sofia', 3)).toEqual({ from: 0, text: 'So' })
})
it('a chosen name replaces the typed text', () => {
  expect(completeMention('see @So', { from: 4, text: 'So' }, 'Sofia Lind')).toEqual({
    text: 'see @Sofia Lind ',
    caret: 16,
  })
  expect(completeMention('@s and', { from: 0, text: 's' }, 'Sofia')).toEqual({ text: '@Sofia and', caret: 7 })
})
