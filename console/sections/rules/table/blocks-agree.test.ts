import type { QueryItem } from '@assay/design-system'
import { expect, it } from 'vitest'
import { fieldsByCode, parseClause } from '../visual/parse-clause.ts'
import { clauseText, supportOperator, type VisualField } from '../visual/visual-clause.ts'
import { cellText, tableOf } from './decision-table.ts'
import { editCell } from './edit-cell.ts'

const operator = (id: string, arity: 'none' | 'one' = 'one') => ({ id, label: id, arity })
const blocked = supportOperator('IsBlock', 'Emails')
const field = (code: string, type: VisualField['type'], operators: VisualField['operators']): VisualField => ({
  id: code,
  label: code,
  code,
  type,
  kind: type === 'number' ? 'number' : 'text',
  operators,
})
const fields = [
  field(
    '@"email"',
    'text',
    ['eq', 'neq', 'contains', 'without', 'starts', 'in']
      .map(id => operator(id))
      .concat(operator('empty', 'none'), operator('filled', 'none'), operator(blocked, 'none')),
  ),
  field(
    '@"amount"',
    'number',
    ['eq', 'neq', 'gt', 'gte', 'lt', 'lte'].map(id => operator(id)),
  ),
  field('@"isNew"', 'boolean', [operator('true', 'none'), operator('false', 'none')]),
]
const byCode = fieldsByCode(fields)
const byId = new Map(fields.map(each => [each.id, each]))
const blocksOf = (text: string) => {
  const clause = parseClause(text, byCode)
  if (!clause) throw new Error(`No blocks: ${text}`)
  return clause
}
const conditionsOf = (text: string) =>
  blocksOf(text).when.items.map((item: QueryItem) =>
    'items' in item ? null : [item.field, item.operator, ...item.values],
  )

it.each([
  ['@"amount"', '> 500', [['@"amount"', 'gt', '500']]],
  [
    '@"amount"',
    '100..200',
    [
      ['@"amount"', 'gte', '100'],
      ['@"amount"', 'lte', '200'],
    ],
  ],
  ['@"email"', 'a@b.example', [['@"email"', 'eq', 'a@b.example']]],
  ['@"email"', '<> a', [['@"email"', 'neq', 'a']]],
  ['@"email"', 'a, b', [['@"email"', 'in', 'a,b']]],
  ['@"email"', 'empty', [['@"email"', 'empty']]],
  ['@"email"', 'not empty', [['@"email"', 'filled']]],
  ['@"email"', '.StartsWith("a")', [['@"email"', 'starts', 'a']]],
  ['@"email"', 'not .Contains("a")', [['@"email"', 'without', 'a']]],
  ['@"email"', 'IsBlock("Emails", _)', [['@"email"', blocked]]],
  ['@"isNew"', 'false', [['@"isNew"', 'false']]],
])('%s with %j in its cell are the same conditions as blocks, and the other way round', (id, input, added) => {
  const text = 'RETURN Review("x")\nWHEN @"amount" > 1\n  AND @"email".ToString() == "z"\n  AND @"isNew" == true'
  const table = tableOf([{ name: 'c', section: 'prior', text }])
  const [row] = table.rows
  const column = table.columns.find(each => each.id === id.toLowerCase())
  const clause = row && column && editCell(row, column, input, [row.clause]).clause
  if (!row || !column || !clause) throw new Error('The cell takes this text.')
  const others = conditionsOf(text).filter(condition => condition?.[0] !== id)
  const after = conditionsOf(clause.text)
  expect(after.filter(condition => condition?.[0] === id)).toEqual(added)
  expect(after.filter(condition => condition?.[0] !== id)).toEqual(others)
  // What blocks write is shown in the same cells.
  const written = clauseText(blocksOf(clause.text), byId)
  const [again] = tableOf([{ ...clause, text: written }]).rows
  const [edited] = tableOf([clause]).rows
  if (!again || !edited) throw new Error('Each clause has a row.')
  for (const each of table.columns) expect(cellText(again, each)).toBe(cellText(edited, each))
})
