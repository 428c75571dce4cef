import { describe, expect, it } from 'vitest'
import { referencesOf } from './references.ts'

const named = (text: string) =>
  referencesOf({ condition: '', clauses: [{ name: 'c', section: 'prior', text }] }).filter(
    ({ kind }) => kind !== 'attribute',
  )

describe('what a text names', () => {
  it.each<[string, string, object[]]>([
    ['ROUTETO Queue("Fraud")', 'ROUTETO Queue((("Fraud")))', [{ kind: 'queue', name: 'Fraud' }]],
    [
      'RETURN Reject() WHEN ContainsKey("Risky", "SKU", @"sku")',
      'RETURN Reject() WHEN ContainsKey(("Risky"), ("SKU"), @"sku")',
      [
        { kind: 'list', name: 'Risky' },
        { kind: 'column', name: 'Risky.SKU', list: 'Risky' },
      ],
    ],
    [
      'RETURN Reject() WHEN IsBlock("Email Support List", @"email")',
      'RETURN Reject() WHEN IsBlock(("Email Support List"), @"email")',
      [{ kind: 'supportList', name: 'Email Support List' }],
    ],
    [
      'RETURN Reject() WHEN GetVariable("seen") == "1"',
      'RETURN Reject() WHEN GetVariable(("seen")) == "1"',
      [{ kind: 'variable', name: 'seen' }],
    ],
    [
      'RETURN Reject() WHEN Functions.environment["E1"].Risk(1).high',
      'RETURN Reject() WHEN Functions.environment[("E1")].Risk(1).high',
      [{ kind: 'function', name: 'Risk', scope: { environmentId: 'e1' }, args: 1 }],
    ],
  ])('is found in %s, and in %s', (plain, inParentheses, expected) => {
    expect(named(plain)).toEqual(expected)
    expect(named(inParentheses)).toEqual(expected)
  })
})
