import {
  type BoosterField,
  type BoosterLevel,
  type BoosterMessage,
  type BoosterObstacle,
  type BoosterSourcePath,
  boosterFields,
} from '../../../contract/index.ts'
import { phoneFacts } from '../../../engine/enrich/phone.ts'
import { type Json, listOf, objectOf } from '../../../engine/lib/json.ts'
import type { SentEvent } from '../../review/sent-events.ts'

/** Returns what is found out about an IP address. */
export type PlaceOf = (ip: string) => { countryCode?: string; city?: string } | undefined

/** A message with where its values come from; or why there is none. */
export type MessageOfPurchase =
  | { obstacle: BoosterObstacle; message: null; sources: [] }
  | { obstacle: null; message: BoosterMessage; sources: { field: BoosterField; from: BoosterSourcePath[] }[] }

/** A value of a message with where it comes from; null: the purchase does not have it. */
type Traced<Value> = { value: Value; from: BoosterSourcePath[] } | null

const none = (obstacle: BoosterObstacle): MessageOfPurchase => ({ obstacle, message: null, sources: [] })

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
const sent = (path: string): BoosterSourcePath => ({ kind: 'event', path })

/**
 * Makes the message about a purchase for the bank or network of its card, which is a function of the stored event alone.
 * A purchase with several cards is reported with the first one.
 */
export function createMessage(
  event: SentEvent,
  level: Exclude<BoosterLevel, 'off'>,
  placeOf: PlaceOf,
): MessageOfPurchase {
  const { row, request } = event
  if (row.decision === null) return none('undecided')
  if (row.assessmentType === 'Evaluate') return none('evaluate')
  const card = cardOf(request)
  if (card === null) return none('noCard')
  const user = objectOf(request.user)
  const answered = (member: string): BoosterSourcePath => ({ kind: 'answer', path: `resultDetails.${member}` })
  const traced: { [Field in keyof BoosterMessage]: Traced<BoosterMessage[Field]> } = {
    assessment: {
      value: { decision: row.decision, riskScore: row.riskScore },
      from: [answered('MerchantRuleDecision'), answered('RiskScore')],
    },
    location: locationOf(event, placeOf),
    deviceId: deviceOf(event),
    cardNumber: { value: card.lastFour, from: [sent(`${card.path}.lastFourDigits`)] },
    amount: amountOf(request, card),
    ...(level === 'raw'
      ? {
          bin: sentText(card.instrument.bin, `${card.path}.bin`),
          email: sentText(user.email, 'user.email'),
          mobilePhone: mobileOf(user),
        }
      : {}),
  }
  const present = boosterFields.flatMap(field => {
    const found = traced[field] ?? null
    return found === null ? [] : [{ field, ...found }]
  })
  return {
    obstacle: null,
    // The members are those of the table above, in the order of the fields.
    message: Object.fromEntries(present.map(({ field, value }) => [field, value])) as BoosterMessage,
    sources: present.map(({ field, from }) => ({ field, from })),
  }
}

/** Returns the text of a message, whose bytes are what leaves. */
export const textOfMessage = (message: BoosterMessage): string => JSON.stringify(message)

interface Card {
  instrument: Json
  path: string
  lastFour: string
}

/** Returns the first instrument with the end of a card number. */
export function cardOf(request: Json): Card | null {
  for (const [index, instrument] of listOf(request.paymentInstrumentList).entries()) {
    const lastFour = textOf(instrument.lastFourDigits).replace(/\D/g, '').slice(-4)
    if (lastFour.length === 4) return { instrument, path: `paymentInstrumentList[${index}]`, lastFour }
  }
  return null
}

/** Returns country and city of the IP address. */
function locationOf({ row, request }: SentEvent, placeOf: PlaceOf): Traced<BoosterMessage['location']> {
  if (row.ip === null) return null
  const place = placeOf(row.ip)
  const country = place?.countryCode ?? row.ipCountry
  if (country === null) return null
  return {
    value: { country, ...(place?.city === undefined ? {} : { city: place.city }) },
    from: [deviceSource(request, ['ipAddress', 'trueIp'], row.ip, 'lookup')],
  }
}

const deviceOf = ({ row, request }: SentEvent): Traced<string> =>
  row.deviceId === null
    ? null
    : {
        value: row.deviceId,
        from: [deviceSource(request, ['externalDeviceId', 'deviceId', 'deviceContextId'], row.deviceId, 'event')],
      }

/** Returns the member of the device that has a value; another one was added by the fingerprint of its session. */
function deviceSource(
  request: Json,
  members: readonly string[],
  value: string,
  kind: 'event' | 'lookup',
): BoosterSourcePath {
  const device = objectOf(request.deviceContext)
  const member = members.find(each => textOf(device[each]).toLowerCase() === value.toLowerCase())
  return member === undefined
    ? { kind: 'fingerprint', path: 'deviceContext.deviceContextId' }
    : { kind, path: `deviceContext.${member}` }
}

/** Returns what the card was charged with: its part of the purchase, or the whole. */
function amountOf(request: Json, { instrument, path }: Card): Traced<BoosterMessage['amount']> {
  const currency = textOf(request.currency).toUpperCase()
  const isPart = typeof instrument.purchaseAmount === 'number'
  const value = isPart ? instrument.purchaseAmount : request.totalAmount
  if (typeof value !== 'number' || currency === '') return null
  return {
    value: { value, currency },
    from: [sent(isPart ? `${path}.purchaseAmount` : 'totalAmount'), sent('currency')],
  }
}

const sentText = (value: unknown, path: string): Traced<string> =>
  textOf(value) === '' ? null : { value: textOf(value), from: [sent(path)] }

const mobileTypes: readonly (string | null)[] = ['MOBILE', 'FIXED_LINE_OR_MOBILE', null]

/** Returns a valid number, unless the numbering plan says that it is none of a mobile phone. */
function mobileOf(user: Json): Traced<string> {
  const country = textOf(user.country)
  const { valid, type } = phoneFacts(textOf(user.phoneNumber), country === '' ? null : country)
  return valid && mobileTypes.includes(type) ? sentText(user.phoneNumber, 'user.phoneNumber') : null
}
