import { TranslationStop } from '../result/notes.ts'

/* Tokens of a condition of Radar, by its public rules reference. */

export interface RadarToken {
  kind: 'attribute' | 'metadata' | 'list' | 'text' | 'number' | 'word' | 'symbol'
  /** Name, key, alias or value; of words and symbols the canonical spelling. */
  value: string
  from: number
  to: number
  /** An attribute without its second colon. */
  unclosed?: true
}

const space = /\s+/y
const metadata = /::((?:(?!::)[^\n])+)::/y
const attribute = /:(\w+):/y
const unclosedAttribute = /:(\w+)(?=[\s)]|$)/y
const list = /@(\w+)/y
const number = /-?\d+(?:\.\d+)?(?![\w.])/y
const word = /[A-Za-z_]\w*/y
const symbol = /&&|\|\||==|!=|<>|<=|>=|[=<>!(),]/y
/** Documentation that was printed has typographic quotation marks. */
const quotes: Readonly<Record<string, string>> = { "'": "'", '"': '"', '‘': '’', '’': '’', '“': '”', '”': '”' }
const canonical: Readonly<Record<string, string>> = { '&&': 'and', '||': 'or', '!': 'not', '==': '=', '<>': '!=' }

export function readTokens(text: string): RadarToken[] {
  const tokens: RadarToken[] = []
  let at = 0
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    return pattern.exec(text)
  }
  const add = (kind: RadarToken['kind'], found: RegExpExecArray | null, value?: string): boolean => {
    if (found === null) return false
    const to = at + found[0].length
    tokens.push({ kind, value: value ?? found[1] ?? found[0], from: at, to })
    at = to
    return true
  }
  while (at < text.length) {
    const blank = match(space)
    if (blank !== null) {
      at += blank[0].length
      continue
    }
    const closing = quotes[text.charAt(at)]
    if (closing !== undefined) {
      at = readText(text, at, closing, tokens)
      continue
    }
    if (add('metadata', match(metadata)) || add('attribute', match(attribute)) || add('list', match(list))) continue
    if (add('attribute', match(unclosedAttribute))) {
      const last = tokens.at(-1)
      if (last !== undefined) last.unclosed = true
      continue
    }
    if (add('number', match(number))) continue
    const name = match(word)
    if (add('word', name, name?.[0].toLowerCase())) continue
    const sign = match(symbol)
    if (!add('symbol', sign, canonical[sign?.[0] ?? ''] ?? sign?.[0]))
      throw new TranslationStop('unexpected', { text: String.fromCodePoint(text.codePointAt(at) ?? 32), at: at + 1 })
  }
  return tokens
}

/** Reads a text in quotation marks; a backslash stands before one of them, or before itself. */
function readText(text: string, from: number, closing: string, tokens: RadarToken[]): number {
  let value = ''
  for (let at = from + 1; at < text.length; at++) {
    const char = text.charAt(at)
    const next = text.charAt(at + 1)
    if (char === '\\' && (next === '\\' || next === closing)) {
      value += next
      at++
    } else if (char === closing) {
      tokens.push({ kind: 'text', value, from, to: at + 1 })
      return at + 1
    } else value += char
  }
  throw new TranslationStop('openText', { at: from + 1 })
}
