const accents: Record<string, string> = {
  a: 'á',
  b: 'ƀ',
  c: 'ç',
  d: 'đ',
  e: 'é',
  f: 'ƒ',
  g: 'ĝ',
  h: 'ĥ',
  i: 'í',
  j: 'ĵ',
  k: 'ķ',
  l: 'ļ',
  m: 'ɱ',
  n: 'ñ',
  o: 'ó',
  p: 'þ',
  q: 'ʠ',
  r: 'ŕ',
  s: 'š',
  t: 'ţ',
  u: 'ú',
  v: 'ṽ',
  w: 'ŵ',
  x: 'ẋ',
  y: 'ý',
  z: 'ž',
  A: 'Á',
  B: 'Ɓ',
  C: 'Ç',
  D: 'Đ',
  E: 'É',
  F: 'Ƒ',
  G: 'Ĝ',
  H: 'Ĥ',
  I: 'Í',
  J: 'Ĵ',
  K: 'Ķ',
  L: 'Ļ',
  M: 'Ṁ',
  N: 'Ñ',
  O: 'Ó',
  P: 'Þ',
  Q: 'Ǫ',
  R: 'Ŕ',
  S: 'Š',
  T: 'Ţ',
  U: 'Ú',
  V: 'Ṽ',
  W: 'Ŵ',
  X: 'Ẋ',
  Y: 'Ý',
  Z: 'Ž',
}
const branching = /^\s*[^,{}]+,\s*(plural|select|selectordinal)\s*,/

/** Accents the text of an ICU message and leaves arguments, tags and quoted parts unchanged. */
function accentMessage(message: string): string {
  let out = ''
  let at = 0
  while (at < message.length) {
    const char = message[at] ?? ''
    if (char === '{') {
      const end = closing(message, at)
      const inside = message.slice(at + 1, end)
      out += `{${branching.test(inside) ? accentBranches(inside) : inside}}`
      at = end + 1
    } else if (/^<[/a-z][^>]*>/i.test(message.slice(at))) {
      const end = message.indexOf('>', at)
      out += message.slice(at, end + 1)
      at = end + 1
    } else if (char === "'" && /[{}<>#']/.test(message[at + 1] ?? '')) {
      const end = message[at + 1] === "'" ? at + 1 : message.indexOf("'", at + 1)
      const stop = end < 0 ? message.length - 1 : end
      out += message.slice(at, stop + 1)
      at = stop + 1
    } else {
      out += accents[char] ?? char
      at += 1
    }
  }
  return out
}

/** Accents each `key {message}` of a plural or select: the key is unchanged. */
function accentBranches(inside: string): string {
  let out = ''
  let at = 0
  while (at < inside.length) {
    const open = inside.indexOf('{', at)
    if (open < 0) return out + inside.slice(at)
    const end = closing(inside, open)
    out += `${inside.slice(at, open)}{${accentMessage(inside.slice(open + 1, end))}}`
    at = end + 1
  }
  return out
}

function closing(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (text[at] === '{') depth += 1
    else if (text[at] === '}' && --depth === 0) return at
  }
  return text.length
}

/** A longer, accented, bracketed copy of a catalogue: any text outside brackets on a screen is a literal string. */
export function pseudoMessages(messages: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(messages).map(([id, message]) => [
      id,
      `[${accentMessage(message)}${'·'.repeat(Math.max(1, Math.ceil(message.length * 0.4)))}]`,
    ]),
  )
}
