import { describe, expect, it } from 'vitest'
import { createFormat } from '../../lib/format/create-format.ts'
import {
  type FilterField,
  filterIssueOf,
  formatValue,
  isIsoDate,
  isIsoDateTime,
  quickSuggestions,
} from './filter-model.ts'

const score: FilterField = {
  id: 'score',
  label: 'Risk score',
  kind: 'number',
  operators: [{ id: 'between', label: 'between', arity: 'two' }],
}
const decision: FilterField = {
  id: 'decision',
  label: 'Decision',
  kind: 'choice',
  operators: [{ id: 'in', label: 'is one of', arity: 'many' }],
  options: [{ value: 'Approve', label: 'Annehmen' }],
}
const date: FilterField = { id: 'date', label: 'Date', kind: 'date', operators: [{ id: 'on', label: 'on' }] }

describe('filter model', () => {
  it('the filter model asks for what is missing', () => {
    expect(filterIssueOf(score, score.operators[0], ['1'])).toBe('Required')
    expect(filterIssueOf(score, score.operators[0], ['1', '2'])).toBeUndefined()
    expect(filterIssueOf(decision, decision.operators[0], [])).toBe('Choose')
    expect(filterIssueOf(date, date.operators[0], ['2026-02-30'])).toBe('DateFormat')
    expect(filterIssueOf(date, { id: 'empty', label: 'is empty', arity: 'none' }, [])).toBeUndefined()
  })
  it('the filter model says which numbers a field can be, and in which order', () => {
    const ranged = { ...score, range: { least: 0, greatest: 999, whole: true } }
    const issueOf = (...values: string[]) => filterIssueOf(ranged, ranged.operators[0], values)
    expect([issueOf('0', '999'), issueOf('35', '35')]).toEqual([undefined, undefined])
    expect([issueOf('-1', '5'), issueOf('5', '1000'), issueOf('1.5', '9')]).toEqual(['Range', 'Range', 'Range'])
    expect(issueOf('64', '35')).toBe('Order')
    expect(filterIssueOf(score, score.operators[0], ['64', '35'])).toBeUndefined()
  })
  it('the filter model knows days that do not exist', () => {
    expect(isIsoDate('2026-02-28')).toBe(true)
    expect(isIsoDate('2026-13-01')).toBe(false)
  })
  it('the filter model takes a moment with its zone, as links carry it', () => {
    const moment = '2026-11-21T02:00:00.000Z'
    expect(filterIssueOf(date, date.operators[0], [moment])).toBeUndefined()
    expect(formatValue(date, moment, createFormat('en-US', 'Asia/Dubai'))).toBe(
      createFormat('en-US', 'UTC').dateTime(moment, 'UTC'),
    )
    expect(isIsoDateTime('2026-11-21T02:00:00+04:00')).toBe(true)
    expect(['2026-02-30T02:00:00Z', '2026-11-21T25:00:00Z', '2026-11-21T02:00:00'].filter(isIsoDateTime)).toEqual([])
  })
  it('the filter model offers a typed text to the fields it could be of', () => {
    const operators = [{ id: 'eq', label: 'equals' }]
    const fields: FilterField[] = [
      { id: 'device', label: 'Device', kind: 'text', operators, quick: [{ operator: 'eq' }] },
      {
        id: 'email',
        label: 'Email',
        kind: 'text',
        operators,
        quick: [{ operator: 'eq', pattern: /@/ }, { operator: 'gone' }],
      },
      score,
    ]
    const offered = (text: string) =>
      quickSuggestions(fields, text).map(({ field, operator, matchesPattern: likely }) => [
        field.id,
        operator.id,
        likely,
      ])
    expect(offered('a@b')).toEqual([
      ['device', 'eq', false],
      ['email', 'eq', true],
    ])
    expect(offered('dv_1')).toEqual([['device', 'eq', false]])
    expect(offered('  ')).toEqual([])
  })
  it('the filter model writes values in the language', () => {
    const format = createFormat('de-DE', 'UTC')
    expect(formatValue(decision, 'Approve', format)).toBe('Annehmen')
    expect(formatValue(score, '1234.5', format)).toBe('1.234,50')
  })
})
