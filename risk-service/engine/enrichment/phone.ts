import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { memo } from './memo.ts'

export interface PhoneFacts {
  valid: boolean
  /** ISO two-letter code; null where several countries share the number's range, or it is no number. */
  country: string | null
  /** `MOBILE`, `FIXED_LINE` …; null where the numbering plan that ships does not tell. */
  type: string | null
}

const unreadable: PhoneFacts = Object.freeze({ valid: false, country: null, type: null })

/** A number costs more to read than anything else of an event, and customers come again. */
const mostPhones = 32_768
const facts = memo((key: string): PhoneFacts => {
  const [country = '', text = ''] = [key.slice(0, 2), key.slice(2)]
  const number = parsePhoneNumberFromString(text, country === '  ' ? undefined : (country as CountryCode))
  return number === undefined
    ? unreadable
    : Object.freeze({ valid: number.isValid(), country: number.country ?? null, type: number.getType() ?? null })
}, mostPhones)

/** Facts of a number; `country` reads one without a country code. */
export function phoneFacts(text: string, country: string | null): PhoneFacts {
  if (text.length > 64) return unreadable
  return facts(
    `${country !== null && /^[A-Z]{2}$/.test(country) && !text.trimStart().startsWith('+') ? country : '  '}${text}`,
  )
}
