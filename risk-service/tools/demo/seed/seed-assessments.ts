import { createAssessment, type NewAssessment } from '../../../features/assessments/create-assessment.ts'
import { insertAssessmentRules } from '../../../features/rules/defaults/assessment-rules.ts'
import { demoEnvironmentIds } from '../../../kernel/identity/demo-tenants.ts'
import type { Db } from '../../../ports/database.ts'
import { demoAccount, publishedAt } from './demo-authors.ts'

const status = { apiName: 'Status', template: 'AssessmentStatus' } as const

/**
 * Adds the assessments beside purchases: the shop issues a card of its own and makes payouts to its sellers. Each
 * starts with the rules of the wizard.
 */
export async function seedAssessments(db: Db, setUp: Date): Promise<void> {
  const admin = demoAccount(0, 'product-admin')
  const common = {
    environmentId: demoEnvironmentIds.harbor,
    kind: 'wizard' as const,
    hasLabel: true,
    author: { id: admin.id, name: admin.name },
    dataSubjectIds: ['user.id'],
  }
  const card = {
    ...common,
    id: 'a55a0008-0000-4000-8000-000000000001',
    template: 'CardPayment' as const,
    apiName: 'CardAuthorization',
    friendlyName: 'Card authorization',
    observations: [status, { apiName: 'Bank', template: 'Bank' }, { apiName: 'Chargeback', template: 'Chargeback' }],
    settings: {
      reports: {
        observed: ['Bank:bank.bankResponseCode', 'Bank:bank.status', 'Status:statusDetails.statusType', ':labelState'],
      },
    },
    sample: {
      metadata: { eventId: 'authorization-1', timestamp: '2026-01-15T10:24:00Z' },
      user: { id: 'customer-1', email: 'customer@example.com' },
      deviceFingerprinting: { id: 'session-1', ipAddress: '78.56.10.10' },
      transaction: { txnAmount: 72.15, currency: 'EUR', channel: 'POS' },
      card: {
        id: 'card-1',
        bin: '453201',
        lastFourDigits: '4417',
        network: 'Visa',
        isPresent: true,
        entryMode: 'Contactless',
      },
      merchant: { id: 'm-1', categoryCode: '5411', countryRegion: 'DE' },
    },
  } satisfies NewAssessment
  const payout = {
    ...common,
    id: 'a55a0008-0000-4000-8000-000000000002',
    template: 'MoneyTransfer' as const,
    apiName: 'SellerPayout',
    friendlyName: 'Seller payout',
    schema: {
      sections: ['metadata', 'deviceFingerprinting', 'user', 'transaction', 'sender', 'recipient'],
      custom: [
        { name: 'sellerSince', friendlyName: 'Seller since', type: 'DateTime' },
        { name: 'openOrders', friendlyName: 'Open orders', type: 'Integer' },
      ],
    },
    observations: [status],
    sample: {
      metadata: { eventId: 'payout-1', timestamp: '2026-01-15T10:24:00Z' },
      user: { id: 'seller-1', email: 'seller@example.com' },
      deviceFingerprinting: { id: 'session-2', ipAddress: '78.56.10.10' },
      transaction: { txnAmount: 480, currency: 'EUR', txnType: 'Payout' },
      sender: { id: 'harbor', account: { accountId: 'acc-1', countryRegion: 'DE' } },
      recipient: { id: 'seller-1', account: { accountId: 'acc-2', countryRegion: 'HR' } },
      custom: { sellerSince: '2024-05-02T08:30:00Z', openOrders: 3 },
    },
  } satisfies NewAssessment
  let made = 0
  for (const assessment of [card, payout]) {
    await createAssessment(db, assessment)
    await insertAssessmentRules(
      db,
      {
        clock: () => publishedAt(setUp, made),
        newId: () => `a55a0009-0000-4000-8000-${String(++made).padStart(12, '0')}`,
      },
      common.author,
      common.environmentId,
      assessment,
    )
  }
}
