import type { SearchCondition, SearchField } from '@assay/risk-service/contract'
import { searchOperators } from '@assay/risk-service/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseQuery } from './parse-query.ts'
import { printQuery, type QueryConditions } from './print-query.ts'

const field = (id: string, type: SearchField['type']): SearchField => ({
  id,
  group: 'event',
  type,
  many: false,
  indexed: false,
})
const fields = [
  field('email', 'text'),
  field('shippingAddress.zip-code', 'text'),
  field('ip', 'ip'),
  field('riskScore', 'number'),
  field('amountUsd', 'number'),
  field('user.isEmailValidated', 'boolean'),
  field('at', 'time'),
  field('decision', 'choice'),
]
const findField = (id: string) => fields.find(each => each.id.toLowerCase() === id.toLowerCase()) ?? null
const typeOf = (id: string) => findField(id)?.type ?? null
const read = (text: string) => parseQuery(text, findField)

const text = fc
  .oneof(
    fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }),
    fc.constantFrom('a"b', 'C:\\d+', "it's", '\t\n', '// x'),
  )
  .filter(value => value.trim() !== '')
const number = fc.oneof(
  fc.integer({ min: -1e6, max: 1e6 }),
  fc.integer({ min: -1e6, max: 1e6 }).map(each => each / 100),
)
const day = fc.constantFrom('2026-01-31', '2025-12-01')

/** A condition that its field offers, with any value. */
const condition: fc.Arbitrary<SearchCondition> = fc
  .constantFrom(...fields)
  .chain(({ id: column, type }) => fc.constantFrom(...searchOperators[type]).map(op => ({ column, type, op })))
  .chain(({ column, type, op }): fc.Arbitrary<SearchCondition> => {
    const made = (value: fc.Arbitrary<unknown>) => value.map(each => ({ column, op, value: each }) as SearchCondition)
    if (op === 'empty' || op === 'notEmpty' || op === 'null' || op === 'notNull') return fc.constant({ column, op })
    if (op === 'lastDays') return made(fc.integer({ min: 1, max: 400 }))
    if (op === 'in' || op === 'notIn') return made(fc.array(text, { minLength: 1, maxLength: 4 }))
    if (op === 'between') return made(type === 'time' ? fc.tuple(day, day) : fc.tuple(number, number))
    if (type === 'boolean') return made(fc.constantFrom('true', 'false'))
    if (type === 'time') return made(op === 'gte' || op === 'lte' ? fc.constant('2026-01-31T10:00:00.000Z') : day)
    return made(type !== 'number' ? text : op === 'eq' || op === 'neq' ? number.map(String) : number)
  })
const conditions = fc.array(condition, { minLength: 1, maxLength: 5 })
const match = fc.constantFrom('all' as const, 'any' as const)
const query: fc.Arbitrary<QueryConditions> = fc
  .record({
    match,
    conditions: fc.oneof(fc.constant<SearchCondition[]>([]), conditions),
    groups: fc.array(fc.record({ match, conditions }), { maxLength: 2 }),
  })
  // The connective of a single member says nothing.
  .map(({ match: joined, groups, conditions: own }) => ({
    match: own.length + groups.length > 1 ? joined : 'all',
    conditions: own,
    groups: groups.map(group => (group.conditions.length > 1 ? group : { ...group, match: 'all' as const })),
  }))

