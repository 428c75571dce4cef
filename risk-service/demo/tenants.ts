import { type Kysely, sql } from 'kysely'
import { fcraTextVersion } from '../contract/fcra.ts'
import { directoryRoles, type RoleId, type RuleBody } from '../contract/index.ts'
import { mustAttest } from '../fcra/fcra.ts'
import { credentialExpiry, hashSecret } from '../identity/secrets.ts'
import type { Database } from '../store/schema.ts'

/** The same ids on every machine, so that bookmarks, tests and API clients of one demo fit every other. */
const id = (group: string, number: number) => `a55a${group}-0000-4000-8000-${number.toString(16).padStart(12, '0')}`

export interface DemoAccount {
  id: string
  username: string
  name: string
  role: RoleId | null
  /** Directory role template ids that the sign-in puts into `wids`. */
  wids: readonly string[]
}
export interface DemoEnvironment {
  id: string
  parentId: string | null
  name: string
  friendlyName: string
  kind: 'production' | 'sandbox'
  geography: string
  description: string
  tags: readonly string[]
}
export interface DemoTenant {
  id: string
  name: string
  domain: string
  roleFamily: 'standard' | 'psp'
  environments: readonly DemoEnvironment[]
  /** In the order in which the sign-in page offers them. */
  accounts: readonly DemoAccount[]
}

export const harborId = id('0001', 1)
export const meridianId = id('0001', 2)

/** Environment ids by name; sandboxes form a tree of their own, as a tree is never mixed in kind. */
export const demoEnvironmentIds = {
  harbor: id('0002', 1),
  harborEu: id('0002', 2),
  harborUs: id('0002', 3),
  harborSandbox: id('0002', 4),
  harborEuSandbox: id('0002', 5),
  harborUsSandbox: id('0002', 6),
  meridian: id('0002', 17),
  meridianSandbox: id('0002', 18),
} as const
const at = demoEnvironmentIds

function account(
  number: number,
  user: string,
  domain: string,
  name: string,
  role: RoleId | null,
  wids: readonly string[] = [],
): DemoAccount {
  return { id: id('0003', number), username: `${user}@${domain}`, name, role, wids }
}
const harbor = 'harbor.example'
const meridian = 'meridian.example'

export const demoTenants: readonly DemoTenant[] = [
  {
    id: harborId,
    name: 'Harbor Retail',
    domain: harbor,
    roleFamily: 'standard',
    environments: [
      {
        id: at.harbor,
        parentId: null,
        name: 'Harbor',
        friendlyName: 'Harbor',
        kind: 'production',
        geography: 'eu',
        description: 'Head office: rules and lists for all shops',
        tags: ['live'],
      },
      {
        id: at.harborEu,
        parentId: at.harbor,
        name: 'Harbor-EU',
        friendlyName: 'Harbor EU',
        kind: 'production',
        geography: 'eu',
        description: 'Shop of the euro area',
        tags: ['live'],
      },
      {
        id: at.harborUs,
        parentId: at.harbor,
        name: 'Harbor-US',
        friendlyName: 'Harbor US',
        kind: 'production',
        geography: 'eu',
        description: 'Shop of the dollar area',
        tags: ['live'],
      },
      {
        id: at.harborSandbox,
        parentId: null,
        name: 'Harbor-sandbox',
        friendlyName: 'Harbor sandbox',
        kind: 'sandbox',
        geography: 'eu',
        description: 'Try-outs for all shops',
        tags: ['test'],
      },
      {
        id: at.harborEuSandbox,
        parentId: at.harborSandbox,
        name: 'Harbor-EU-sandbox',
        friendlyName: 'Harbor EU sandbox',
        kind: 'sandbox',
        geography: 'eu',
        description: 'Tests of the euro area’s checkout',
        tags: ['test'],
      },
      {
        id: at.harborUsSandbox,
        parentId: at.harborSandbox,
        name: 'Harbor-US-sandbox',
        friendlyName: 'Harbor US sandbox',
        kind: 'sandbox',
        geography: 'eu',
        description: 'Tests of the dollar area’s checkout',
        tags: ['test'],
      },
    ],
    accounts: [
      account(1, 'analyst', harbor, 'Ana Lindqvist', 'ManualReviewAnalyst'),
      account(2, 'senior-analyst', harbor, 'Jarl Solheim', 'ManualReviewSeniorAnalyst'),
      account(3, 'fraud-manager', harbor, 'Ottilie Brandt', 'ManualReviewFraudManager'),
      account(4, 'fraud-engineer', harbor, 'Dario Venn', 'FraudEngineer'),
      account(5, 'product-admin', harbor, 'Maren Okafor', 'ProductAdmin'),
      account(6, 'editor', harbor, 'Teo Marchetti', 'AllAreasEditor'),
      account(7, 'viewer', harbor, 'Ines Caldeira', 'AllAreasViewer'),
      account(8, 'support', harbor, 'Noor Haddad', 'SupportAgent'),
      account(9, 'global-admin', harbor, 'Sune Aaltonen', null, Object.values(directoryRoles)),
      account(10, 'nobody', harbor, 'Piet Vermeer', null),
    ],
  },
  {
    id: meridianId,
    name: 'Meridian Games',
    domain: meridian,
    roleFamily: 'psp',
    environments: [
      {
        id: at.meridian,
        parentId: null,
        name: 'Meridian',
        friendlyName: 'Meridian',
        kind: 'production',
        geography: 'us',
        description: 'Game shop and players’ accounts',
        tags: ['live'],
      },
      {
        id: at.meridianSandbox,
        parentId: null,
        name: 'Meridian-sandbox',
        friendlyName: 'Meridian sandbox',
        kind: 'sandbox',
        geography: 'us',
        description: 'Tests of new games',
        tags: ['test'],
      },
    ],
    accounts: [
      account(33, 'psp-analyst', meridian, 'Lio Ferrant', 'FraudAnalyst'),
      account(34, 'psp-supervisor', meridian, 'Greta Novak', 'FraudSupervisor'),
      account(35, 'psp-fraud-manager', meridian, 'Amadou Keita', 'FraudManager'),
      account(36, 'psp-agent', meridian, 'Yuna Takeda', 'ManualReviewAgent'),
      account(37, 'psp-admin', meridian, 'Rhea Castellan', 'PSPAdmin'),
      account(38, 'psp-developer', meridian, 'Emil Sorensen', 'TechnicalDeveloper'),
      account(39, 'psp-service', meridian, 'Carla Mendes', 'CustomerServiceSupport'),
      account(40, 'psp-reporting', meridian, 'Hugo Delacroix', 'Reporting'),
      account(41, 'product-admin', meridian, 'Selma Aydin', 'ProductAdmin'),
    ],
  },
]

