import { demoEnvironmentIds, meridianAccount } from '../support/demo-ids.ts'
import { fetchUserToken } from '../support/browser.ts'
import { limitedRow, ms, quantile, type Row, type Service } from '../support/harness.ts'
import { fetchClientToken, generateLoad } from './decisions.ts'

interface Ids {
  tenantId: string
  environmentId: string
}
/** Calls of one hostile body that are sent at once. */
const atOnce = 5
const maxClauseText = 9_800

/** Fills a clause with conditions up to the longest text that a clause can have. */
function longClause(condition: (index: number) => string, clause: number): string {
  let text = `RETURN Reject() WHEN ${condition(clause * 1000)}`
  for (let index = 1; ; index++) {
    const more = ` OR ${condition(clause * 1000 + index)}`
    if (text.length + more.length > maxClauseText) return text
    text += more
  }
}

const ruleOf = (condition: (index: number) => string) => ({
  environmentId: '',
  eventType: 'purchase',
  body: {
    name: 'Hostile',
    description: '',
    condition: '',
    clauses: Array.from({ length: 100 }, (_, clause) => ({
      name: `c${clause}`,
      section: 'prior',
      text: longClause(condition, clause),
    })),
    sample: { payload: {}, riskScore: 0 },
  },
})
