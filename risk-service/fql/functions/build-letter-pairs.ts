import { readFile, writeFile } from 'node:fs/promises'

/**
 * Writes the table of letter pairs behind `GetPattern(…).gibberScore` from public-domain English: `node
 * risk-service/fql/functions/build-letter-pairs.ts`. A test proves that the committed table equals the output of this
 * script.
 */
const folder = new URL('./', import.meta.url)
const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** Returns the generated file. */
export async function generateLetterPairs(): Promise<string> {
  const words =
    (await readFile(new URL('letter-pairs-english.txt', folder), 'utf8')).toLowerCase().match(/[a-z0-9]+/g) ?? []
  const size = alphabet.length
  // Pairs that do not occur in the texts are rare, not impossible.
  const counts = Array.from({ length: size * size }, () => 0.3)
  let all = counts.length * 0.3
  const pairsOf = (word: string): number[] =>
    Array.from(
      { length: Math.max(0, word.length - 1) },
      (_, at) => alphabet.indexOf(word.charAt(at)) * size + alphabet.indexOf(word.charAt(at + 1)),
    )
  for (const word of words)
    for (const pair of pairsOf(word)) {
      counts[pair] = (counts[pair] ?? 0) + 1
      all++
    }
  const steps = counts.map(count => Math.round(-Math.log(count / all) * 8))
  const mean = (word: string): number => {
    const pairs = pairsOf(word)
    return -pairs.reduce((sum, pair) => sum + (steps[pair] ?? 0), 0) / pairs.length / 8
  }
  let seed = 12345
  const random = (below: number): number => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return Math.floor((seed / 2147483648) * below)
  }
  const randoms = Array.from({ length: 4000 }, () =>
    mean(Array.from({ length: 6 + random(7) }, () => alphabet.charAt(random(size))).join('')),
  ).sort((a, b) => a - b)
  const real = [...new Set(words)]
    .filter(word => word.length > 2)
    .map(mean)
    .sort((a, b) => a - b)
  const at = (list: readonly number[], part: number): string => (list[Math.floor(list.length * part)] ?? 0).toFixed(4)
  const table = String.fromCharCode(...steps.map(step => step + 35))
  return `/**
 * Made by build-letter-pairs.ts: minus eight times the log-probability of each pair, as a character; \`low\` and \`high\`
 * are the ends of the scale.
 */
export const pairScores = {
  low: ${at(randoms, 0.05)},
  high: ${at(real, 0.5)},
  table: ${JSON.stringify(table).replace(/[\u007f-\uffff]/g, char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)},
} as const
`
}

if (process.argv[1] === new URL(import.meta.url).pathname)
  await writeFile(new URL('letter-pairs.ts', folder), await generateLetterPairs())
