/**
 * Parameters of notes that are phrases themselves: a note has the name of the phrase, its sentence the English text.
 * Screens have texts of their own for both.
 */
const phrases = {
  /** Windows of velocities. */
  window: {
    hourly: 'since the start of the minute 59 minutes ago',
    daily: 'since the start of the hour 23 hours ago',
    weekly: 'since the start of the day 7 days ago',
    longest: 'over the last 90 days, which is the longest window',
  },
  /** Why there is no counterpart. */
  reason: {
    addressParts: 'compare its parts, such as the street',
    checkoutPage: 'purchases do not name the page they were made on',
    everyCharge: 'every purchase is a charge',
    everyScore: 'every purchase has a score',
    networkWarnings: 'warnings of card networks are not received',
    refunds: 'velocities do not count refunds',
    bankAmounts: 'no velocity joins amounts or times with answers of the bank',
  },
  /** What is to be sent in a field. */
  content: {
    authenticated: 'true once the buyer is authenticated',
    threeDSStatus: 'Y or A where 3D Secure was attempted',
    issuerLetter: 'the letter of the issuer, Y, N, U or A',
    cardFingerprint: 'the fingerprint of the card',
    cardFunding: 'credit, debit, prepaid or unknown',
    customerId: 'the id of the customer',
    wallet: 'the wallet in the spelling of Radar, such as apple_pay',
    cardFirstSeen: 'when the card was first seen',
  },
  /** What is expected in a place. */
  expected: {
    attribute: 'an attribute',
    value: 'a value',
    text: 'a text',
    openingParenthesis: '"("',
    closingParenthesis: '")"',
    rule: 'a rule',
    condition: 'a condition',
    singleCondition: 'a single condition',
    list: 'a list',
    name: 'a name',
    factName: 'the name of a fact',
    operatorName: 'the name of an operator',
    eventType: 'the type of an event',
    priority: 'a whole number above 0',
  },
} as const satisfies Record<string, Record<string, string>>

export type Phrase<Parameter extends keyof typeof phrases> = keyof (typeof phrases)[Parameter]

const byParameter: Readonly<Record<string, Readonly<Record<string, string>>>> = phrases

/** Returns the English text of a parameter: that of its phrase, or the parameter itself. */
function parameterText(name: string, value: string | number): string {
  const texts = Object.hasOwn(byParameter, name) ? byParameter[name] : undefined
  const text = String(value)
  return texts !== undefined && Object.hasOwn(texts, text) ? (texts[text] ?? text) : text
}

/** Returns a sentence with its parameters. */
export const filledTemplate = (template: string, parameters: Readonly<Record<string, string | number>>): string =>
  template.replace(/\{(\w+)\}/g, (all, name: string) => {
    const value = parameters[name]
    return value === undefined ? all : parameterText(name, value)
  })
