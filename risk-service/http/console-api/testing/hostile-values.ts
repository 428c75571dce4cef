/** Values that programs are known to stumble over, by what they aim at. */
export const hostileValues: readonly unknown[] = [
  // Types.
  null,
  true,
  [],
  {},
  [[[]]],
  '',
  ' ',
  // Numbers.
  -1,
  0.1,
  1e308,
  2 ** 31,
  2 ** 53 + 2,
  '1e400',
  'NaN',
  // Texts.
  '\0',
  '\ud800',
  '\u202Eabc',
  'x'.repeat(20_000),
  '💥'.repeat(300),
  '\r\nset-cookie: a=b',
  // Languages.
  "'; drop table event; --",
  '" or "1"="1',
  '$1',
  '%s%n',
  '{{7*7}}${7*7}',
  '<script>alert(1)</script>',
  '=cmd|calc!A0',
  '(a+)+$',
  'RETURN Reject() WHEN ((((((((((1))))))))))',
  '@"user.email" == ',
  // Keys and paths.
  '__proto__',
  'constructor',
  { ['__proto__']: { admin: true } },
  '../../../etc/passwd',
  '%00%2e%2e',
  'file:///etc/passwd',
  'https://user:secret@127.0.0.1/',
  // Times and ids.
  '9999-99-99T99:99:99Z',
  '+275760-09-13T00:00:00Z',
  '-000001-01-01T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  '2025-02-30',
]

/** Text of the inside: a stack, a query, a path or a module of the service. */
export const insideText =
  /\\n\s+at |\bat (?:async )?[\w.<>]+ \(|\b(?:select|insert into|update|delete from) \S+ (?:from|set|values|where)\b|syntax error at or near|node_modules|\/risk-service\/|violates .+ constraint|ECONN/i

/** Paths of all leaves of a value. */
export function leavesOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null || value instanceof File) return [path]
  const entries = Object.entries(value)
  return entries.length === 0 ? [path] : entries.flatMap(([key, inner]) => leavesOf(inner, [...path, key]))
}

/** Returns a copy of a value with another one at a path. */
export function withValueAt(value: unknown, [key, ...rest]: readonly string[], leaf: unknown): unknown {
  if (key === undefined) return leaf
  if (Array.isArray(value))
    return value.map((inner, index) => (String(index) === key ? withValueAt(inner, rest, leaf) : inner))
  const members = value as Record<string, unknown>
  return { ...members, [key]: withValueAt(members[key], rest, leaf) }
}
