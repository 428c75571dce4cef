import { describe, expect, it } from 'vitest'
import { type CheckEnvironment, functionDescriptions, functionTable, hover, signatureHelp } from '../index.ts'

const env: CheckEnvironment = {
  attributes: new Map([['user.email', { path: 'user.email', type: 'string', description: 'Mail' }]]),
  velocities: new Map([['spend', { name: 'spend' }]]),
}
const over = (text: string, part: string): string | undefined => hover(text, text.indexOf(part) + 1, env)?.title
const inside = (text: string): [string, number, string | undefined] | null => {
  const found = signatureHelp(text, text.length, env)
  return found === null ? null : [found.name, found.argument, found.signatures[0]?.label]
}

describe('help', () => {
  it('the help tells what a name is', () => {
    const text = 'RETURN Reject("r") WHEN Math.Round(@"user.email".Length, 2) > Velocity.spend("k", 1d) // Round'
    expect(over(text, 'Reject')).toMatch(/^Reject\(\[String reason\]/)
    expect(over(text, 'Round')).toContain('Math.Round(Double value')
    expect(over(text, '@"user')).toBe('user.email: string')
    expect(over(text, 'Length')).toBe('.Length → Int')
    expect(over(text, 'spend')).toBe('Velocity.spend(String key, window)')
    expect([over(text, 'WHEN'), over(text, '// Ro'), over(text, '"r"')]).toEqual([undefined, undefined, undefined])
  })
  it('the help follows the arguments of a call', () => {
    expect(inside('RETURN Reject() WHEN ContainsKey("a", ')).toEqual([
      'ContainsKey',
      1,
      'ContainsKey(String list, String column, String key) → Bool',
    ])
    expect(inside('RETURN Reject() WHEN Math.Max(Math.Min(1, 2), [1, 2], ')?.slice(0, 2)).toEqual(['Max', 2])
    expect(inside('RETURN Reject() WHEN Velocity.spend(@"a", ')).toEqual([
      'spend',
      1,
      'Velocity.spend(String key, window)',
    ])
    expect(inside('RETURN Reject() WHEN (1 + ')).toBeNull()
    expect(inside('RETURN Reject() ')).toBeNull()
  })
  it('the help marks the argument that is written, in every way to call that takes it', () => {
    const ways = (text: string) =>
      signatureHelp(text, text.length, env)?.signatures.map(({ label, marked }) => [
        label,
        marked && label.slice(marked.from, marked.to),
      ])
    expect(ways('WHEN Lookup("a", "b", "c", "d", ')?.[0]?.[1]).toBe('String default')
    expect(ways('WHEN String.Join(", ", "a", "b", "c", ')).toEqual([
      ['String.Join(String separator, String text, …) → String', '…'],
    ])
    expect(ways('WHEN @"a".ToString(')).toEqual([
      ['.ToString(String format) → String', 'String format'],
      ['.ToString() → String', undefined],
    ])
    expect(ways('WHEN Velocity.spend(@"a", ')).toEqual([['Velocity.spend(String key, window)', 'window']])
    expect(ways('WHEN DateTime.UtcNow.Subtract(')?.map(([, marked]) => marked)).toEqual([
      'DateTime date',
      'TimeSpan span',
    ])
  })
  it('the help names every description once, in the form of a part of a message', () => {
    expect(new Set(functionDescriptions.values())).toEqual(new Set(functionTable.map(entry => entry.description)))
    expect([...functionDescriptions.keys()].filter(key => !/^[A-Z][A-Za-z0-9]*$/.test(key))).toEqual([])
  })
})
