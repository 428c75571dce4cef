import type { AlertRuleSettings } from '../../../../contract/index.ts'

const common = { eventType: null, ruleId: null, field: null, slowerThanMs: null, enabled: true } as const

/**
 * The alerts that each shop of the demo begins with. Their limits and fewest events are those of a shop with some hundred
 * orders a day: an attack is found by its number or its rejections, what comes slowly by its scores.
 */
export const starterAlerts: readonly AlertRuleSettings[] = [
  {
    ...common,
    name: 'Many purchases at once',
    metric: 'transactions',
    eventType: 'purchase',
    window: '1h',
    condition: { kind: 'rises', times: 3 },
    fewest: 20,
  },
  {
    ...common,
    name: 'Many rejections',
    metric: 'rejectRate',
    eventType: 'purchase',
    window: '1h',
    condition: { kind: 'above', value: 0.3 },
    fewest: 20,
  },
  {
    ...common,
    name: 'More high risk scores',
    metric: 'highScoreRate',
    eventType: 'purchase',
    window: '6h',
    condition: { kind: 'rises', times: 3 },
    fewest: 30,
  },
  {
    ...common,
    name: 'More work for reviewers',
    metric: 'reviewRate',
    eventType: 'purchase',
    window: '12h',
    condition: { kind: 'rises', times: 2 },
    fewest: 50,
  },
  {
    ...common,
    name: 'Purchases without an email address',
    metric: 'fillRate',
    eventType: 'purchase',
    field: 'user.email',
    window: '6h',
    condition: { kind: 'below', value: 0.8 },
    fewest: 30,
  },
  {
    ...common,
    name: 'Failed API calls',
    metric: 'errorRate',
    window: '15m',
    condition: { kind: 'above', value: 0.05 },
    fewest: 50,
  },
]
