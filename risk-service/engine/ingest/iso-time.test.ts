import { describe, expect, it } from 'vitest'
import { isIsoTime } from '../../contract/common/iso-time.ts'
import { searchInputSchema } from '../../contract/search/search.ts'
import { compileNormaliser } from './normalise.ts'
import { compileValidator } from './validate.ts'

const valid = [
  '2026-03-01T10:00:00Z',
  '2026-03-01T10:00:00.123Z',
  '2026-03-01T10:00:00+02:00',
  '2024-02-29T00:00:00Z',
  '2026-12-31T23:59:59.999999999-11:00',
]
/** ISO 8601 too, without separators: programs may send it, people do not write it. */
const basic = '20260301T100000Z'
const invalid = [
  ' 2026-03-01T10:00:00Z',
  '2026-03-01T10:00:00Z ',
  '2026-03-01 10:00:00Z',
  '2026-03-01T10:00:00 Z',
  '2026-03-01T10:00:00Z\n',
  '2026-03-01\tT10:00:00Z',
  '\u00a02026-03-01T10:00:00Z',
  '01.03.2026',
  '03/01/2026',
  'Mar 1, 2026',
  basic,
  '2026-3-1T10:00:00Z',
  '2026-02-29T00:00:00Z',
  '2026-02-31T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-03-01T25:00:00Z',
  '',
]

describe('[spec 5.4] date strings are valid only in ISO 8601 form without white space', () => {
  it.each(valid)('%j is one', text => expect(isIsoTime(text)).toBe(true))
  it.each(invalid)('%j is none', text => expect(isIsoTime(text)).toBe(false))
  it('in events of the risk API', () => {
    const schema = { type: 'object', properties: { at: { type: 'string', format: 'date-time' } } } as const
    const [normalise, validate] = [compileNormaliser(schema as never), compileValidator(schema as never)]
    const faults = (at: string) => {
      const { value, issues: problems } = normalise({ at })
      return validate(value, problems).length
    }
    for (const text of valid) expect([text, faults(text)]).toEqual([text, 0])
    // Short forms of ISO 8601 are completed before the check; any other text is refused unchanged.
    for (const text of invalid) expect([text, faults(text)]).toEqual([text, text === basic ? 0 : 1])
  })
  it('in the conditions of a search', () => {
    const accepts = (value: string) =>
      searchInputSchema.safeParse({
        environmentId: 'a55a0002-0000-4000-8000-000000000001',
        eventType: 'purchase',
        filter: { conditions: [{ column: 'at', op: 'gte', value }] },
      }).success
    for (const text of valid) expect([text, accepts(text)]).toEqual([text, true])
    for (const text of invalid) expect([text, accepts(text)]).toEqual([text, false])
  })
})
