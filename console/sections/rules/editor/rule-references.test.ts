import { expect, it } from 'vitest'
import { ruleReferencesOf } from './rule-references.ts'

const body = (condition: string, ...texts: string[]) => ({
  condition,
  clauses: texts.map((text, index) => ({ name: `c${index}`, section: 'prior' as const, text })),
})

it('a rule uses what its condition and clauses name, each once, lists first', () => {
  expect(
    ruleReferencesOf(
      body(
        'WHEN Velocity.spend_perUser(@"user.userId", 7d) > 10',
        'LET $a = Lookup("Risky Products", "SKU", @"sku", "Limit")\nRETURN Reject("x") WHEN ContainsKey("risky products", "SKU", @"sku") && IsBlock("Email Support List", @"user.email")',
        'OBSERVE Output(a = Functions.parent.Pricing(1).Sum, b = External.phone(@"p").ok, c = Velocity.SPEND_perUser(@"a", 1d))\nDO SetVariables(list = "Nothing")',
      ),
    ),
  ).toEqual([
    { kind: 'list', name: 'Risky Products', columns: ['SKU', 'Limit'], own: true },
    { kind: 'supportList', name: 'Email Support List', columns: [], own: true },
    { kind: 'velocity', name: 'spend_perUser', columns: [], own: true },
    { kind: 'function', name: 'Pricing', columns: [], own: false },
    { kind: 'externalCall', name: 'phone', columns: [], own: true },
  ])
})

it('a part that cannot be read names nothing, the others do', () => {
  expect(
    ruleReferencesOf(body('', 'RETURN Reject( WHEN IsBlock("A", @"b")', 'RETURN Review() WHEN IsSafe("B", @"b")')),
  ).toEqual([{ kind: 'supportList', name: 'B', columns: [], own: true }])
})

it('columns stand under their own list, also when its name begins like that of another', () => {
  const used = ruleReferencesOf(
    body(
      '',
      'RETURN Review() WHEN ContainsKey("A", "Key", @"b") && Lookup("A.B", "Zip", @"b", "v1.0") == "x" && ContainsKey("a.b", "City", @"b")',
    ),
  )
  expect(used.map(({ name, columns }) => [name, columns])).toEqual([
    ['A', ['Key']],
    ['A.B', ['Zip', 'v1.0', 'City']],
  ])
})
