import { isNear } from '../text/distance.ts'
import type { Token } from '../text/tokens.ts'
import type { Lexicon, Phrase } from './lexicon.ts'

/** A place where a concept is named: from the token `start`, up to `end`, which is excluded. */
export interface Mention {
  concept: string
  start: number
  end: number
}

const endings = ['تي', 'تنا', 'ته', 'تها', 'ها', 'هم', 'نا', 'ات', 'ين', 'ون', 'ان', 'ي', 'ه', 'ك', 'ا'] as const
const clitics = ['وال', 'بال', 'فال', 'كال', 'لل', 'ال', 'و', 'ف', 'ب', 'ل', 'ك']

/** The word itself and, in Arabic, without the particles and pronouns that are written onto it. */
function formsOf(word: string, lexicon: Lexicon): readonly string[] {
  if (lexicon.locale !== 'ar-AE') return [word]
  const forms = [word]
  for (const clitic of clitics)
    if (word.startsWith(clitic) && word.length - clitic.length >= 3) forms.push(word.slice(clitic.length))
  for (const form of [...forms])
    for (const ending of endings)
      if (form.endsWith(ending) && form.length - ending.length >= 3) {
        const stem = form.slice(0, -ending.length)
        forms.push(stem)
        if (ending.startsWith('ت') || ending === 'ات') forms.push(`${stem}ه`)
      }
  return forms
}

function fits(pattern: string, word: string): boolean {
  if (pattern.startsWith('*'))
    return pattern.endsWith('*') ? word.includes(pattern.slice(1, -1)) : word.endsWith(pattern.slice(1))
  return pattern.endsWith('*') ? word.startsWith(pattern.slice(0, -1)) : word === pattern
}

/** Number of tokens that a phrase takes from `start`; 0 when it does not fit. */
function lengthOf(phrase: Phrase, start: number, forms: readonly (readonly string[])[]): number {
  let at = start
  for (let index = 0; index < phrase.words.length; index++) {
    const pattern = phrase.words[index]!
    if (pattern === '..') {
      const next = phrase.words[++index]
      if (next === undefined) return at - start
      const limit = Math.min(forms.length, at + 6)
      let found = at + 1
      while (found < limit && !forms[found]?.some(form => fits(next, form))) found++
      if (found >= limit) return 0
      at = found + 1
    } else {
      if (!forms[at]?.some(form => fits(pattern, form))) return 0
      at++
    }
  }
  return at - start
}

function phrasesAt(forms: readonly string[], lexicon: Lexicon): Phrase[] {
  const found = [...(lexicon.byStem.get('') ?? [])]
  for (const form of forms)
    found.push(...(lexicon.byWord.get(form) ?? []), ...(lexicon.byStem.get(form.slice(0, 2)) ?? []))
  return found
}

/** The named word that a mistyped one stands for. */
function corrected(word: string, lexicon: Lexicon): string | null {
  if (word.length < 4 || word.startsWith('§') || /\d/.test(word)) return null
  for (const pattern of lexicon.words.get(word.slice(0, 1)) ?? [])
    if (pattern.endsWith('*')) {
      const stem = pattern.slice(0, -1)
      for (const length of [stem.length, stem.length - 1, stem.length + 1])
        if (length <= word.length && isNear(word.slice(0, length), stem)) return stem + word.slice(length)
    } else if (isNear(word, pattern)) return pattern
  return null
}

/** Finds the concepts that a question names. Words that name none are read with one typing error. */
export function mentionsIn(tokens: readonly Token[], lexicon: Lexicon): Mention[] {
  const forms = tokens.map(({ word }) => formsOf(word, lexicon))
  const mentions: Mention[] = []
  const named = new Set<number>()
  const collect = (start: number): void => {
    for (const phrase of phrasesAt(forms[start] ?? [], lexicon)) {
      const length = lengthOf(phrase, start, forms)
      if (length === 0) continue
      mentions.push({ concept: phrase.concept, start, end: start + length })
      for (let at = start; at < start + length; at++) named.add(at)
    }
  }
  tokens.forEach((_, start) => collect(start))
  const mistyped = tokens.flatMap(({ word }, at) => {
    const better = named.has(at) ? null : corrected(word, lexicon)
    if (better === null) return []
    forms[at] = [better]
    return [at]
  })
  if (mistyped.length > 0) {
    mentions.length = 0
    tokens.forEach((_, start) => collect(start))
  }
  return mentions
}
