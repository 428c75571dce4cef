import type { CaseSummary, SummaryCitation, SummaryFact, SummaryGap } from '../../../contract/cases/case-summary.ts'
import type { SimilarCase } from '../../../contract/cases/similar-cases.ts'
import type { EntityUsers } from '../../../contract/events/entity-users.ts'
import type { EventDetail } from '../../../contract/events/event-detail.ts'
import { objectOf } from '../../../engine/lib/json.ts'

const day = 86_400_000
/** Accounts below this age are worth a question. */
const newAccountMs = 30 * day

/** What a summary is made of. `users` in the order of `entities` of the event. */
export interface SummarySource {
  detail: Pick<EventDetail, 'row' | 'view' | 'entities' | 'explanation' | 'dataEvents' | 'userRestriction'>
  users: readonly EntityUsers[]
  similar: readonly SimilarCase[]
}

/** A fact, or what is missing for it; null where the event cannot have it. */
type Finding = SummaryFact | { unknown: SummaryGap } | null

const cite = (card: SummaryCitation['card'], ...fields: string[]): SummaryCitation[] =>
  fields.map(field => ({ card, field }))

/** Returns the sentences about an event, what is not known of it, and what is worth asking. */
export function summaryOf(source: SummarySource): Omit<CaseSummary, 'helpful'> {
  const found: Finding[] = [
    decided(source),
    restricted(source),
    strongest(source),
    amount(source),
    account(source),
    earlier(source),
    shared(source, 'device'),
    shared(source, 'instrument'),
    countries(source),
    reported(source),
    similar(source),
  ]
  const facts = found.flatMap(each => (each !== null && 'fact' in each ? [each] : []))
  const unknown = found.flatMap(each => (each !== null && 'unknown' in each ? [each.unknown] : []))
  return {
    facts,
    unknown: facts.some(fact => fact.fact === 'decided' && fact.score === null) ? ['score', ...unknown] : unknown,
    questions: facts.flatMap(questionOf),
  }
}

function decided({ detail: { row } }: SummarySource): Finding | null {
  if (row.decision === null) return null
  return {
    fact: 'decided',
    cites: cite('explanation', row.rule === null ? 'decision' : 'rule', 'riskScore'),
    decision: row.decision,
    rule: row.rule,
    clause: row.clause,
    // Negative numbers say why there is none.
    score: row.riskScore < 0 ? null : row.riskScore,
  }
}

const restricted = ({ detail }: SummarySource): Finding =>
  detail.userRestriction === null ? null : { fact: 'restricted', cites: cite('explanation', 'user.userId') }

function strongest({ detail: { explanation } }: SummarySource): Finding {
  const [first] = explanation.contributions.toSorted((one, other) => other.points - one.points)
  return first === undefined || first.points <= 0
    ? null
    : { fact: 'strongest', cites: cite('explanation', 'riskScore'), ...first }
}

function amount({ detail: { row } }: SummarySource): Finding {
  if (row.amount === null || row.currency === null) return null
  const lines = row.itemCount === null || row.itemCount === 0 ? [] : cite('lines', 'productList')
  return {
    fact: 'amount',
    cites: [...cite('transaction', 'totalAmount'), ...lines],
    amount: row.amount,
    currency: row.currency,
    items: lines.length === 0 ? null : row.itemCount,
  }
}

function account({ detail: { row, view } }: SummarySource): Finding {
  const created = Date.parse(String(objectOf(view.user).creationDate))
  if (Number.isNaN(created)) return { unknown: 'accountAge' }
  const ageMs = Math.max(0, Date.parse(row.merchantAt ?? row.at) - created)
  return { fact: 'account', cites: cite('account', 'user.creationDate'), ageMs }
}

function earlier({ detail: { entities } }: SummarySource): Finding {
  const user = entities.find(({ type }) => type === 'user')
  // The event itself counts among those of its user.
  return user === undefined
    ? { unknown: 'earlier' }
    : { fact: 'earlier', cites: cite('account', 'user.userId'), events: Math.max(0, user.events - 1) }
}

const sharedBy = {
  device: { type: 'device', cites: cite('device', 'deviceContext.externalDeviceId') },
  instrument: {
    type: 'payment',
    cites: cite('payment', 'paymentInstrumentList.merchantPaymentInstrumentId'),
  },
} as const

/** The device or instrument that the most other users have. */
function shared({ detail, users }: SummarySource, fact: keyof typeof sharedBy): Finding {
  const { type, cites } = sharedBy[fact]
  const counted = users.filter(each => each.type === type)
  const [most] = counted.toSorted((one, other) => other.users - one.users)
  // Account events have no instrument in most cases: nothing is missing.
  if (most === undefined) return fact === 'device' || detail.row.eventType === 'purchase' ? { unknown: fact } : null
  return { fact, cites: [...cites], users: most.users, more: !most.complete }
}

function countries({ detail: { row } }: SummarySource): Finding {
  const { ipCountry: ip, billingCountry: billing, shippingCountry: shipping } = row
  if (ip === null && row.ip !== null) return { unknown: 'ipCountry' }
  const sent = [ip, billing, shipping].filter(country => country !== null)
  if (sent.length < 2) return null
  return {
    fact: 'countries',
    cites: [
      ...(ip === null ? [] : cite('ip', 'deviceContext.ipAddress')),
      ...(billing === null ? [] : cite('addresses', 'billingAddress.country')),
      ...(shipping === null ? [] : cite('addresses', 'shippingAddress.country')),
    ],
    ip,
    billing,
    shipping,
    same: new Set(sent).size === 1,
  }
}

function reported({ detail: { dataEvents } }: SummarySource): Finding {
  const [latest] = dataEvents
  if (latest === undefined) return { unknown: 'reports' }
  const { kind, observation, type, status, at } = latest
  return { fact: 'reported', cites: cite('reports', 'status'), kind, status: type ?? status ?? observation, at }
}

function similar({ similar: cases }: SummarySource): Finding {
  if (cases.length === 0) return { unknown: 'similar' }
  return {
    fact: 'similar',
    cites: cite('similar', 'decision'),
    cases: cases.length,
    rejected: cases.filter(({ caseAction }) => caseAction === 'Reject').length,
    fraud: cases.filter(({ label, chargeback }) => label?.isFraud ?? chargeback !== null).length,
  }
}

function questionOf(fact: SummaryFact): CaseSummary['questions'] {
  const { cites } = fact
  if (fact.fact === 'account') return fact.ageMs < newAccountMs ? [{ question: 'newAccount', cites }] : []
  if (fact.fact === 'countries') return fact.same ? [] : [{ question: 'countries', cites }]
  if (fact.fact === 'device' || fact.fact === 'instrument')
    return fact.users > 0 ? [{ question: fact.fact, cites }] : []
  return []
}
