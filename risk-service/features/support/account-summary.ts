import { listLimits, type SupportListId, supportKey } from '../../contract/lists/list-definitions.ts'
import type { AccountSummary, ListedValue, SupportAccount } from '../../contract/support/support.ts'
import { supportLimits } from '../../contract/support/support-definitions.ts'
import { listOf, objectOf } from '../../engine/lib/json.ts'
import { toEventRow } from '../../kernel/store/events/event-row.ts'
import { findEntries } from '../lists/support-lists.ts'
import { sumBankEvents } from './bank-events.ts'
import { createFigures, memberSince } from './figures.ts'
import { sourceOfAccount } from './find-accounts.ts'
import type { SupportReader } from './reader.ts'
import { countDaysOfUse, type NewestPurchase, newestPurchases, sumPurchases, windowsBefore } from './store.ts'

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null

type Instrument = Omit<AccountSummary['instruments'][number], 'entry'>

/** Loads what the page shows of an account; null when it has no stored purchase. */
export async function loadAccountSummary(
  reader: SupportReader,
  account: SupportAccount,
): Promise<AccountSummary | null> {
  const { db, scope, now, signal } = reader
  const source = sourceOfAccount(account)
  const since = windowsBefore(now)
  const [purchases, bankEvents, days, newest] = await Promise.all([
    sumPurchases(db, scope, source, since, signal),
    sumBankEvents(db, scope, source, since, signal),
    countDaysOfUse(db, scope, source, since, signal),
    newestPurchases(db, scope, source, supportLimits.instrumentEvents, signal),
  ])
  if (purchases.length === 0 || newest.length === 0) return null
  const firstAt = new Date(Math.min(...purchases.map(each => each.first_at.getTime())))
  const rows = newest.map(toEventRow)
  const first = <Name extends 'email' | 'userId' | 'userName' | 'phone' | 'shippingCity' | 'shippingCountry'>(
    name: Name,
  ) => rows.find(row => row[name] !== null)?.[name] ?? null
  const created = newest.map(each => textOf(objectOf(each.user).creationDate)).find(each => each !== null)
  const [email, userId] = [first('email'), first('userId')]
  const instruments = instrumentsOf(newest)
  const listed = await withEntries(reader, [...valueOf('email', email), ...valueOf('user', userId), ...instruments])
  return {
    account,
    email,
    userId,
    userName: first('userName'),
    phone: first('phone'),
    city: first('shippingCity'),
    country: first('shippingCountry'),
    ...memberSince(created, firstAt),
    ...createFigures({ purchases, bankEvents, days }, firstAt, now),
    values: listed.filter(({ list }) => list !== 'payment'),
    instruments: instruments.map(instrument => ({
      ...instrument,
      entry: listed.find(({ list, value }) => list === 'payment' && value === instrument.value)?.entry ?? null,
    })),
  }
}

/** Returns a value as a list can contain it; nothing for another one. */
const valueOf = (list: SupportListId, value: string | null) =>
  value === null || value.length > listLimits.value || /\p{Cc}/u.test(value) ? [] : [{ list, value: value.trim() }]

/** Returns the payment instruments of purchases by their id, those of the newest purchase first. */
function instrumentsOf(purchases: readonly NewestPurchase[]): Instrument[] {
  const found = new Map<string, Instrument>()
  for (const { instruments } of purchases)
    for (const each of listOf(instruments)) {
      const id = textOf(each.merchantPaymentInstrumentId)
      if (id === null || found.has(id.toLowerCase()) || valueOf('payment', id).length === 0) continue
      found.set(id.toLowerCase(), {
        list: 'payment',
        value: id,
        type: textOf(each.type),
        cardType: textOf(each.cardType),
        lastFour: textOf(each.lastFourDigits)?.replace(/\D/g, '').slice(-4) ?? null,
        email: textOf(each.email),
      })
    }
  return [...found.values()].slice(0, supportLimits.instruments)
}

async function withEntries(
  { db, environmentId, now }: SupportReader,
  values: readonly Pick<ListedValue, 'list' | 'value'>[],
): Promise<ListedValue[]> {
  const entries = await Promise.all(
    [...Map.groupBy(values, ({ list }) => list)].map(async ([list, own]) =>
      (
        await findEntries(
          db,
          environmentId,
          list,
          own.map(({ value }) => value),
          now,
        )
      ).map(entry => ({ list, entry })),
    ),
  )
  return values.map(({ list, value }) => ({
    list,
    value,
    entry:
      entries.flat().find(each => each.list === list && supportKey(list, each.entry.value) === supportKey(list, value))
        ?.entry ?? null,
  }))
}
