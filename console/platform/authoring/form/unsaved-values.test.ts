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

it('a field of several parts stays as a whole when one of them was typed, and is taken when none was', () => {
  const sent = { rows: [{ name: ' a ' }], access: { url: ' x ', secret: { kind: 'value', text: 's' } } }
  const stored = { rows: [{ name: 'a' }], access: { url: 'x', secret: { kind: 'kept', text: '' } } }
  expect(keepUnsavedValues(stored, sent, structuredClone(sent))).toEqual(stored)
  const typed = structuredClone({ ...sent, access: { ...sent.access, url: ' xy ' } })
  expect(keepUnsavedValues(stored, sent, typed)).toEqual({ rows: stored.rows, access: typed.access })
})
