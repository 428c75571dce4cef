/** A search that is measured, with its limits in milliseconds: idle, and while decisions arrive. */
export interface Query {
  name: string
  /** Absent: purchases. */
  eventType?: string
  limit: number
  limitBusy: number
  path: string
  method: 'GET' | 'POST'
  /** A different body each round, so that no round is answered from the cache of the previous one. */
  body?: (round: number) => Record<string, unknown>
}

const condition = (column: string, op: string, value: unknown) => ({
  period: 'all',
  conditions: [{ column, op, value }],
})

/** Three groups, each with a field that an index finds, and beside it a text or a field of the request. */
const threeGroups = (round: number, ofRequest: Record<string, unknown>) => ({
  period: 'all',
  match: 'any',
  groups: [
    {
      conditions: [
        { column: 'email', op: 'eq', value: `user${round * 37}@shop${(round * 37) % 400}.example` },
        { column: 'userName', op: 'notContains', value: 'nobody' },
      ],
    },
    { conditions: [{ column: 'deviceId', op: 'eq', value: `device-${round * 91}` }, ofRequest] },
    {
      match: 'any',
      conditions: [
        { column: 'ip', op: 'eq', value: `198.0.${round}.${round * 3}` },
        { column: 'userId', op: 'in', value: [`user-${round}`, `user-${round + 1}`] },
      ],
    },
  ],
})

/** The searches of purchases, and the dashboard. */
const purchaseQueries: Query[] = [
  {
    name: 'default view, 50 rows',
    limit: 25,
    limitBusy: 60,
    path: 'search',
    method: 'POST',
    body: () => ({ filter: { period: '7d', conditions: [] }, limit: 50 }),
  },
  {
    name: 'e-mail',
    limit: 25,
    limitBusy: 60,
    path: 'search',
    method: 'POST',
    body: round => ({
      filter: condition('email', 'eq', `user${round * 37}@shop${(round * 37) % 400}.example`),
      limit: 50,
    }),
  },
  {
    name: 'device',
    limit: 25,
    limitBusy: 60,
    path: 'search',
    method: 'POST',
    body: round => ({ filter: condition('deviceId', 'eq', `device-${round * 91}`), limit: 50 }),
  },
  {
    name: 'IP address',
    limit: 25,
    limitBusy: 60,
    path: 'search',
    method: 'POST',
    body: round => ({ filter: condition('ip', 'eq', `198.0.${round}.${round * 3}`), limit: 50 }),
  },
  {
    name: 'decision',
    limit: 25,
    limitBusy: 60,
    path: 'search',
    method: 'POST',
    body: round => ({ filter: condition('decision', 'in', [['Review', 'Reject', 'Challenge'][round % 3]]), limit: 50 }),
  },
  ...['amount', 'riskScore', 'email', 'userName', 'shippingCity', 'ipCountry', 'rule', 'itemCount'].map(
    (column): Query => ({
      name: `sorted by ${column}`,
      limit: 300,
      limitBusy: 500,
      path: 'search',
      method: 'POST',
      body: round => ({
        filter: { period: 'all', conditions: [] },
        sort: { column, direction: round % 2 ? 'asc' : 'desc' },
        limit: 50,
      }),
    }),
  ),
  {
    name: 'substring of e-mail',
    limit: 300,
    limitBusy: 500,
    path: 'search',
    method: 'POST',
    body: round => ({ filter: condition('email', 'contains', `r${round}7@sh`), limit: 50 }),
  },
  {
    name: 'substring without a match',
    limit: 300,
    limitBusy: 500,
    path: 'search',
    method: 'POST',
    body: round => ({ filter: condition('email', 'contains', `nobody${round}`), limit: 50 }),
  },
  {
    name: 'exact count, all',
    limit: 300,
    limitBusy: 500,
    path: 'search/count',
    method: 'POST',
    body: () => ({ filter: { period: 'all', conditions: [] } }),
  },
  {
    name: 'exact count, score',
    limit: 300,
    limitBusy: 500,
    path: 'search/count',
    method: 'POST',
    body: round => ({ filter: condition('riskScore', 'gte', 500 + round) }),
  },
  {
    name: 'three groups of texts',
    limit: 100,
    limitBusy: 500,
    path: 'search',
    method: 'POST',
    body: round => ({
      filter: threeGroups(round, { column: 'shippingAddress.city', op: 'notNull' }),
      limit: 50,
    }),
  },
  { name: '90-day dashboard', limit: 100, limitBusy: 200, path: 'dashboard?period=90d', method: 'GET' },
]

const search = (name: string, eventType: string, limit: number, body: NonNullable<Query['body']>): Query => ({
  name,
  eventType,
  limit,
  limitBusy: limit < 100 ? 60 : 500,
  path: 'search',
  method: 'POST',
  body,
})

/** Searches of account events, which have columns as purchases do, and attributes of their own in the request. */
const loginQueries: Query[] = [
  search('logins, default view', 'accountlogin', 25, () => ({ filter: { period: '7d', conditions: [] }, limit: 50 })),
  search('logins, e-mail', 'accountlogin', 25, round => ({
    filter: condition('email', 'eq', `user${round * 37}@shop${(round * 37) % 400}.example`),
    limit: 50,
  })),
  search('logins, device', 'accountlogin', 25, round => ({
    filter: condition('deviceId', 'eq', `device-${round * 91}`),
    limit: 50,
  })),
  search('logins, attribute that a fifth has', 'accountlogin', 300, round => ({
    filter: condition('user.language', 'in', [['de-DE', 'en-US', 'fr-FR'][round % 3]]),
    limit: 50,
  })),
  search('logins, attribute without a match', 'accountlogin', 300, round => ({
    filter: condition('ssoAuthenticationProvider.displayName', 'contains', `nobody${round}`),
    limit: 50,
  })),
  search('logins, three groups of texts', 'accountlogin', 100, round => ({
    filter: threeGroups(round, { column: 'user.language', op: 'notNull' }),
    limit: 50,
  })),
]

/** Searches of an assessment of the tenant: its own fields are read from the stored request. */
const payoutQueries: Query[] = [
  search('own assessment, default view', 'SellerPayout', 25, () => ({
    filter: { period: '7d', conditions: [] },
    limit: 50,
  })),
  search('own assessment, device', 'SellerPayout', 25, round => ({
    filter: condition('deviceId', 'eq', `device-${round * 91}`),
    limit: 50,
  })),
  search('own assessment, number of its own', 'SellerPayout', 300, round => ({
    filter: condition('custom.openOrders', 'gte', 5 + (round % 3)),
    limit: 50,
  })),
  search('own assessment, time of its own without a match', 'SellerPayout', 300, round => ({
    filter: condition('custom.sellerSince', 'before', `1999-01-${String(1 + (round % 28)).padStart(2, '0')}`),
    limit: 50,
  })),
  {
    ...search('own assessment, exact count by a field of its own', 'SellerPayout', 300, round => ({
      filter: condition('custom.openOrders', 'lt', 1 + (round % 9)),
    })),
    path: 'search/count',
  },
  search('own assessment, three groups of texts', 'SellerPayout', 100, round => ({
    filter: threeGroups(round, { column: 'custom.openOrders', op: 'gte', value: 0 }),
    limit: 50,
  })),
]

export const queries: readonly Query[] = [...purchaseQueries, ...loginQueries, ...payoutQueries]
