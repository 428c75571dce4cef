import type { PersonalDataKind } from '../../contract/index.ts'
import type { SupportAccount, SupportCandidate } from '../../contract/support/support.ts'
import { type SupportKey, supportKeys, supportLimits } from '../../contract/support/support-definitions.ts'
import { normaliseEntityValue } from '../../engine/enrich/enrich-purchase.ts'
import type { SupportReader } from './reader.ts'
import { type EventSource, type FoundGroup, groupPurchases, type TimeRange } from './store.ts'

const minPhoneDigits = 5
const lastFour = /^[•*x.\s-]*(\d{4})$/i
const phone = /^\+?[\d\s().\-/]+$/

/**
 * Returns what a typed text may be, with the purchases to look among. Ids of merchants may look like anything, also
 * like an e-mail address; a text with a letter is no phone number.
 */
function sourcesOf(text: string, key?: SupportKey): ReadonlyMap<SupportKey, EventSource> {
  const sources = new Map<SupportKey, EventSource>()
  const compared = normaliseEntityValue(text)
  const digits = text.replace(/\D/g, '')
  const card = lastFour.exec(text)?.[1]
  if (text.includes('@') || key === 'email') sources.set('email', { entity: 'email', value: compared })
  if (phone.test(text) && digits.length >= minPhoneDigits) sources.set('phone', { entity: 'phone', value: digits })
  sources.set('order', orderOf(text))
  sources.set('user', { entity: 'user', value: compared })
  sources.set('payment', { entity: 'payment', value: compared })
  if (card !== undefined) sources.set('lastFour', { lastFour: card })
  return key === undefined ? sources : new Map([...sources].filter(([each]) => each === key))
}

/** The index of ids folds under "C": it is valid for ids of ASCII characters. */
function orderOf(text: string): EventSource {
  const folded = /^[\x00-\x7f]*$/.test(text)
  return { externalId: folded ? text.toLowerCase() : text, folded }
}

/**
 * Returns the account of purchases: of the user id, else of the e-mail address, else the purchase itself, which also
 * stands for an e-mail address that the caller may not see.
 */
function accountOf(
  { user_id: userId, email, external_id: externalId }: FoundGroup,
  hidden: ReadonlySet<PersonalDataKind>,
): SupportAccount {
  if (userId !== null && userId.trim() !== '') return { type: 'user', value: userId.trim() }
  if (email !== null && email.trim() !== '' && !hidden.has('email')) return { type: 'email', value: email.trim() }
  return { type: 'purchase', value: externalId }
}

/** Returns the purchases of an account. */
export const sourceOfAccount = ({ type, value }: SupportAccount): EventSource =>
  type === 'purchase' ? orderOf(value) : { entity: type, value: normaliseEntityValue(value) }

interface FindInput {
  text: string
  key?: SupportKey | undefined
  range: TimeRange
  /** Kinds of personal data that are masked for the caller. */
  hidden: ReadonlySet<PersonalDataKind>
}

/**
 * Finds the accounts that a typed text may mean, those with the newest purchases first. The range limits the search by
 * the last digits of a card, which many cards share; other keys find purchases of any date.
 */
export async function findAccounts(
  { db, scope, signal }: SupportReader,
  { text, key, range, hidden }: FindInput,
): Promise<{ candidates: SupportCandidate[]; more: boolean }> {
  // No text of the store contains U+0000.
  if (text.includes('\u0000')) return { candidates: [], more: false }
  const limit = supportLimits.candidates + 1
  const found = await Promise.all(
    [...sourcesOf(text, key)].map(async ([each, source]) => ({
      key: each,
      groups: await groupPurchases(
        db,
        scope,
        source,
        each === 'lastFour' ? range : { from: null, to: null },
        limit,
        signal,
      ),
    })),
  )
  const candidates = new Map<string, SupportCandidate>()
  for (const { key: each, groups } of found) for (const group of groups) addCandidate(candidates, each, group, hidden)
  const sorted = [...candidates.values()].toSorted((a, b) => Date.parse(b.lastAt) - Date.parse(a.lastAt))
  return { candidates: sorted.slice(0, supportLimits.candidates), more: sorted.length > supportLimits.candidates }
}

function addCandidate(
  candidates: Map<string, SupportCandidate>,
  key: SupportKey,
  group: FoundGroup,
  hidden: ReadonlySet<PersonalDataKind>,
): void {
  const account = accountOf(group, hidden)
  const id = `${account.type}\n${normaliseEntityValue(account.value)}`
  const lastAt = group.last_at.toISOString()
  const existing = candidates.get(id)
  const order = key === 'order' ? group.external_id : null
  if (existing === undefined) {
    candidates.set(id, {
      account,
      email: group.email,
      userId: group.user_id,
      userName: group.user_name,
      keys: [key],
      order,
      transactions: group.events,
      lastAt,
    })
    return
  }
  const sameKey = existing.keys.at(-1) === key
  candidates.set(id, {
    ...existing,
    email: existing.email ?? group.email,
    userName: existing.userName ?? group.user_name,
    keys: supportKeys.filter(each => each === key || existing.keys.includes(each)),
    order: existing.order ?? order,
    // A purchase that several keys find counts once at most: the largest number of one key.
    transactions: sameKey ? existing.transactions + group.events : Math.max(existing.transactions, group.events),
    lastAt: lastAt > existing.lastAt ? lastAt : existing.lastAt,
  })
}
