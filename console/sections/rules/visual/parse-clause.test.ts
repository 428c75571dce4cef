import { type CheckEnvironment, check } from '@assay/risk-service/fql'
import { describe, expect, it } from 'vitest'
import { fieldsByCode, parseClause, parseCondition } from './parse-clause.ts'
import {
  clauseText,
  conditionText,
  listOperator,
  supportOperator,
  type VisualField,
  whenText,
} from './visual-clause.ts'

const operator = (id: string, arity: 'none' | 'one' | 'many' = 'one') => ({ id, label: id, arity })
const any = [
  operator('exists', 'none'),
  operator('missing', 'none'),
  operator(listOperator('Risky Products', 'SKU'), 'none'),
  operator(supportOperator('IsBlock', 'Email Support List'), 'none'),
]
const texts = ['eq', 'neq', 'contains', 'without', 'starts', 'ends', 'in']
  .map(id => operator(id))
  .concat(operator('empty', 'none'), operator('filled', 'none'))
const numbers = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte'].map(id => operator(id))
const field = (code: string, type: VisualField['type'], operators: VisualField['operators']): VisualField => ({
  id: code,
  label: code,
  code,
  type,
  kind: type === 'number' || type === 'date' || type === 'choice' ? type : 'text',
  operators: [...operators, ...any],
})
const fields = [
  field('@"user.email"', 'text', texts),
  field('@"totalAmount"', 'number', numbers),
  field('@"user.isNew"', 'boolean', [operator('true', 'none'), operator('false', 'none')]),
  field('@"user.creationDate"', 'date', [operator('lt'), operator('gt')]),
  field('@"type"', 'choice', [operator('eq'), operator('neq'), operator('in', 'many')]),
  field('Model.Risk().Score', 'number', numbers),
]
const known = fieldsByCode(fields)
const byId = new Map(fields.map(each => [each.id, each]))
const environment: CheckEnvironment = {
  kind: 'decision',
  attributes: new Map(),
  lists: {
    custom: new Map([['risky products', { name: 'Risky Products', columns: ['SKU'] }]]),
    support: new Map([['email support list', { name: 'Email Support List' }]]),
  },
}

describe('a clause as blocks', () => {
  it.each([
    'RETURN Review("Large")\nWHEN @"totalAmount" > 1000',
    'RETURN Approve()',
    'RETURN Challenge("SMS", "Prove it", "Sent a text")\nWHEN @"totalAmount" >= -2.5\n  AND @"user.isNew" == true\n  AND @"type" == "Digital"',
    'RETURN Reject("It said \\"no\\"")\nWHEN @"user.email".ToString() == "a\\\\b"\n  OR (@"totalAmount" < 5 AND NOT (@"user.isNew" == false OR @"type" != "x"))',
    'RETURN Reject("r")\nWHEN @"user.creationDate" > "2026-01-31".ToDateTime()\n  AND !@"user.email".Contains("@mail")\n  AND !@"user.email".IsNullOrEmpty()\n  AND In(@"type", "a,b")',
    'RETURN Reject("r")\nWHEN ContainsKey("Risky Products", "SKU", @"user.email")\n  AND IsBlock("Email Support List", @"user.email")\n  AND @"user.email" != null\n  AND @"type" == null',
    'RETURN Reject("r")\nWHEN NOT (@"totalAmount" == 1 OR @"user.email".StartsWith("x"))',
    'RETURN Reject("High")\nWHEN Model.Risk().Score >= 800',
  ])('%j is read and written back as it is, and is sound', text => {
    const clause = parseClause(text, known)
    expect(clause && clauseText(clause, byId)).toBe(text)
    expect(check(text, 'clause', environment).filter(({ severity }) => severity === 'error')).toEqual([])
  })
  it('a clause as blocks reads names in any letter case and superfluous parentheses, and writes them plainly', () => {
    const clause = parseClause(
      'return review("x") when ((@"USER.EMAIL" == \'a\')) and isblock("email support list", @"user.email")',
      known,
    )
    expect(clause && clauseText(clause, byId)).toBe(
      'RETURN Review("x")\nWHEN @"user.email".ToString() == "a"\n  AND IsBlock("Email Support List", @"user.email")',
    )
  })
  it('a clause as blocks reads a routing clause', () => {
    expect(parseClause('ROUTETO Queue("Large orders") WHEN @"totalAmount" > 9', known)).toMatchObject({
      head: { kind: 'route', queue: 'Large orders' },
      when: { mode: 'all', items: [{ field: '@"totalAmount"', operator: 'gt', values: ['9'] }] },
    })
  })
  it.each([
    ['a remark', '// why\nRETURN Review("x")'],
    ['a remark behind', 'RETURN Review("x") /* why */'],
    ['a variable', 'LET $a = 1\nRETURN Review("x") WHEN $a > 0'],
    ['an observation', 'OBSERVE Output(a = 1)'],
    ['an output', 'RETURN Review("x"), Output(a = 1)'],
    ['a named argument', 'RETURN Review(reason = "x")'],
    ['a reason that is made', 'RETURN Review(@"user.email")'],
    ['another attribute', 'RETURN Review("x") WHEN @"nobody" == "a"'],
    ['another list', 'RETURN Review("x") WHEN IsBlock("No such list", @"user.email")'],
    ['arithmetic', 'RETURN Review("x") WHEN @"totalAmount" + 1 > 2'],
    ['text against a number', 'RETURN Review("x") WHEN @"totalAmount" == "2"'],
    ['two attributes', 'RETURN Review("x") WHEN @"totalAmount" > @"totalAmount"'],
    ['an error', 'RETURN Review('],
    ['nothing', ''],
    [
      'too many levels',
      'RETURN Review("x") WHEN @"totalAmount" > 1 && (@"totalAmount" > 2 || (@"totalAmount" > 3 && (@"totalAmount" > 4 || (@"totalAmount" > 5 && @"totalAmount" > 6))))',
    ],
  ])('%s is more than blocks show', (_what, text) => {
    expect(parseClause(text, known)).toBeNull()
  })
  it('slashes in a text are no remark', () => {
    expect(parseClause('RETURN Review("see https://shop.example")', known)).toMatchObject({
      head: { reason: 'see https://shop.example' },
    })
  })
})

it('the condition of a rule is blocks, too; none is an empty group', () => {
  expect(parseCondition('  ', known)).toEqual({ id: 'root', mode: 'all', items: [] })
  const when = parseCondition('WHEN @"totalAmount" > 1 OR @"user.isNew" != true', known)
  expect(when && whenText(when, byId)).toBe('WHEN @"totalAmount" > 1\n  OR @"user.isNew" == false')
  expect(parseCondition('LET $a = 1\nWHEN $a > 2', known)).toBeNull()
})

it('values of a list of words lose the blanks around them', () => {
  const [email] = fields
  expect(email && conditionText(email, 'in', ['a , b'])).toBe('In(@"user.email", "a,b")')
})
