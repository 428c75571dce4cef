import { sql } from 'kysely'
import { fcraTextVersion } from '../../../contract/fcra.ts'
import type { RuleBody } from '../../../contract/index.ts'
import { mustAttest } from '../../../features/fcra/fcra.ts'
import { credentialExpiry, hashSecret } from '../../../kernel/identity/client-secrets.ts'
import { demoClient, demoEnvironmentIds, demoId, demoTenants, harborId } from '../../../kernel/identity/demo-tenants.ts'
import type { Db } from '../../../ports/database.ts'
import { day } from '../history/orders.ts'
import { publishedAt } from './demo-authors.ts'

/** The environments are older than everything in them. */
const environmentAge = 420 * day

const sample = {
  payload: {
    purchaseId: 'sample-1',
    merchantLocalDate: '2026-01-15T10:24:00Z',
    totalAmount: 129.9,
    currency: 'EUR',
    user: { userId: 'customer-1', email: 'customer@example.com', country: 'DE' },
    device: { deviceContextId: 'sample-device', ipAddress: '192.0.2.10' },
    paymentInstrumentList: [{ paymentInstrumentId: 'card-1', type: 'CreditCard', billingAddress: { country: 'DE' } }],
  },
  riskScore: 420,
}
/**
 * Purchase rules that a demo root starts with: the score bands of the sample template. Clauses with support lists are
 * added with the lists.
 */
export const scoreRule: RuleBody = {
  name: 'Risk score bands',
  description: 'Rejects what scores very high and sends what scores high to review.',
  condition: '',
  clauses: [
    {
      name: 'Very high score',
      section: 'postRisk',
      text: 'RETURN Reject("Very high risk score", "Risk score of 850 or more")\nWHEN @"riskScore" >= 850',
    },
    {
      name: 'High score',
      section: 'postRisk',
      text: 'RETURN Review("High risk score", "Risk score from 650 to 849")\nWHEN @"riskScore" >= 650',
    },
  ],
  sample,
}
export const ruleRoots = [
  { ruleId: demoId('0005', 1), environmentId: demoEnvironmentIds.harbor, by: 4, tenant: 0 },
  { ruleId: demoId('0005', 2), environmentId: demoEnvironmentIds.harborSandbox, by: 4, tenant: 0 },
  { ruleId: demoId('0005', 3), environmentId: demoEnvironmentIds.meridian, by: 38, tenant: 1 },
  { ruleId: demoId('0005', 4), environmentId: demoEnvironmentIds.meridianSandbox, by: 38, tenant: 1 },
] as const
/**
 * Writes the demo tenants with environments, accounts, roles, the API client and the first rules. One transaction,
 * fast, and idempotent: existing rows stay unchanged, even if a user edited them. `seeded` stays false until the
 * generator has finished.
 */
