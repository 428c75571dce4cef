import { expect, it } from 'vitest'
import { clauseSummaryOf, conditionSummaryOf } from './clause-summary.ts'

it.each([
  [
    '// RETURN Reject()\nRETURN Review("Ring // x") WHEN @"user.age" > 2\n  AND $b',
    { kind: 'decide', decision: 'Review', condition: 'user.age > 2 AND $b' },
  ],
  ['return approve()', { kind: 'decide', decision: 'Approve', condition: null }],
  ['OBSERVE Output(a = 1) WHEN true\nRETURN Reject()', { kind: 'decide', decision: 'Reject', condition: null }],
  ['OBSERVE Output(a = 1)\nWHEN @amount > 1\nLET $a = 2', { kind: 'observe', condition: '@amount > 1' }],
  ['/* RETURN Reject() */ DO SetVariables(x = 1)', { kind: 'act', condition: null }],
  [
    'RouteTo Queue("Large orders") WHEN @"purchase.request.totalAmount" > 900',
    { kind: 'route', queue: 'Large orders', condition: 'purchase.request.totalAmount > 900' },
  ],
  ['LET $a = 1', { kind: 'none' }],
  ['', { kind: 'none' }],
])('%j', (text, gist) => {
  expect(clauseSummaryOf(text)).toEqual(gist)
})

it('the clause summary reads the condition of a rule', () => {
  expect(conditionSummaryOf('LET $a = 1\nWHEN $a > @"x"')).toBe('$a > x')
  expect(conditionSummaryOf('')).toBeNull()
})
