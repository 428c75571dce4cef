import { type APIRequestContext, expect, type Page } from '@playwright/test'
import type { Case, CaseRow, Queue } from '../../risk-service/contract/index.ts'
import { withDatabase } from '../support/database.ts'
import { environments } from '../support/demo.ts'
import { readAccessToken } from '../support/journey.ts'
import { createCustomer, createPurchase, Shop } from '../support/shop.ts'

/** Calls the console API as the user of a page, beside what the page itself does. */
export async function callConsoleApi<Answer>(page: Page, procedure: string, input: unknown): Promise<Answer> {
  const token = await readAccessToken(page)
  const answer = await page.request.post(`/api/console/rpc/${procedure}`, {
    data: { json: input },
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID() },
  })
  return ((await answer.json()) as { json: Answer }).json
}

/** The first cases that wait in a queue of the demo, in its order. */
export async function readWaitingCases(page: Page, queueName: string): Promise<{ queue: Queue; rows: CaseRow[] }> {
  const environmentId = environments.harborEu
  const queues = await callConsoleApi<Queue[]>(page, 'queues/list', { environmentId })
  const queue = queues.find(each => each.environmentId === environmentId && each.name === queueName)
  if (!queue) throw new Error(`The demo has no queue ${queueName}.`)
  const { rows } = await callConsoleApi<{ rows: CaseRow[] }>(page, 'queues/cases', {
    environmentId,
    queueId: queue.id,
    view: 'pending',
  })
  return { queue, rows }
}

/** Address of the page of a case, in its environment. */
export const caseAddress = ({
  queueId,
  eventType,
  environmentId,
  externalId,
}: Pick<CaseRow, 'queueId' | 'eventType' | 'environmentId' | 'externalId'>): string =>
  `/casemanagement/queues/${queueId}/${eventType}/${environmentId}/${encodeURIComponent(externalId)}?env=${environmentId}`

/** Ends the reviews of the user of a page that an earlier journey has left: they would be offered first. */
export async function endOwnReviews(page: Page): Promise<void> {
  const environmentId = environments.harborEu
  const { locked } = await callConsoleApi<{ locked: CaseRow[] }>(page, 'cases/unfinished', { environmentId })
  for (const { eventType, externalId: id } of locked) {
    const { own } = await callConsoleApi<Case>(page, 'cases/get', { environmentId, eventType, id })
    await callConsoleApi(page, 'cases/sendBack', { environmentId, eventType, id, leaseToken: own.leaseToken, note: '' })
  }
}

/**
 * Sends gift card orders of new customers, which the rules of the demo send to review, and ends their hold.
 * @param amount total of each order in euros
 * @returns their ids
 */
export async function sendGiftCardOrders(request: APIRequestContext, count: number, amount = 120): Promise<string[]> {
  const shop = await Shop.open(request)
  const ids: string[] = []
  for (let index = 0; index < count; index++) {
    const customer = createCustomer()
    const purchase = createPurchase(customer, `gift-${customer.tag}`, amount)
    const [product] = purchase['productList'] as Record<string, unknown>[]
    const decision = await shop.buy(
      {
        ...purchase,
        user: { ...(purchase['user'] as Record<string, unknown>), creationDate: new Date().toISOString() },
        productList: [{ ...product, type: 'Digital', category: 'GiftCard' }],
      },
      { 'x-ms-dfpenvid': environments.harborEu },
    )
    expect(decision.MerchantRuleDecision).toBe('Review')
    ids.push(decision.PurchaseId)
  }
  await withDatabase(query =>
    query(`update review_case set hold_until = now(), due_at = now() where external_id = any($1) and state = 'Held'`, [
      ids,
    ]),
  )
  return ids
}