export async function seedTenants(db: Db): Promise<void> {
  const secretHash = await hashSecret(demoClient.secret)
  await db.transaction().execute(async trx => {
    const present = new Set(
      (await trx.selectFrom('tenant').select('id').where('demo', '=', true).execute()).map(row => row.id),
    )
    const missing = demoTenants.filter(tenant => !present.has(tenant.id))
    for (const [number, tenant] of missing.entries()) {
      await trx
        .insertInto('tenant')
        .values({ id: tenant.id, name: tenant.name, role_family: tenant.roleFamily, demo: true, seeded: false })
        .onConflict(conflict => conflict.doNothing())
        .execute()
      // The demo has the search from before its oldest event.
      await trx
        .insertInto('search_switch')
        .values({ tenant_id: tenant.id, state: 'On' })
        .onConflict(conflict => conflict.doNothing())
        .execute()
      // One millisecond apart, parents first: "the oldest root" of a tenant is then the production root on every
      // machine.
      await trx
        .insertInto('environment')
        .values(
          tenant.environments.map((environment, index) => ({
            id: environment.id,
            tenant_id: tenant.id,
            parent_id: environment.parentId,
            name: environment.name,
            friendly_name: environment.friendlyName,
            api_id: environment.name,
            kind: environment.kind,
            geography: environment.geography,
            description: environment.description,
            tags: [...environment.tags],
            status: 'Active',
            created_at: new Date(Date.now() - environmentAge + number * 100 + index),
            counterpart_id:
              tenant.environments.find(
                other => other.name === `${environment.name}-sandbox` || environment.name === `${other.name}-sandbox`,
              )?.id ?? null,
          })),
        )
        .execute()
      const roots = tenant.environments.filter(environment => environment.parentId === null)
      await trx
        .insertInto('principal')
        .values(
          tenant.accounts.map(entry => ({
            tenant_id: tenant.id,
            id: entry.id,
            kind: 'user' as const,
            name: entry.name,
            username: entry.username,
          })),
        )
        .execute()
      await trx
        .insertInto('role_assignment')
        .values(
          tenant.accounts.flatMap(({ id: principal, role }) => {
            if (role === null) return []
            const places = role === 'ProductAdmin' ? [null] : roots.map(root => root.id)
            return places.map(place => ({ tenant_id: tenant.id, environment_id: place, principal_id: principal, role }))
          }),
        )
        .execute()
      // Administrators by role have attested the permitted use; the Global Administrator sees the dialog at first
      // sign-in.
      const attested = tenant.accounts.flatMap(({ id: user, role }) =>
        role !== null && mustAttest({ wids: [], assignments: [{ role, environmentId: null }] })
          ? [
              {
                id: user.replace(/^a55a0003/, 'a55a0006'),
                tenant_id: tenant.id,
                user_id: user,
                text_version: fcraTextVersion,
                at: sql<Date>`now()`,
              },
            ]
          : [],
      )
      if (attested.length > 0) await trx.insertInto('fcra_acceptance').values(attested).execute()
    }
    if (missing.some(tenant => tenant.id === demoClient.tenantId)) {
      await trx
        .insertInto('principal')
        .values({
          tenant_id: harborId,
          id: demoClient.principalId,
          kind: 'application',
          name: demoClient.displayName,
          username: demoClient.clientId,
        })
        .execute()
      await trx
        .insertInto('api_client')
        .values({
          client_id: demoClient.clientId,
          tenant_id: harborId,
          environment_id: demoClient.homeEnvironmentId,
          principal_id: demoClient.principalId,
          display_name: demoClient.displayName,
        })
        .execute()
      await trx
        .insertInto('api_client_credential')
        .values({
          id: demoId('0007', 1),
          client_id: demoClient.clientId,
          secret_hash: secretHash,
          expires_at: credentialExpiry(new Date()),
        })
        .execute()
      await trx
        .insertInto('role_assignment')
        .values(
          [demoEnvironmentIds.harbor, demoEnvironmentIds.harborSandbox].map(environment => ({
            tenant_id: harborId,
            environment_id: environment,
            principal_id: demoClient.principalId,
            role: 'RiskApi',
          })),
        )
        .execute()
    }
    const setUp = new Date()
    for (const { ruleId, environmentId, by, tenant } of ruleRoots) {
      const owner = demoTenants[tenant]
      const author = owner?.accounts.find(entry => entry.id === demoId('0003', by))
      if (!owner || !author || !missing.includes(owner)) continue
      const common = {
        environment_id: environmentId,
        name: scoreRule.name,
        status: 'active' as const,
        version: 1,
        body: JSON.stringify(scoreRule),
        published_by: author.id,
        published_by_name: author.name,
        published_at: publishedAt(setUp, by),
      }
      await trx
        .insertInto('rule')
        .values({ ...common, id: ruleId, event_type: 'purchase', position: 1 })
        .execute()
      await trx
        .insertInto('rule_version')
        .values({ ...common, rule_id: ruleId })
        .execute()
    }
  })
}
