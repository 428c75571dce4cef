import type { AssistantLocale } from '../../../../contract/assistant/intents.ts'

const arabicLetters: readonly (readonly [RegExp, string])[] = [
  [/[\u064B-\u0652\u0670\u0640]/g, ''],
  [/[أإآٱ]/g, 'ا'],
  [/ى/g, 'ي'],
  [/ة/g, 'ه'],
  [/ؤ/g, 'و'],
  [/ئ/g, 'ي'],
]

/** Spellings without the special letters of a language: `fuer` and `für` become the same. */
const spellings: Partial<Record<AssistantLocale, readonly (readonly [RegExp, string])[]>> = {
  'de-DE': [
    [/ae/g, 'a'],
    [/oe/g, 'o'],
    [/ue/g, 'u'],
  ],
  'da-DK': [
    [/aa/g, 'a'],
    [/ae/g, 'a'],
    [/oe/g, 'o'],
  ],
  'ar-AE': arabicLetters,
}

const contractions: readonly (readonly [RegExp, string])[] = [
  [/\bcan't\b/g, 'can not'],
  [/\bwon't\b/g, 'will not'],
  [/n't\b/g, ' not'],
  [/'(?:s|re)\b/g, ' is'],
  [/'(?:ve)\b/g, ' have'],
  [/'(?:ll)\b/g, ' will'],
  [/\bi'd\b/g, 'i would'],
  [/\bi'm\b/g, 'i am'],
]

const digits = (text: string): string =>
  text.replaceAll(/[٠-٩]/g, digit => String(digit.charCodeAt(0) - 0x0660)).replaceAll('٪', '%')

/** Lower case without accents, letter variants and punctuation; words are separated by one blank. */
export function normalise(text: string, locale: AssistantLocale): string {
  let plain = digits(text)
    .toLowerCase()
    .replaceAll(/[’‘`´]/g, "'")
  if (locale === 'en-US') for (const [from, to] of contractions) plain = plain.replace(from, to)
  plain = plain
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .normalize('NFC')
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'ae')
    .replaceAll('ø', 'oe')
    .replaceAll('œ', 'oe')
  for (const [from, to] of spellings[locale] ?? []) plain = plain.replace(from, to)
  return plain.replaceAll(/[^\p{L}\p{N}<>=%§]+/gu, ' ').trim()
}
