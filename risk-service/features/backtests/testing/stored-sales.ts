import type { Db } from '../../../ports/database.ts'

/** A purchase as the tests of back-tests describe it. */
export interface Sale {
  id: string
  at: Date
  email?: string
  /** Dollars. */
  amount: number
  score: number
  decision?: string
  label?: 'Fraud' | 'NonFraud' | null
  environment: string
}

/** Stores purchases with their bodies. */
export async function insertSales(db: Db, sales: readonly Sale[]): Promise<void> {
  await db
    .insertInto('event')
    .values(
      sales.map(({ id, at, environment, amount, score, decision = 'Approve', label = null }) => ({
        environment_id: environment,
        at,
        event_id: id,
        event_type: 'purchase',
        external_id: id,
        assessment_type: 'Protect',
        decision,
        reason: '',
        risk_score: score,
        amount: amount * 100,
        currency: 'USD',
        amount_usd: amount * 100,
        label,
      })),
    )
    .execute()
  await db
    .insertInto('event_body')
    .values(
      sales.map(({ id, at, environment, amount, email }) => ({
        environment_id: environment,
        at,
        event_id: id,
        received_at: at,
        request: JSON.stringify({
          purchaseId: id,
          totalAmount: amount,
          currency: 'USD',
          user: { userId: email ?? id, ...(email === undefined ? {} : { email }) },
        }),
        enrichment: '{}',
        explanation: '{"contributions":[],"rules":[],"runtimeErrors":[]}',
      })),
    )
    .execute()
}
