import { defined } from '../../contract/defined.ts'
import { fail, limitText, maxTextSize } from '../runtime/evaluation-error.ts'
import { type FunctionEntry, optionalParam, type Param, requiredParam, type ValueType } from './function-entry.ts'

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

const textMember = (
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
  ...defined({ needs }),
})
const requireIndex = (at: number, value: number, max: number): number =>
  value >= 0 && value <= max ? value : fail('FQL4004', at)
const pad = (at: number, text: string, width: number, fill: string): string => {
  if (width < 0 || fill === '') return fail('FQL4004', at)
  if (width > maxTextSize) return fail('FQL4006', at)
  return fill.charAt(0).repeat(Math.max(0, width - text.length))
}
/**
 * Converts each letter by itself, as the invariant culture does: `ß` has no capital, a sigma is the same everywhere.
 */
const mapLetters = (text: string, change: (letter: string) => string): string =>
  /^[\0-\x7f]*$/.test(text)
    ? change(text)
    : Array.from(text, letter => {
        const changed = change(letter)
        return changed.length === letter.length ? changed : letter
      }).join('')
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const withAliases = (names: readonly string[], make: (name: string) => FunctionEntry): FunctionEntry[] =>
  names.map(make)

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
  textMember(
    'StartsWith',
    [requiredParam('text', 'String')],
    'Bool',
    'Whether the text starts with the part; case matters.',
    (text: string, part: string) => text.startsWith(part),
  ),
  textMember(
    'EndsWith',
    [requiredParam('text', 'String')],
    'Bool',
    'Whether the text ends with the part; case matters.',
    (text: string, part: string) => text.endsWith(part),
  ),
  textMember(
    'Contains',
    [requiredParam('text', 'String')],
    'Bool',
    'Whether the text contains the part; case matters.',
    (text: string, part: string) => text.includes(part),
  ),
  textMember('IsNumeric', [], 'Bool', 'Whether the text is a number without exponent.', (text: string) =>
    /^[+-]?\d+(?:\.\d+)?$/.test(text),
  ),
  textMember('IsNullOrEmpty', [], 'Bool', 'Whether the text is empty or missing.', (text: string) => text === ''),
  textMember(
    'IgnoreCaseEquals',
    [requiredParam('text', 'String')],
    'Bool',
    'Equality ignoring case.',
    (a: string, b: string) => a.toLowerCase() === b.toLowerCase(),
  ),
  textMember(
    'Equals',
    [requiredParam('text', 'String')],
    'Bool',
    'Equality; case matters.',
    (a: string, b: string) => a === b,
  ),
  textMember('CompareTo', [requiredParam('text', 'String')], 'Int', '-1, 0 or 1 by character codes.', compare),
  ...withAliases(['ToUpper', 'ToUpperInvariant'], name =>
    textMember(name, [], 'String', 'The text in uppercase.', (text: string) =>
      mapLetters(text, letter => letter.toUpperCase()),
    ),
  ),
  ...withAliases(['ToLower', 'ToLowerInvariant'], name =>
    textMember(name, [], 'String', 'The text in lowercase.', (text: string) =>
      mapLetters(text, letter => letter.toLowerCase()),
    ),
  ),
  textMember('Trim', [], 'String', 'Removes spaces at both ends.', (text: string) => text.trim()),
  textMember('TrimStart', [], 'String', 'Removes spaces at the start.', (text: string) => text.trimStart()),
  textMember('TrimEnd', [], 'String', 'Removes spaces at the end.', (text: string) => text.trimEnd()),
  textMember(
    'IndexOf',
    [requiredParam('text', 'String'), optionalParam('start', 'Int')],
    'Int',
    'Place of the first occurrence from 0, -1 when absent.',
    (at: number, text: string, part: string, start = 0) => text.indexOf(part, requireIndex(at, start, text.length)),
    'at',
  ),
  textMember(
    'LastIndexOf',
    [requiredParam('text', 'String')],
    'Int',
    'Place of the last occurrence from 0, -1 when absent.',
    (text: string, part: string) => text.lastIndexOf(part),
  ),
  textMember(
    'Substring',
    [requiredParam('start', 'Int'), optionalParam('length', 'Int')],
    'String',
    'A part of the text; it must lie inside.',
    (at: number, text: string, start: number, length?: number) => {
      requireIndex(at, start, text.length)
      return length === undefined
        ? text.slice(start)
        : text.slice(start, start + requireIndex(at, length, text.length - start))
    },
    'at',
  ),
  textMember(
    'Replace',
    [requiredParam('old', 'String'), requiredParam('new', 'String')],
    'String',
    'Replaces every occurrence.',
    (at: number, text: string, old: string, fresh: string) => {
      if (old === '') return fail('FQL4004', at)
      if (
        fresh.length > old.length &&
        (text.length / old.length) * fresh.length > maxTextSize &&
        (text.split(old).length - 1) * (fresh.length - old.length) + text.length > maxTextSize
      )
        return fail('FQL4006', at)
      return text.split(old).join(fresh)
    },
    'at',
  ),
  textMember(
    'Insert',
    [requiredParam('index', 'Int'), requiredParam('text', 'String')],
    'String',
    'Inserts text at a place.',
    (at: number, text: string, index: number, part: string) =>
      limitText(text.slice(0, requireIndex(at, index, text.length)) + part + text.slice(index), at),
    'at',
  ),
  textMember(
    'Remove',
    [requiredParam('index', 'Int'), optionalParam('count', 'Int')],
    'String',
    'Removes a part.',
    (at: number, text: string, index: number, count?: number) => {
      requireIndex(at, index, text.length)
      return count === undefined
        ? text.slice(0, index)
        : text.slice(0, index) + text.slice(index + requireIndex(at, count, text.length - index))
    },
    'at',
  ),
  textMember(
    'PadLeft',
    [requiredParam('width', 'Int'), optionalParam('fill', 'String')],
    'String',
    'Pads the text at the start.',
    (at: number, text: string, width: number, fill = ' ') => pad(at, text, width, fill) + text,
    'at',
  ),
  textMember(
    'PadRight',
    [requiredParam('width', 'Int'), optionalParam('fill', 'String')],
    'String',
    'Pads the text at the end.',
    (at: number, text: string, width: number, fill = ' ') => text + pad(at, text, width, fill),
    'at',
  ),
  textMember(
    'Split',
    [requiredParam('separator', 'String')],
    'JSON',
    'The parts between separators.',
    (at: number, text: string, separator: string) =>
      separator === '' ? [text] : text.length > 100_000 ? fail('FQL4006', at) : text.split(separator),
    'at',
  ),
  textMember('ToString', [], 'String', 'The text itself.', (text: string) => text),
  textMember(
    'ContainsOnly',
    [requiredParam('set', 'CharSet')],
    'Bool',
    'Whether every character is in one of the sets.',
    (text: string, set: number) => {
      if (text === '') return false
      for (const char of text) if ((bitOf(char) & set) === 0) return false
      return true
    },
  ),
  textMember(
    'ContainsAll',
    [requiredParam('set', 'CharSet')],
    'Bool',
    'Whether each set has at least one character in the text.',
    (text: string, set: number) => (bitsOf(text) & set) === set,
  ),
  textMember(
    'ContainsAny',
    [requiredParam('set', 'CharSet')],
    'Bool',
    'Whether some character is in one of the sets.',
    (text: string, set: number) => (bitsOf(text) & set) !== 0,
  ),
  ...withAliases(
    ['IsNullOrEmpty', 'IsNullOrWhiteSpace'],
    (name): FunctionEntry => ({
      name,
      namespace: 'String',
      params: [requiredParam('text', 'String')],
      result: 'Bool',
      description: 'Whether the text is empty (or blank).',
      run: (text: string) => (name === 'IsNullOrEmpty' ? text : text.trim()) === '',
    }),
  ),
  {
    name: 'Concat',
    namespace: 'String',
    params: [requiredParam('text', 'String')],
    rest: true,
    result: 'String',
    description: 'Joins texts.',
    needs: 'at',
    run: (at: number, ...parts: string[]) => limitText(parts.join(''), at),
  },
  {
    name: 'Join',
    namespace: 'String',
    params: [requiredParam('separator', 'String'), requiredParam('text', 'String')],
    rest: true,
    result: 'String',
    description: 'Joins texts with a separator.',
    needs: 'at',
    run: (at: number, separator: string, ...parts: string[]) =>
      separator.length * parts.length > maxTextSize ? fail('FQL4006', at) : limitText(parts.join(separator), at),
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
