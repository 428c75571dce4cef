import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { EventSchema } from './event-schema.ts'
import { compileInterpretedValidator } from './interpreted-validator.ts'
import { compileNormaliser } from './normalise.ts'
import { compileValidator } from './validate.ts'

const folder = new URL('../../contract/schemas/', import.meta.url)
const schemas = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  file => file.endsWith('.schema.json') && !file.startsWith('responses'),
)
const samples = new URL('../../http/risk-api/samples/', import.meta.url)

type Json = Record<string, unknown>
/** Yields bodies with one fault each: every field in turn missing or of another kind. */
function* broken(body: unknown, root: unknown = body): Generator<unknown> {
  if (typeof body !== 'object' || body === null) return
  for (const key of Object.keys(body)) {
    const holder = body as Json
    const before = holder[key]
    for (const wrong of [undefined, 12.5, {}, [], true, 'x'.repeat(300), '2025-02-31T00:00:00Z', '']) {
      holder[key] = wrong
      yield JSON.parse(JSON.stringify(root))
    }
    holder[key] = before
    yield* broken(before, root)
  }
}

describe.each(schemas)('%s', file => {
  const schema = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as EventSchema
  const kind = file.split(/[\\/]/).at(-1)?.split('.')[0] ?? ''
  const bodies = readdirSync(samples)
    .filter(name => name.split('.')[0] === kind)
    .map(name => JSON.parse(readFileSync(new URL(name, samples), 'utf8')) as Json)
  test('both ways of checking say the same of samples and of what is broken in them', () => {
    const generated = compileValidator(schema)
    const plain = compileInterpretedValidator(schema)
    const normalise = compileNormaliser(schema)
    let faulty = 0
    expect(bodies.length).toBeGreaterThan(0)
    for (const body of bodies) {
      let count = 0
      for (const one of broken(body)) {
        if (count++ > 1500) break
        for (const value of [one as Json, normalise(one as Json).value]) {
          const expected = generated(value)
          // Which fault of a value is named, and the order of levels, is the choice of the generator.
          const paths = (messages: string[]) =>
            messages.map(message => message.replace(/(Invalid value at [^:]+):.*/s, '$1')).sort()
          expect(paths(plain(value))).toEqual(paths(expected))
          if (expected.length > 0) faulty += 1
        }
      }
    }
    expect(faulty).toBeGreaterThan(5)
  })
})
