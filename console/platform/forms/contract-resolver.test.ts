import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { contractResolver, type MessagesByField, validateValues } from './contract-resolver.ts'
import { templateDetailsSchema } from './contract-schemas.ts'

const schema = z.object({
  name: z.string().min(1).max(5).regex(/^\w*$/),
  tags: z.array(z.string().max(3)).max(2),
  links: z.array(z.object({ url: z.string().min(1) })),
  hidden: z.string().max(2).optional(),
})
interface Values {
  name: string
  tags: string[]
  links: { url: string }[]
  hidden?: string
}
const messages: MessagesByField = {
  name: { required: 'Test.Missing', invalid: 'Test.Characters' },
  tags: { tooLong: 'Test.TagLong', invalid: 'Test.Tags' },
  'links.*.url': 'Test.Url',
}
const contract = { schema, toBody: (values: Values) => values, messages }
const valid: Values = { name: 'a', tags: [], links: [] }

describe('an issue of a schema', () => {
  it.each([
    [{ name: '' }, { name: { id: 'Test.Missing' } }],
    [{ name: 'abcdef' }, { name: { id: 'Common.TooLong', values: { limit: 5 } } }],
    [{ name: 'a b' }, { name: { id: 'Test.Characters' } }],
    // One error per field, the first that the schema finds.
    [{ name: 'a b c d' }, { name: { id: 'Common.TooLong', values: { limit: 5 } } }],
    // A message for the field precedes the general one.
    [{ tags: ['ok', 'long'] }, { tags: { id: 'Test.TagLong', values: { limit: 3 } } }],
    [{ tags: ['a', 'b', 'c'] }, { tags: { id: 'Test.Tags', values: { limit: 2 } } }],
    [{ links: [{ url: 'a' }, { url: '' }] }, { 'links.1.url': { id: 'Test.Url' } }],
  ])('%j becomes the message of its field', (change, expected) => {
    expect(validateValues({ ...valid, ...change }, contract)).toEqual(expected)
  })

  it('an issue of a schema of a list tells too many from none, and leaves to the service what has no message', () => {
    const lists = z.object({
      columns: z
        .array(z.string())
        .min(1)
        .max(2)
        .refine(names => new Set(names).size === names.length),
    })
    const validate = (columns: string[]) =>
      validateValues(
        { columns },
        { schema: lists, toBody: each => each, messages: { columns: { required: 'Test.None', tooMany: 'Test.Many' } } },
      )
    expect(validate([])).toEqual({ columns: { id: 'Test.None' } })
    expect(validate(['a', 'b', 'c'])).toEqual({ columns: { id: 'Test.Many', values: { limit: 2 } } })
    expect(validate(['a', 'a'])).toEqual({})
  })

  it('an issue of a schema that belongs to no field is left to the service', () => {
    expect(validateValues({ ...valid, hidden: 'abc' }, contract)).toEqual({})
  })
})

it('a rule of the form goes before the schema', () => {
  const rules = ({ name }: Values) => (name === 'abcdef' ? { name: { id: 'Test.Taken' } } : {})
  expect(validateValues({ ...valid, name: 'abcdef' }, { ...contract, rules })).toEqual({ name: { id: 'Test.Taken' } })
  expect(validateValues({ ...valid, name: '' }, { ...contract, rules })).toEqual({ name: { id: 'Test.Missing' } })
})

describe('the resolver', () => {
  const options = { fields: {}, shouldUseNativeValidation: false }
  it('the resolver gives the body of valid values', async () => {
    const resolve = contractResolver({
      schema: templateDetailsSchema,
      toBody: ({ name, description }: { name: string; description: string }) => ({ name: name.trim(), description }),
      messages: { name: 'Test.Missing' },
    })
    expect(await resolve({ name: ' Night ', description: '' }, undefined, options)).toEqual({
      values: { name: 'Night', description: '' },
      errors: {},
    })
  })
  it('the resolver puts errors where react-hook-form looks for them', async () => {
    const resolve = contractResolver(contract)
    const { errors } = await resolve({ ...valid, name: 'abcdef', links: [{ url: '' }] }, undefined, options)
    expect(errors).toEqual({
      name: { type: 'invalid', message: 'Common.TooLong', values: { limit: 5 } },
      links: [{ url: { type: 'invalid', message: 'Test.Url' } }],
    })
  })
})