describe('the text of a search', () => {
  it('a search is read from its text as it was', () => {
    fc.assert(
      fc.property(query, each => {
        // A single group is written as the search itself.
        const [only] = each.groups
        const expected =
          only && each.conditions.length === 0 && each.groups.length === 1 && only.conditions.length > 1
            ? { match: only.match, conditions: only.conditions, groups: [] }
            : each
        expect(read(printQuery(each, typeOf))).toEqual({ query: expected, issue: null })
      }),
      { numRuns: 500 },
    )
  })
  it('any text is read or refused at a place in it', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          query.map(each => printQuery(each, typeOf).slice(0, -2)),
        ),
        each => {
          const { issue } = read(each)
          if (issue) expect(0 <= issue.from && issue.from <= issue.to && issue.to <= each.length).toBe(true)
        },
      ),
      { numRuns: 300 },
    )
  })
  it('a search reads like a condition of a rule', () => {
    expect(
      printQuery(
        {
          match: 'all',
          conditions: [
            { column: 'riskScore', op: 'gte', value: 600 },
            { column: 'amountUsd', op: 'between', value: [1050, 2000] },
          ],
          groups: [
            {
              match: 'any',
              conditions: [
                { column: 'shippingAddress.zip-code', op: 'notIn', value: ['20095', 'a"b'] },
                { column: 'ip', op: 'null' },
              ],
            },
          ],
        },
        typeOf,
      ),
    ).toBe(
      'WHEN @riskScore >= 600\n  && @amountUsd.Between(10.5, 20)\n  && (!@"shippingAddress.zip-code".In("20095", "a\\"b") || @ip == null)',
    )
    expect(printQuery({ match: 'all', conditions: [], groups: [] }, typeOf)).toBe('')
  })
  it.each<[string, QueryConditions]>([
    ['', { match: 'all', conditions: [], groups: [] }],
    ['when @EMAIL == "a"', { match: 'all', conditions: [{ column: 'email', op: 'eq', value: 'a' }], groups: [] }],
    [
      'WHEN @email == "a" and @riskScore > -1 or not @email.contains("b")',
      {
        match: 'any',
        conditions: [{ column: 'email', op: 'notContains', value: 'b' }],
        groups: [
          {
            match: 'all',
            conditions: [
              { column: 'email', op: 'eq', value: 'a' },
              { column: 'riskScore', op: 'gt', value: -1 },
            ],
          },
        ],
      },
    ],
    ['WHEN !(@ip == null)', { match: 'all', conditions: [{ column: 'ip', op: 'notNull' }], groups: [] }],
  ])('%s is read', (each, expected) => {
    expect(read(each)).toEqual({ query: expected, issue: null })
  })
  it.each<[string, string, string]>([
    ['WHEN @email ==', 'syntax', ''],
    ['WHEN @email = "a"', 'syntax', '='],
    ['RETURN Approve()', 'statement', 'RETURN Approve()'],
    ['WHEN @ip == null WHEN @ip == null', 'statement', 'WHEN @ip == null'],
    ['WHEN @nobody == "a"', 'field', '@nobody'],
    ['WHEN true', 'condition', 'true'],
    ['WHEN @email == @ip', 'text', '@ip'],
    ['WHEN @email == 5', 'text', '5'],
    ['WHEN @riskScore == "high"', 'number', '"high"'],
    ['WHEN @"user.isEmailValidated" == "yes"', 'truth', '"yes"'],
    ['WHEN @at.On("yesterday")', 'day', '"yesterday"'],
    ['WHEN @at.InLastDays(0)', 'number', '0'],
    ['WHEN @riskScore.Contains("1")', 'comparison', '@riskScore.Contains("1")'],
    ['WHEN @email.InNetwork("10.0.0.0/8")', 'comparison', '@email.InNetwork("10.0.0.0/8")'],
    ['WHEN @email.Length() > 5', 'condition', '@email.Length()'],
    ['WHEN @email.Between("a")', 'comparison', '@email.Between("a")'],
    [`WHEN ${Array(6).fill('@ip == null').join(' && ')}`, 'filters', Array(6).fill('@ip == null').join(' && ')],
    [`WHEN ${Array(4).fill('(@ip == null)').join(' && ')}`, 'groups', Array(4).fill('(@ip == null)').join(' && ')],
    ['WHEN @ip == null && (@ip == null || (@email == "a"))', 'nesting', '(@email == "a")'],
  ])('%s is refused: %s at %s', (each, code, place) => {
    const { issue } = read(each)
    expect(issue).toMatchObject({ code })
    expect(each.slice(issue?.from, issue?.to)).toBe(place)
  })
})
