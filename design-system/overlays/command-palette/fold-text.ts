/** Letters without a decomposition into base and mark, with the spelling that people type instead. */
const spellings: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  // Arabic: forms of alef, taa marbuta and alef maksura are typed interchangeably; the tatweel only stretches.
  ٱ: 'ا',
  ة: 'ه',
  ى: 'ي',
  ـ: '',
}
const special = new RegExp(`[${Object.keys(spellings).join('')}]`, 'g')

/** Text folded for search: without case, accents, vowel signs and spelling variants, in every script. */
export function foldText(text: string, locale?: string): string {
  return lower(text, locale)
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(special, letter => spellings[letter] ?? letter)
}

function lower(text: string, locale: string | undefined): string {
  try {
    return text.toLocaleLowerCase(locale)
  } catch {
    // Not a language tag that the browser supports.
    return text.toLowerCase()
  }
}
