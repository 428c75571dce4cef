import type { Transaction } from 'kysely'
import { productionBranch, type RuleBody } from '../../../contract/index.ts'
import { builtInAssessments } from '../../../engine/index.ts'
import type { Database, Db } from '../../../ports/database.ts'
import type { Ports } from '../../../ports/index.ts'
import { loadRulesOfSet, lockRuleSet, savePublished, updateOrder } from '../store.ts'

const defaultRuleName = 'Default Support Rule'

/** Assessments that have a default support rule. */
const legacyAssessments = ['purchase', 'accountcreation', 'accountlogin'] as const

/** Support lists by the kind of their values, with the attribute of each assessment that is looked up in them. */
const supportListAttributes = [
  {
    list: 'Email Support List',
    label: 'email',
    purchase: 'user.email',
    accountcreation: 'email.emailValue',
    accountlogin: null,
  },
  {
    list: 'User Support List',
    label: 'user',
    purchase: 'user.userId',
    accountcreation: 'user.userId',
    accountlogin: 'user.userId',
  },
  {
    list: 'Payment Support List',
    label: 'payment',
    purchase: 'paymentInstrumentList.merchantPaymentInstrumentId',
    accountcreation: 'paymentInstruments.merchantPaymentInstrumentId',
    accountlogin: null,
  },
  {
    list: 'IP Support List',
    label: 'IP',
    purchase: 'deviceContext.ipAddress',
    accountcreation: 'device.ipAddress',
    accountlogin: 'device.ipAddress',
  },
  {
    list: 'Device Support List',
    label: 'device',
    purchase: 'deviceContext.externalDeviceId',
    accountcreation: 'device.externalDeviceId',
    accountlogin: 'device.externalDeviceId',
  },
] as const

const supportListSteps = [
  { call: 'IsBlock', decision: 'Reject', word: 'Blocked' },
  { call: 'IsSafe', decision: 'Approve', word: 'Safe' },
  { call: 'IsWatch', decision: 'Review', word: 'Watched' },
] as const

/** Attributes that a rule over the support lists looks up, by the list's position; null leaves a list out. */
export type SupportAttributes = readonly (string | null)[]

/**
 * Returns the rule that applies support lists: Block, then Safe, and in the rule of wizard assessments Watch, each over
 * email, user, payment instrument, IP and device.
 */
export function supportListRule(
  name: string,
  attributes: SupportAttributes,
  payload: Record<string, unknown>,
  watch: boolean,
): RuleBody {
  return {
    name,
    description: 'Support lists take effect by this rule. It can be edited, deactivated and deleted.',
    condition: '',
    clauses: supportListSteps.slice(0, watch ? 3 : 2).flatMap(({ call, decision, word }) =>
      supportListAttributes.flatMap(({ list, label }, index) => {
        const attribute = attributes[index]
        return attribute == null
          ? []
          : [
              {
                name: `${word} ${label}`,
                section: 'prior' as const,
                text: `RETURN ${decision}("${word} ${label}", "Entry on the ${label} support list")\nWHEN ${call}("${list}", @"${attribute}")`,
              },
            ]
      }),
    ),
    sample: { payload, riskScore: 500 },
  }
}

/** Returns the default support rule of an assessment. */
function defaultSupportRule(
  assessment: (typeof legacyAssessments)[number],
  payload: Record<string, unknown>,
): RuleBody {
  return supportListRule(
    defaultRuleName,
    supportListAttributes.map(entity => entity[assessment]),
    payload,
    false,
  )
}

/** Publisher of a rule that the service creates. */
export interface RuleAuthor {
  id: string
  name: string
}

/**
 * Inserts a default rule ahead of the existing rules; idempotent: a rule that was ever created so is not created again.
 */
export const insertDefaultRule = (
  db: Db,
  ports: Pick<Ports, 'clock' | 'newId'>,
  author: RuleAuthor,
  environmentId: string,
  eventType: string,
  body: RuleBody,
): Promise<boolean> =>
  db.transaction().execute(trx => insertDefaultRuleIn(trx, ports, author, { environmentId, eventType, body }))

/** Inserts a default rule in the caller's transaction. */
export async function insertDefaultRuleIn(
  trx: Transaction<Database>,
  { clock, newId }: Pick<Ports, 'clock' | 'newId'>,
  author: RuleAuthor,
  { environmentId, eventType, body }: { environmentId: string; eventType: string; body: RuleBody },
): Promise<boolean> {
  const set = { environmentId, eventType, branch: productionBranch, type: 'decision' as const }
  await lockRuleSet(trx, set)
  const existing = await trx
    .selectFrom('rule_version')
    .select('version')
    .where('environment_id', '=', environmentId)
    .where('event_type', '=', eventType)
    .where('name', '=', body.name)
    .executeTakeFirst()
  const rules = await loadRulesOfSet(trx, set)
  if (existing !== undefined || rules.some(rule => rule.name.toLowerCase() === body.name.toLowerCase())) return false
  const id = newId()
  await savePublished(trx, {
    id,
    environment_id: environmentId,
    event_type: eventType,
    type: 'decision',
    branch: productionBranch,
    name: body.name,
    status: 'active',
    position: 1,
    version: 1,
    body,
    published_by: author.id,
    published_by_name: author.name,
    published_at: clock(),
  })
  await updateOrder(trx, [id, ...rules.map(rule => rule.id)])
  return true
}

/** Inserts the default rules of a new root environment; environments below inherit them. */
export async function insertDefaultRules(
  db: Db,
  ports: Pick<Ports, 'clock' | 'newId'>,
  author: RuleAuthor,
  environmentId: string,
): Promise<void> {
  for (const eventType of legacyAssessments) {
    const payload = builtInAssessments.find(environmentId, eventType)?.payload ?? {}
    await insertDefaultRule(db, ports, author, environmentId, eventType, defaultSupportRule(eventType, payload))
  }
}