/** The API client of the demo; its secret is public, so demo data never belongs on a reachable installation. */
export const demoClient = {
  clientId: 'harbor-checkout',
  secret: 'harbor-checkout-secret',
  principalId: id('0004', 1),
  tenantId: harborId,
  displayName: 'Harbor checkout',
  homeEnvironmentId: at.harbor,
} as const

/** The demo account of an object id, with the directory roles that only the embedded sign-in knows. */
export function demoAccount(tenantId: string, accountId: string): DemoAccount | undefined {
  return demoTenants.find(tenant => tenant.id === tenantId)?.accounts.find(entry => entry.id === accountId)
}

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
 * Purchase rules that a demo root starts with: the score bands of the sample template. Support list clauses follow with
 * the lists.
 */
const scoreRule: RuleBody = {
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
const ruleRoots = [
  { ruleId: id('0005', 1), environmentId: at.harbor, by: 4, tenant: 0 },
  { ruleId: id('0005', 2), environmentId: at.harborSandbox, by: 4, tenant: 0 },
  { ruleId: id('0005', 3), environmentId: at.meridian, by: 38, tenant: 1 },
  { ruleId: id('0005', 4), environmentId: at.meridianSandbox, by: 38, tenant: 1 },
] as const

/**
 * Writes the demo tenants with environments, accounts, roles, the API client and the first rules. One transaction,
 * quick, and harmless to repeat: what exists is left as it is, also when somebody changed it. `seeded` stays false
 * until the generator is through.
 */
export async function seedTenants(db: Kysely<Database>): Promise<void> {
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
            created_at: new Date(Date.now() + number * 100 + index),
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
          id: id('0007', 1),
          client_id: demoClient.clientId,
          secret_hash: secretHash,
          expires_at: credentialExpiry(new Date()),
        })
        .execute()
      await trx
        .insertInto('role_assignment')
        .values(
          [at.harbor, at.harborSandbox].map(environment => ({
            tenant_id: harborId,
            environment_id: environment,
            principal_id: demoClient.principalId,
            role: 'RiskApi',
          })),
        )
        .execute()
    }
    for (const { ruleId, environmentId, by, tenant } of ruleRoots) {
      const owner = demoTenants[tenant]
      const author = owner?.accounts.find(entry => entry.id === id('0003', by))
      if (!owner || !author || !missing.includes(owner)) continue
      const common = {
        environment_id: environmentId,
        name: scoreRule.name,
        status: 'active' as const,
        version: 1,
        body: JSON.stringify(scoreRule),
        published_by: author.id,
        published_by_name: author.name,
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
