import { isPersonalPath, personalFieldOf } from '@assay/risk-service/contract'
import { isIpAddress } from '@assay/risk-service/contract/assessment-schemas'

/** An email address anywhere in a text, as in `Ana <ana@mail.example>`. */
const email = /[^\s@<>"]+@[^\s@<>"]+/
/** A phone number in its international form. */
const phone = /^(?:\+|00)\d[\d\s().-]{6,}$/
const iban = /^[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,4})?$/
/** As many digits as a card number has. */
const cardNumber = /^\d(?:[ -]?\d){12,18}$/

/** Whether a value identifies somebody, whatever the name of its field. */
function isPersonalValue(value: unknown): boolean {
  if (typeof value === 'number') return cardNumber.test(String(value))
  if (typeof value !== 'string') return typeof value === 'object' && value !== null && isPersonalObject(value)
  const text = value.trim()
  return email.test(text) || phone.test(text) || iban.test(text) || cardNumber.test(text) || isIpAddress(text)
}

const isPersonalObject = (value: object): boolean =>
  Object.entries(value).some(([name, inner]) => personalFieldOf(name) !== null || isPersonalValue(inner))

/** Returns the values of a field that are not about anybody: none of a field whose path says that all of them are. */
export const impersonalValues = (source: string, values: readonly unknown[]): readonly unknown[] =>
  isPersonalPath(source) ? [] : values.filter(value => !isPersonalValue(value))
