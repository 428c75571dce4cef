import { expect, it } from 'vitest'
import { emptyField, fieldOfValues, findFieldErrors, valuesOfField } from './field-values.ts'

const nowhere = { siblings: [], all: [] }

it.each([
  ['Integer', '42', 42],
  ['Double', '12.5', 12.5],
  ['Boolean', 'true', true],
  ['Array', '[1, "a"]', [1, 'a']],
  ['DateTime', '2026-01-15T10:24:00Z', '2026-01-15T10:24:00Z'],
  ['Email', ' name@mail.example ', 'name@mail.example'],
  ['IPAddress', '2001:db8::1', '2001:db8::1'],
  ['String', ' as typed ', ' as typed '],
] as const)('a sample of %s is stored as a value of its type', (type, sample, value) => {
  const values = { ...emptyField, name: 'field', type, sample }
  expect(findFieldErrors(values, nowhere)).toEqual({})
  expect(fieldOfValues(values)).toEqual({ name: 'field', type, sample: value })
  expect(fieldOfValues(valuesOfField(fieldOfValues(values)))).toEqual(fieldOfValues(values))
})

it.each([
  ['Integer', '4.2'],
  ['Double', '"4"'],
  ['Boolean', 'yes'],
  ['Array', '{}'],
  ['DateTime', '2026-02-31T10:24:00Z'],
  ['Email', 'name'],
  ['IPAddress', '300.1.1.1'],
] as const)('a sample of %s that is none is an error: %s', (type, sample) => {
  expect(findFieldErrors({ ...emptyField, name: 'field', type, sample }, nowhere)).toEqual({
    sample: `Schema.Sample.${type}`,
  })
})

it('a name has a pattern, and is unique among its siblings', () => {
  const errorsOf = (name: string) =>
    findFieldErrors({ ...emptyField, name }, { ...nowhere, siblings: [{ name: 'taken', type: 'String' }] })
  for (const name of ['', '2nd', 'a-b', 'a'.repeat(65), 'ä'])
    expect(errorsOf(name)).toEqual({ name: 'Schema.Error.name' })
  expect(errorsOf('taken')).toEqual({ name: 'Schema.Error.nameTaken' })
  expect(errorsOf(`_${'a'.repeat(63)}`)).toEqual({})
})

it('an object with fields stays one, and there are at most 200 fields', () => {
  const inner = { name: 'inner', type: 'String' } as const
  const previous = { name: 'object', type: 'Object', fields: [inner] } as const
  expect(findFieldErrors({ ...emptyField, name: 'object' }, { ...nowhere, previous })).toEqual({
    type: 'Schema.Error.inner',
  })
  expect(fieldOfValues({ ...emptyField, name: 'renamed', type: 'Object' }, previous)).toEqual({
    name: 'renamed',
    type: 'Object',
    fields: [inner],
  })
  const all = Array.from({ length: 200 }, (_, index) => ({ name: `f${index}`, type: 'String' as const }))
  expect(findFieldErrors({ ...emptyField, name: 'more' }, { siblings: all, all })).toEqual({
    form: 'Schema.Error.count',
  })
})
