import { directoryRoles, type RoleId } from '../../contract/index.ts'

/**
 * Returns ids that are the same on every machine, so that bookmarks, tests and API clients of one demo match every
 * other.
 */
export const demoId = (group: string, number: number) =>
  `a55a${group}-0000-4000-8000-${number.toString(16).padStart(12, '0')}`

export interface DemoAccount {
  id: string
  username: string
  name: string
  role: RoleId | null
  /** Directory role template ids that the sign-in puts into `wids`. */
  wids: readonly string[]
}
interface DemoEnvironment {
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
  /** The accounts in the order of the sign-in page. */
  accounts: readonly DemoAccount[]
}

export const harborId = demoId('0001', 1)
export const meridianId = demoId('0001', 2)

/** Environment ids by name; sandboxes form a tree of their own, because a tree is never mixed in kind. */
export const demoEnvironmentIds = {
  harbor: demoId('0002', 1),
  harborEu: demoId('0002', 2),
  harborUs: demoId('0002', 3),
  harborSandbox: demoId('0002', 4),
  harborEuSandbox: demoId('0002', 5),
  harborUsSandbox: demoId('0002', 6),
  meridian: demoId('0002', 17),
  meridianSandbox: demoId('0002', 18),
} as const
const at = demoEnvironmentIds

function createAccount(
  number: number,
  user: string,
  domain: string,
  name: string,
  role: RoleId | null,
  wids: readonly string[] = [],
): DemoAccount {
  return { id: demoId('0003', number), username: `${user}@${domain}`, name, role, wids }
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
      createAccount(1, 'analyst', harbor, 'Ana Lindqvist', 'ManualReviewAnalyst'),
      createAccount(2, 'senior-analyst', harbor, 'Jarl Solheim', 'ManualReviewSeniorAnalyst'),
      createAccount(3, 'fraud-manager', harbor, 'Ottilie Brandt', 'ManualReviewFraudManager'),
      createAccount(4, 'fraud-engineer', harbor, 'Dario Venn', 'FraudEngineer'),
      createAccount(5, 'product-admin', harbor, 'Maren Okafor', 'ProductAdmin'),
      createAccount(6, 'editor', harbor, 'Teo Marchetti', 'AllAreasEditor'),
      createAccount(7, 'viewer', harbor, 'Ines Caldeira', 'AllAreasViewer'),
      createAccount(8, 'support', harbor, 'Noor Haddad', 'SupportAgent'),
      createAccount(9, 'global-admin', harbor, 'Sune Aaltonen', null, Object.values(directoryRoles)),
      createAccount(10, 'nobody', harbor, 'Piet Vermeer', null),
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
      createAccount(33, 'psp-analyst', meridian, 'Lio Ferrant', 'FraudAnalyst'),
      createAccount(34, 'psp-supervisor', meridian, 'Greta Novak', 'FraudSupervisor'),
      createAccount(35, 'psp-fraud-manager', meridian, 'Amadou Keita', 'FraudManager'),
      createAccount(36, 'psp-agent', meridian, 'Yuna Takeda', 'ManualReviewAgent'),
      createAccount(37, 'psp-admin', meridian, 'Rhea Castellan', 'PSPAdmin'),
      createAccount(38, 'psp-developer', meridian, 'Emil Sorensen', 'TechnicalDeveloper'),
      createAccount(39, 'psp-service', meridian, 'Carla Mendes', 'CustomerServiceSupport'),
      createAccount(40, 'psp-reporting', meridian, 'Hugo Delacroix', 'Reporting'),
      createAccount(41, 'product-admin', meridian, 'Selma Aydin', 'ProductAdmin'),
    ],
  },
]

/** The API client of the demo; its secret is public, so demo data never belongs on a reachable installation. */
export const demoClient = {
  clientId: 'harbor-checkout',
  secret: 'harbor-checkout-secret',
  principalId: demoId('0004', 1),
  tenantId: harborId,
  displayName: 'Harbor checkout',
  homeEnvironmentId: at.harbor,
} as const

/** Finds the demo account of an object id, with the directory roles that only the embedded sign-in provides. */
export function findDemoAccount(tenantId: string, accountId: string): DemoAccount | undefined {
  return demoTenants.find(tenant => tenant.id === tenantId)?.accounts.find(entry => entry.id === accountId)
}
