import { z } from 'zod'
import { assessmentKeySchema, eventRowSchema } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import {
  listedValueSchema,
  supportChangeSchema,
  supportEntrySchema,
  supportListSchema,
  supportStatusSchema,
  supportValueSchema,
} from '../lists/support-lists.ts'
import {
  accountTypes,
  customerStatements,
  decisionCauses,
  nextSteps,
  statusReasonLimit,
  supportKeys,
  supportLimits,
} from './support-definitions.ts'

const time = z.iso.datetime({ offset: true })
const count = z.number().int()
const list = supportListSchema.shape.id

/** An account of a customer; `value` as events contain it, without regard to letter case. */
export const accountSchema = z.object({ type: z.enum(accountTypes), value: supportValueSchema })
export type SupportAccount = z.infer<typeof accountSchema>
const accountInput = environmentInput.extend({ account: accountSchema })

/** Limits of the transaction date, both inclusive; null for none. */
const range = { from: time.nullable().default(null), to: time.nullable().default(null) }

export const candidateSchema = z.object({
  account: accountSchema,
  email: z.string().nullable(),
  userId: z.string().nullable(),
  userName: z.string().nullable(),
  /** The keys by which the text was found. */
  keys: z.array(z.enum(supportKeys)),
  /** The purchase that the text names; null when it names none or several. */
  order: z.string().nullable(),
  /** Purchases that were found, and the date of the newest. */
  transactions: count,
  lastAt: time,
})
export type SupportCandidate = z.infer<typeof candidateSchema>

/** A figure of an account over its counted purchases, per month since the first one, in 30 days, and in 24 hours. */
const figure = z.object({
  total: z.number(),
  averageMonth: z.number(),
  last30Days: z.number(),
  last24Hours: z.number(),
})
export type AccountFigure = z.infer<typeof figure>

const figuresSchema = z.object({
  transactions: figure,
  /** Major units of the currency: the amounts of all purchases, whatever was decided. */
  spending: figure,
  chargebacks: figure,
  /** As the spending. */
  chargebackAmount: figure,
  refunds: figure,
  refundAmount: figure,
  /** Days (UTC) with a purchase. */
  daysOfUse: figure,
})

/** Figures of the customer of an event, as of now and with the event itself. */
export const financialSnapshotSchema = z.object({
  /** What identifies the customer; null: the event has neither, and there are no figures. */
  by: z.enum(['user', 'email']).nullable(),
  /** False: the customer has more purchases, of which the newest `supportLimits.snapshotEvents` were counted. */
  complete: z.boolean(),
  /** As in the summary of an account; null without a stored purchase. */
  memberSince: time.nullable(),
  memberSinceSource: z.enum(['account', 'firstPurchase']),
  currency: z.string(),
  figures: figuresSchema,
})
export type FinancialSnapshot = z.infer<typeof financialSnapshotSchema>

const listedValue = z.object({ list, value: z.string(), entry: supportEntrySchema.nullable() })
export type ListedValue = z.infer<typeof listedValue>

export const accountSummarySchema = z.object({
  account: accountSchema,
  email: z.string().nullable(),
  userId: z.string().nullable(),
  userName: z.string().nullable(),
  phone: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string().nullable(),
  /** `account`: as the merchant sent it with the newest purchase; else the date of the first stored purchase. */
  memberSince: time,
  memberSinceSource: z.enum(['account', 'firstPurchase']),
  /** Currency of `spending`: that of the purchases when all have the same, else USD. */
  currency: z.string(),
  figures: figuresSchema,
  /** User id and e-mail address, as far as events have them. */
  values: z.array(listedValue),
  instruments: z.array(
    listedValue.extend({
      type: z.string().nullable(),
      cardType: z.string().nullable(),
      lastFour: z.string().nullable(),
      email: z.string().nullable(),
    }),
  ),
})
export type AccountSummary = z.infer<typeof accountSummarySchema>

/** A purchase of the history, and what bank and shop did about it later. */
export const supportTransactionSchema = eventRowSchema.extend({ chargebacks: count, refunds: count })
export type SupportTransaction = z.infer<typeof supportTransactionSchema>

const place = z.object({
  street: z.string().nullable(),
  place: z.string().nullable(),
  country: z.string().nullable(),
  name: z.string().nullable(),
})
export const transactionDetailSchema = z.object({
  row: supportTransactionSchema,
  shipping: place.nullable(),
  shippingMethod: z.string().nullable(),
  payments: z.array(
    z.object({
      value: z.string().nullable(),
      type: z.string().nullable(),
      cardType: z.string().nullable(),
      lastFour: z.string().nullable(),
      holder: z.string().nullable(),
      billing: place.nullable(),
    }),
  ),
  deviceType: z.string().nullable(),
  lines: z.array(
    z.object({
      name: z.string(),
      type: z.string().nullable(),
      quantity: z.number(),
      /** Major units of `currency`. */
      price: z.number().nullable(),
      currency: z.string(),
    }),
  ),
  /** Major units of the currency of the purchase. */
  tax: z.number().nullable(),
  shippingCost: z.number().nullable(),
  /** For the employee. */
  employee: z.object({
    cause: z.enum(decisionCauses),
    /** The support list that decided. */
    list: list.nullable(),
    rule: z.string().nullable(),
    clause: z.string().nullable(),
    reason: z.string(),
    supportMessage: z.string(),
    /** Codes of what raised the score most, with their points. */
    signals: z.array(
      z.object({ code: z.string(), value: z.union([z.string(), z.number(), z.null()]), points: z.number() }),
    ),
    next: z.enum(nextSteps),
  }),
  /** For the customer, in the order in which they are told. */
  customer: z.array(z.enum(customerStatements)),
})
export type TransactionDetail = z.infer<typeof transactionDetailSchema>

