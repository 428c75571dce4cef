import type { Direction } from '../lib/keys.ts'

/**
 * Languages written right to left. `Intl` does not support the mirrored pseudo-locale, so direction is determined here.
 */
export const rightToLeftLanguages = [
  'ar',
  'arc',
  'ckb',
  'dv',
  'fa',
  'he',
  'khw',
  'ks',
  'nqo',
  'ps',
  'sd',
  'syr',
  'ug',
  'ur',
  'yi',
] as const

/** Reading direction of a language tag. */
export function directionOf(tag: string): Direction {
  const lower = tag.toLowerCase()
  if (lower === 'qps-plocm') return 'rtl'
  if (/-(arab|hebr|thaa|nkoo|syrc|adlm)\b/.test(lower)) return 'rtl'
  const language = lower.split('-')[0] ?? ''
  return rightToLeftLanguages.some(rightToLeft => rightToLeft === language) ? 'rtl' : 'ltr'
}
