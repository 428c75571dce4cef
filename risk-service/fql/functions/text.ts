import { bounded, fail, maxText } from '../runtime/fault.ts'
import { type FunctionEntry, opt, type Param, p, type ValueType } from './entry.ts'

const charSets: readonly [string, RegExp][] = [
  ['Alphabetic', /[a-zA-Z]/],
  ['Apostrophe', /'/],
  ['Asperand', /@/],
  ['Backslash', /\\/],
  ['Comma', /,/],
  ['Hyphen', /-/],
  ['Numeric', /[0-9]/],
  ['Period', /\./],
  ['Slash', /\//],
  ['Underscore', /_/],
  ['WhiteSpace', / /],
]
const bitOf = (char: string): number => {
  const index = charSets.findIndex(([, pattern]) => pattern.test(char))
  return index === -1 ? 0 : 1 << index
}
const bitsOf = (text: string): number => {
  let bits = 0
  for (const char of text) bits |= bitOf(char)
  return bits
}

const on = (
  name: string,
  params: readonly Param[],
  result: ValueType,
  description: string,
  run: (...args: never[]) => unknown,
  needs?: 'at',
): FunctionEntry => ({
  name,
  receiver: 'String',
  params,
  result,
  description,
  run,
  ...(needs === undefined ? {} : { needs }),
})
const inside = (at: number, value: number, most: number): number =>
  value >= 0 && value <= most ? value : fail('FQL4004', at)
const pad = (at: number, text: string, width: number, fill: string): string => {
  if (width < 0 || fill === '') return fail('FQL4004', at)
  if (width > maxText) return fail('FQL4006', at)
  return fill.charAt(0).repeat(Math.max(0, width - text.length))
}
/** Each letter by itself, as the invariant culture has it: `ß` has no capital, a sigma is the same everywhere. */
const letters = (text: string, change: (letter: string) => string): string =>
  /^[\0-\x7f]*$/.test(text)
    ? change(text)
    : Array.from(text, letter => {
        const changed = change(letter)
        return changed.length === letter.length ? changed : letter
      }).join('')
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const both = (names: readonly string[], make: (name: string) => FunctionEntry): FunctionEntry[] => names.map(make)

export const textFunctions: readonly FunctionEntry[] = [
  {
    name: 'Length',
    receiver: 'String',
    property: true,
    params: [],
    result: 'Int',
    description: 'Number of characters (UTF-16 units).',
    run: (text: string) => text.length,
  },
  on(
    'StartsWith',
    [p('text', 'String')],
    'Bool',
    'Whether the text begins so; case matters.',
    (text: string, part: string) => text.startsWith(part),
  ),
  on(
    'EndsWith',
    [p('text', 'String')],
    'Bool',
    'Whether the text ends so; case matters.',
    (text: string, part: string) => text.endsWith(part),
  ),
  on(
    'Contains',
    [p('text', 'String')],
    'Bool',
    'Whether the text holds the part; case matters.',
    (text: string, part: string) => text.includes(part),
  ),
  on('IsNumeric', [], 'Bool', 'Whether the text is a number without exponent.', (text: string) =>
    /^[+-]?\d+(?:\.\d+)?$/.test(text),
  ),
  on('IsNullOrEmpty', [], 'Bool', 'Whether the text is empty or missing.', (text: string) => text === ''),
  on(
    'IgnoreCaseEquals',
    [p('text', 'String')],
    'Bool',
    'Equality ignoring case.',
    (a: string, b: string) => a.toLowerCase() === b.toLowerCase(),
  ),
  on('Equals', [p('text', 'String')], 'Bool', 'Equality; case matters.', (a: string, b: string) => a === b),
  on('CompareTo', [p('text', 'String')], 'Int', '-1, 0 or 1 by character codes.', compare),
  ...both(['ToUpper', 'ToUpperInvariant'], name =>
    on(name, [], 'String', 'In capital letters.', (text: string) => letters(text, letter => letter.toUpperCase())),
  ),
  ...both(['ToLower', 'ToLowerInvariant'], name =>
    on(name, [], 'String', 'In small letters.', (text: string) => letters(text, letter => letter.toLowerCase())),
  ),
  on('Trim', [], 'String', 'Without blanks at both ends.', (text: string) => text.trim()),
  on('TrimStart', [], 'String', 'Without blanks at the start.', (text: string) => text.trimStart()),
  on('TrimEnd', [], 'String', 'Without blanks at the end.', (text: string) => text.trimEnd()),
  on(
    'IndexOf',
    [p('text', 'String'), opt('start', 'Int')],
    'Int',
    'Place of the first occurrence from 0, -1 when absent.',
    (at: number, text: string, part: string, start = 0) => text.indexOf(part, inside(at, start, text.length)),
    'at',
  ),
  on(
    'LastIndexOf',
    [p('text', 'String')],
    'Int',
    'Place of the last occurrence from 0, -1 when absent.',
    (text: string, part: string) => text.lastIndexOf(part),
  ),
  on(
    'Substring',
    [p('start', 'Int'), opt('length', 'Int')],
    'String',
    'A part of the text; it must lie inside.',
    (at: number, text: string, start: number, length?: number) => {
      inside(at, start, text.length)
      return length === undefined
        ? text.slice(start)
        : text.slice(start, start + inside(at, length, text.length - start))
    },
    'at',
  ),
  on(
    'Replace',
    [p('old', 'String'), p('new', 'String')],
    'String',
    'Replaces every occurrence.',
    (at: number, text: string, old: string, fresh: string) => {
      if (old === '') return fail('FQL4004', at)
      if (
        fresh.length > old.length &&
        (text.length / old.length) * fresh.length > maxText &&
        (text.split(old).length - 1) * (fresh.length - old.length) + text.length > maxText
      )
        return fail('FQL4006', at)
      return text.split(old).join(fresh)
    },
    'at',
  ),
  on(
    'Insert',
    [p('index', 'Int'), p('text', 'String')],
    'String',
    'Inserts text at a place.',
    (at: number, text: string, index: number, part: string) =>
      bounded(text.slice(0, inside(at, index, text.length)) + part + text.slice(index), at),
    'at',
  ),
  on(
    'Remove',
    [p('index', 'Int'), opt('count', 'Int')],
    'String',
    'Removes a part.',
    (at: number, text: string, index: number, count?: number) => {
      inside(at, index, text.length)
      return count === undefined
        ? text.slice(0, index)
        : text.slice(0, index) + text.slice(index + inside(at, count, text.length - index))
    },
    'at',
  ),
  on(
    'PadLeft',
    [p('width', 'Int'), opt('fill', 'String')],
    'String',
    'Fills up at the start.',
    (at: number, text: string, width: number, fill = ' ') => pad(at, text, width, fill) + text,
    'at',
  ),
  on(
    'PadRight',
    [p('width', 'Int'), opt('fill', 'String')],
    'String',
    'Fills up at the end.',
    (at: number, text: string, width: number, fill = ' ') => text + pad(at, text, width, fill),
    'at',
  ),
  on(
    'Split',
    [p('separator', 'String')],
    'JSON',
    'The parts between separators.',
    (at: number, text: string, separator: string) =>
      separator === '' ? [text] : text.length > 100_000 ? fail('FQL4006', at) : text.split(separator),
    'at',
  ),
  on('ToString', [], 'String', 'The text itself.', (text: string) => text),
  on(
    'ContainsOnly',
    [p('set', 'CharSet')],
    'Bool',
    'Whether every character is in one of the sets.',
    (text: string, set: number) => {
      if (text === '') return false
      for (const char of text) if ((bitOf(char) & set) === 0) return false
      return true
    },
  ),
  on(
    'ContainsAll',
    [p('set', 'CharSet')],
    'Bool',
    'Whether each set has at least one character in the text.',
    (text: string, set: number) => (bitsOf(text) & set) === set,
  ),
  on(
    'ContainsAny',
    [p('set', 'CharSet')],
    'Bool',
    'Whether some character is in one of the sets.',
    (text: string, set: number) => (bitsOf(text) & set) !== 0,
  ),
  ...both(
    ['IsNullOrEmpty', 'IsNullOrWhiteSpace'],
    (name): FunctionEntry => ({
      name,
      namespace: 'String',
      params: [p('text', 'String')],
      result: 'Bool',
      description: 'Whether the text is empty (or blank).',
      run: (text: string) => (name === 'IsNullOrEmpty' ? text : text.trim()) === '',
    }),
  ),
  {
    name: 'Concat',
    namespace: 'String',
    params: [p('text', 'String')],
    rest: true,
    result: 'String',
    description: 'Joins texts.',
    needs: 'at',
    run: (at: number, ...parts: string[]) => bounded(parts.join(''), at),
  },
  {
    name: 'Join',
    namespace: 'String',
    params: [p('separator', 'String'), p('text', 'String')],
    rest: true,
    result: 'String',
    description: 'Joins texts with a separator.',
    needs: 'at',
    run: (at: number, separator: string, ...parts: string[]) =>
      separator.length * parts.length > maxText ? fail('FQL4006', at) : bounded(parts.join(separator), at),
  },
  ...charSets.map(
    ([name], index): FunctionEntry => ({
      name,
      namespace: 'CharSet',
      property: true,
      params: [],
      result: 'CharSet',
      description: 'A set of characters.',
      run: () => 1 << index,
    }),
  ),
  {
    name: 'Hypen',
    namespace: 'CharSet',
    property: true,
    params: [],
    result: 'CharSet',
    description: 'A set of characters.',
    legacy: true,
    run: () => 1 << charSets.findIndex(([name]) => name === 'Hyphen'),
  },
]