/** Past events with another decision, and what became of them. Amounts in US cents. */
const outcome = z.object({
  events: count,
  /** With a chargeback. */
  chargedBack: count,
  /** With a chargeback or the label Fraud. */
  bad: count,
  /** Without either. */
  good: count,
  amountUsd: count,
})
export type ImpactOutcome = z.infer<typeof outcome>

export const impactSchema = z.object({
  from: time,
  to: time,
  /** Purchases of the value in this time, and how many of them could be decided again. */
  events: count,
  replayed: count,
  /** Those of them whose rules looked the value up in the list: without any, a status has no effect. */
  read: count,
  /** Not approved then, approved with the status. */
  passed: outcome,
  /** Not rejected then, rejected with the status. */
  stopped: outcome,
  /** Not in review then, in review with the status. */
  reviewed: outcome,
})
export type SupportImpact = z.infer<typeof impactSchema>

const statusChange = { list, value: listedValueSchema, status: supportStatusSchema.nullable() }
const supportPath = `${environmentRoute}/support`

/** The view of customer support: one customer with figures, list statuses, purchases and what may be told about them. */
export const supportContract = {
  find: procedure
    .route({ method: 'POST', path: `${supportPath}/find`, summary: 'Accounts that a typed text may mean' })
    .input(
      environmentInput.extend({
        text: z.string().trim().min(1).max(supportLimits.text),
        key: z.enum(supportKeys).optional(),
        ...range,
      }),
    )
    .output(z.object({ candidates: z.array(candidateSchema), more: z.boolean() })),
  summary: procedure
    .route({ method: 'POST', path: `${supportPath}/summary`, summary: 'Figures and list statuses of an account' })
    .input(accountInput)
    .output(accountSummarySchema),
  activity: procedure
    .route({ method: 'POST', path: `${supportPath}/activity`, summary: 'Changes of the list status of values' })
    .input(
      environmentInput.extend({
        values: z
          .array(z.object({ list, value: supportValueSchema }))
          .min(1)
          .max(supportLimits.values),
      }),
    )
    .output(z.array(supportChangeSchema)),
  transactions: procedure
    .route({ method: 'POST', path: `${supportPath}/transactions`, summary: 'One page of the purchases of an account' })
    .input(
      accountInput.extend({
        ...range,
        /** Part of a purchase id or of a decision's reason. */
        search: z.string().trim().max(100).default(''),
        cursor: z.string().max(200).optional(),
        limit: z.number().int().min(1).max(200).default(50),
      }),
    )
    .output(z.object({ rows: z.array(supportTransactionSchema), total: count, nextCursor: z.string().nullable() })),
  transaction: procedure
    .route({
      method: 'POST',
      path: `${supportPath}/transaction`,
      summary: 'One purchase, why it was decided so, and what the customer may be told',
    })
    .input(environmentInput.extend({ id: z.string().min(1).max(128) }))
    .output(transactionDetailSchema),
  impact: procedure
    .route({
      method: 'POST',
      path: `${supportPath}/impact`,
      summary: 'What a list status would have done to the purchases of the last days',
    })
    .input(environmentInput.extend({ ...statusChange, days: z.number().int().min(1).max(supportLimits.days) }))
    .output(impactSchema),
  set: procedure
    .route({
      method: 'PUT',
      path: `${supportPath}/status`,
      summary: 'Give a value a status until a date, or remove it',
    })
    .input(
      environmentInput.extend({
        ...statusChange,
        /** One of the tenant's reasons for the change. */
        reason: z.string().trim().min(1).max(statusReasonLimit),
        comments: z.string().trim().max(1000).default(''),
        /** Required for every status; null only when the value is removed. */
        expiresAt: time.nullable().default(null),
        /** When the entry that the caller saw was changed; null: it saw none. */
        seen: time.nullable(),
      }),
    )
    .output(supportEntrySchema.nullable()),
}

export const financialSnapshotContract = procedure
  .route({
    method: 'GET',
    path: `${environmentRoute}/events/{eventType}/{id}/financial-snapshot`,
    summary: 'Transactions, spending, chargebacks and refunds of the customer of one event',
  })
  .input(environmentInput.extend({ eventType: assessmentKeySchema, id: z.string().min(1).max(128) }))
  .output(financialSnapshotSchema)
