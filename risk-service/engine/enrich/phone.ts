import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { memoise } from '../lib/memoise.ts'

export interface PhoneFacts {
  valid: boolean
  /** ISO two-letter code; null where several countries share the number's range, or the number is invalid. */
  country: string | null
  /** `MOBILE`, `FIXED_LINE` …; null where the shipped numbering plan lacks the type. */
  type: string | null
}

const invalidPhone: PhoneFacts = Object.freeze({ valid: false, country: null, type: null })

/** Parsing a number costs more than any other part of an event, and customers return. */
const maxCachedPhones = 32_768
const facts = memoise((key: string): PhoneFacts => {
  const [country = '', text = ''] = [key.slice(0, 2), key.slice(2)]
  const number = parsePhoneNumberFromString(text, country === '  ' ? undefined : (country as CountryCode))
  return number === undefined
    ? invalidPhone
    : Object.freeze({ valid: number.isValid(), country: number.country ?? null, type: number.getType() ?? null })
}, maxCachedPhones)

/** Returns the facts of a number; `country` is used for one without a country code. */
export function phoneFacts(text: string, country: string | null): PhoneFacts {
  if (text.length > 64) return invalidPhone
  return facts(
    `${country !== null && /^[A-Z]{2}$/.test(country) && !text.trimStart().startsWith('+') ? country : '  '}${text}`,
  )
}
