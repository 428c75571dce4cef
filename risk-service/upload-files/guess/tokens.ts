import { abbreviated, conceptsOf } from './words.ts'

/** Words without a meaning of their own in the name of a column. */
const silent = new Set(
  `the of a an my our your by in for to with and or de du des del la le el der die das von field col
    column attr attribute data raw info electronic electronico electronique elektronisch full current us
    uk usd eur gbp chf primary main d e place mailing residential preferred as`.split(/\s+/),
)
/** Words of two letters that a longer one may be made of. */
const shortWords = new Set(['id', 'no', 'nr', 'ip', 'dt', 'ts', 'cc', 'ua', 'cb', 'tz', 'ph'])

/** Returns the words of a name in camel case, snake case or any other, lower case without accents. */
function wordsOfName(name: string): string[] {
  return name
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replace(/([A-Za-z])(\d)/g, '$1 $2')
    .replace(/(\d)([A-Za-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter(word => word !== '')
}

/**
 * Returns the concepts that a name consists of, each once: `custIPAddr`, `KUNDEN-IP` and `client ip address` begin
 * alike. A word that is in no vocabulary is its own concept.
 */
export function tokensOf(name: string): string[] {
  const words = wordsOfName(name)
  const tokens: string[] = []
  for (let at = 0; at < words.length; ) {
    const joined = [3, 2].find(count => at + count <= words.length && isCompound(words.slice(at, at + count)))
    const count = joined ?? 1
    const word = words.slice(at, at + count).join('')
    tokens.push(...conceptsAt(words, word, at, at + count))
    at += count
  }
  return [...new Set(tokens)]
}

/** Returns the concepts of a word, some of which depend on those around it. */
function conceptsAt(words: readonly string[], word: string, from: number, to: number): readonly string[] {
  const [before, next] = [words[from - 1], words[to]]
  // Behind another word it is a unique id, alone that of a user.
  if (word === 'uid' && before !== undefined) return ['id']
  // Before a digit it is the line of an address.
  if (word === 'ln') return next !== undefined && /^\d+$/.test(next) ? ['line'] : ['last', 'name']
  // The end of a time, as in `valid_to`.
  if (word === 'to' && before !== undefined && next === undefined) return ['until']
  // An amount with its taxes is no amount of taxes.
  if (/^(inc|incl|including|ex|excl|excluding)$/.test(word)) return []
  if (before !== undefined && /^(inc|incl|including|ex|excl|excluding)$/.test(before)) return []
  // The last change is the change.
  if (word === 'last' && next !== undefined && conceptsOfWord(next).includes('updated')) return ['date']
  return conceptsOfWord(word)
}

/** Whether words are one in the vocabulary, such as `zip code` and `sign up`. */
const isCompound = (words: readonly string[]): boolean => conceptsOf(words.join('')) !== undefined

function conceptsOfWord(word: string): readonly string[] {
  if (silent.has(word)) return []
  const meant = conceptsOf(word)
  if (meant !== undefined) return meant
  return split(word)?.flatMap(piece => conceptsOf(piece) ?? []) ?? abbreviated(word) ?? [word]
}

/** Splits a word without capitals, such as `useremail`, into words of the vocabulary: as few as possible. */
function split(word: string): string[] | null {
  if (word.length < 4 || word.length > 40) return null
  /** The fewest words for each beginning of the word. */
  const best: (string[] | null)[] = [[]]
  for (let end = 1; end <= word.length; end++) {
    best[end] = null
    for (let from = Math.max(0, end - 16); from < end; from++) {
      const before = best[from]
      const piece = word.slice(from, end)
      if (!before || (piece.length < 3 && !shortWords.has(piece)) || conceptsOf(piece) === undefined) continue
      const current = best[end]
      if (!current || before.length + 1 < current.length) best[end] = [...before, piece]
    }
  }
  const found = best[word.length] ?? null
  return found !== null && found.length <= 4 ? found : null
}
