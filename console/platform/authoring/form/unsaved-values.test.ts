import { expect, it } from 'vitest'
import { keepUnsavedValues } from './unsaved-values.ts'

it('a form takes what is stored, and keeps what was typed while it was sent', () => {
  const sent = { name: 'Night', text: 'first' }
  expect(keepUnsavedValues({ name: 'Night', text: 'FIRST' }, sent, sent)).toEqual({ name: 'Night', text: 'FIRST' })
  expect(keepUnsavedValues({ name: 'Night', text: 'FIRST' }, sent, { name: 'Night', text: 'second' })).toEqual({
    name: 'Night',
    text: 'second',
  })
})
