/** A small scanner beside the Lezer tokens: it identifies the fault in text that is no token at all. */

type LexicalCode = 'FQL1001' | 'FQL1002' | 'FQL1003' | 'FQL1004'
export interface Token {
  kind: 'word' | 'number' | 'window' | 'text' | 'variable' | 'attribute' | 'json' | 'symbol' | 'comment'
  from: number
  to: number
}
export interface ScanResult {
  tokens: Token[]
  error: { code: LexicalCode; from: number; to: number } | null
}

const spacePattern = /[ \t\r\n]+/y
const commentPattern = /\/\/[^\n\r]*|\/\*[^]*?\*\//y
const textPattern = /"(?:[^\\\n\r"]|\\[^\n\r])*"|'(?:[^\\\n\r']|\\[^\n\r])*'/y
const wordPattern = /[A-Za-z_][A-Za-z0-9_]*/y
const numberPattern = /[0-9]+(?:\.[0-9]+(?:[eE][+-]?[0-9]+)?)?/y
const symbolPattern = /\|\||&&|==|!=|<=|>=|[|<>+\-*/%!?:;,.=()[\]{}]/y
const malformedNumberPattern = /[0-9][A-Za-z0-9_.]*/y

function matchAt(pattern: RegExp, source: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(source) ? pattern.lastIndex : -1
}

/** Returns all tokens up to the first lexical error, comments included. */
export function scan(source: string): ScanResult {
  const tokens: Token[] = []
  let at = 0
  const fail = (code: LexicalCode, from: number, to: number): ScanResult => ({ tokens, error: { code, from, to } })
  const push = (kind: Token['kind'], to: number): void => {
    tokens.push({ kind, from: at, to })
    at = to
  }
  while (at < source.length) {
    const blank = matchAt(spacePattern, source, at)
    if (blank !== -1) {
      at = blank
      continue
    }
    const first = source.charAt(at)
    if (source.startsWith('/*', at) || source.startsWith('//', at)) {
      const end = matchAt(commentPattern, source, at)
      if (end === -1) return fail('FQL1003', at, at + 2)
      push('comment', end)
    } else if (first === '"' || first === "'") {
      const end = matchAt(textPattern, source, at)
      if (end === -1) return fail('FQL1002', at, findLineEnd(source, at))
      push('text', end)
    } else if (first === '$') {
      const end = matchAt(wordPattern, source, at + 1)
      if (end === -1) return fail('FQL1001', at, at + 1)
      push('variable', end)
    } else if (first === '@') {
      const json = source.charAt(at + 1) === '@'
      const name = at + (json ? 2 : 1)
      let end = matchAt(wordPattern, source, name)
      if (end === -1) end = matchAt(textPattern, source, name)
      if (end === -1 && /["']/.test(source.charAt(name))) return fail('FQL1002', name, findLineEnd(source, name))
      if (end === -1 && !json) return fail('FQL1001', at, at + 1)
      push(json ? 'json' : 'attribute', end === -1 ? name : end)
    } else if (first >= '0' && first <= '9') {
      const end = matchAt(numberPattern, source, at)
      const next = source.charAt(end)
      if (/[smhd]/i.test(next) && !/[A-Za-z0-9_]/.test(source.charAt(end + 1)) && !source.slice(at, end).includes('.'))
        push('window', end + 1)
      else if (/[A-Za-z0-9_]/.test(next) || (next === '.' && !/[A-Za-z_]/.test(source.charAt(end + 1))))
        return fail('FQL1004', at, matchAt(malformedNumberPattern, source, at))
      else if (!Number.isFinite(Number(source.slice(at, end)))) return fail('FQL1004', at, end)
      else push('number', end)
    } else {
      const name = matchAt(wordPattern, source, at)
      const end = name === -1 ? matchAt(symbolPattern, source, at) : name
      if (end === -1) return fail('FQL1001', at, at + String.fromCodePoint(source.codePointAt(at) ?? 32).length)
      push(name === -1 ? 'symbol' : 'word', end)
    }
  }
  return { tokens, error: null }
}

function findLineEnd(source: string, at: number): number {
  const end = source.slice(at).search(/[\r\n]/)
  return end === -1 ? source.length : at + end
}

/**
 * Returns the value between the quotes. An unknown escape retains both characters, so that patterns need no doubling.
 */
export function unquote(quoted: string): string {
  return quoted.slice(1, -1).replace(/\\(u[0-9a-fA-F]{4}|[^])/g, (all, escape: string) => {
    if (escape.length === 5) return String.fromCharCode(parseInt(escape.slice(1), 16))
    return { '\\': '\\', '"': '"', "'": "'", n: '\n', r: '\r', t: '\t' }[escape] ?? all
  })
}
