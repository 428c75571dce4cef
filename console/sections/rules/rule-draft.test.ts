import { clauseTemplates, type RuleBody } from '@assay/risk-service/contract'
import { describe, expect, it } from 'vitest'
import { validateName } from '../../platform/authoring/naming/name-validation.ts'
import {
  applyRuleEdit,
  type Clause,
  clausesInRunOrder,
  freeClauseName,
  moveTarget,
  templateEdits,
  validateClauseName,
} from './rule-draft.ts'

const clause = (name: string, section: Clause['section'] = 'postRisk'): Clause => ({
  name,
  section,
  text: `// ${name}`,
})
const body: RuleBody = {
  name: 'Ring',
  description: '',
  condition: '',
  clauses: [clause('a'), clause('b', 'prior'), clause('c')],
  sample: { payload: { id: 1 }, riskScore: 5 },
}
const names = (changed: RuleBody) => changed.clauses.map(each => each.name)

describe('edits of a draft', () => {
  it('a clause made from conditions is code for good from its first change by hand on', () => {
    const made = applyRuleEdit(body, { type: 'blocks', index: 0, text: 'RETURN Approve()' })
    expect(made.clauses[0]).toMatchObject({ text: 'RETURN Approve()', visual: true })
    expect(applyRuleEdit(made, { type: 'text', part: 0, text: 'RETURN Approve()' }).clauses[0]?.visual).toBe(true)
    expect(applyRuleEdit(made, { type: 'text', part: 0, text: 'RETURN Reject()' }).clauses[0]).toMatchObject({
      text: 'RETURN Reject()',
      visual: false,
    })
  })
  it('edits of a draft change one thing and leave the given draft alone', () => {
    expect(applyRuleEdit(body, { type: 'text', part: 'condition', text: 'WHEN true' }).condition).toBe('WHEN true')
    expect(applyRuleEdit(body, { type: 'text', part: 2, text: 'x' }).clauses[2]?.text).toBe('x')
    expect(applyRuleEdit(body, { type: 'text', part: 2, text: 'x' }).clauses[2]).not.toHaveProperty('visual')
    expect(applyRuleEdit(body, { type: 'riskScore', riskScore: 900 }).sample).toEqual({
      payload: { id: 1 },
      riskScore: 900,
    })
    expect(applyRuleEdit(body, { type: 'botScore', botScore: 7 }).sample).toEqual({
      payload: { id: 1 },
      riskScore: 5,
      botScore: 7,
    })
    expect(applyRuleEdit(body, { type: 'payload', payload: {} }).sample.riskScore).toBe(5)
    expect(applyRuleEdit(body, { type: 'renameClause', index: 9, name: 'x' })).toBe(body)
    expect(body.clauses[2]?.text).toBe('// c')
  })
  it('edits of a draft move a clause inside its section only', () => {
    expect(moveTarget(body.clauses, 0, 1)).toBe(2)
    expect(moveTarget(body.clauses, 1, -1)).toBeNull()
    expect(names(applyRuleEdit(body, { type: 'moveClause', index: 0, by: 1 }))).toEqual(['b', 'c', 'a'])
    expect(applyRuleEdit(body, { type: 'moveClause', index: 1, by: 1 })).toBe(body)
  })
  it('edits of a draft add the clauses of every template behind the others, each under a name of its own', () => {
    for (const { clauses } of Object.values(clauseTemplates).flat()) {
      const changed = templateEdits(body.clauses, clauses).reduce(applyRuleEdit, body)
      expect(changed.clauses.slice(0, 3)).toEqual(body.clauses)
      expect(changed.clauses.slice(3).map(({ section, text }) => ({ section, text }))).toEqual(clauses)
      expect(new Set(names(changed)).size).toBe(3 + clauses.length)
    }
  })
  it('edits of a draft add, remove, and keep the last clause', () => {
    const added = applyRuleEdit(body, { type: 'insertClause', index: 3, clause: clause('d') })
    expect(names(added)).toEqual(['a', 'b', 'c', 'd'])
    expect(names(applyRuleEdit(added, { type: 'removeClause', index: 1 }))).toEqual(['a', 'c', 'd'])
    const single = { ...body, clauses: [clause('only')] }
    expect(applyRuleEdit(single, { type: 'removeClause', index: 0 })).toBe(single)
  })
})

it('a rule draft numbers clauses in run order: sections first', () => {
  const order = clausesInRunOrder(body.clauses, ['prior', 'postRisk'])
  expect(
    order.map(group => [group.section, group.clauses.map(each => [each.clause.name, each.index, each.number])]),
  ).toEqual([
    ['prior', [['b', 1, 1]]],
    [
      'postRisk',
      [
        ['a', 0, 2],
        ['c', 2, 3],
      ],
    ],
  ])
})

it('a rule draft counts sections that the assessment has not', () => {
  expect(
    clausesInRunOrder([clause('late'), clause('bot', 'postBot')]).map(({ section, clauses }) => [
      section,
      clauses.length,
    ]),
  ).toEqual([
    ['prior', 0],
    ['postBot', 1],
    ['postRisk', 1],
  ])
})

describe('names', () => {
  it('names are free ones', () => {
    expect(freeClauseName([clause('clause 2')])).toBe('Clause 3')
    expect(freeClauseName([clause('x')])).toBe('Clause 2')
  })
  it.each([
    ['Ring 2', null],
    ['_x', null],
    ['', 'empty'],
    ['   ', 'empty'],
    ['-no', 'characters'],
    ['a/b', null],
    ['Große Käufe – 50 %', null],
    ['قاعدة', null],
    ['a\u202Eb', 'characters'],
    ['a\nb', 'characters'],
    ['😀', 'characters'],
    ['ä'.repeat(60), null],
    ['x'.repeat(61), 'long'],
  ])('names of rules: %j is %j', (name, fault) => {
    expect(validateName(name)).toBe(fault)
  })
  it('names of clauses are unique in the rule, in any letter case', () => {
    expect(validateClauseName('A', body.clauses, 1)).toBe('taken')
    expect(validateClauseName('A', body.clauses, 0)).toBeNull()
  })
})
