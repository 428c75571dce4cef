import type { Transaction } from 'kysely'
import type { RuleBody } from '../../../contract/index.ts'
import type { WizardTemplate } from '../../../engine/ingest/event-schemas.ts'
import type { Database, Db } from '../../../ports/database.ts'
import type { Ports } from '../../../ports/index.ts'
import { insertDefaultRule, insertDefaultRuleIn, type RuleAuthor, supportListRule } from './default-rules.ts'

type RuleClause = RuleBody['clauses'][number]

const supportRuleName = 'Support list rule'
const sampleRuleName = 'Sample template rule'

const session = '@"deviceFingerprinting.id"'
const createClause = (name: string, ...lines: string[]): RuleClause => ({
  name,
  section: 'prior',
  text: lines.join('\n'),
})
const risk = createClause(
  'Risk score',
  'OBSERVE Output(riskScore = Model.Risk().Score) WHEN Model.Risk().Score > 700',
  '// RETURN Reject("High risk score") WHEN Model.Risk().Score > 900',
)
const bot = createClause(
  'Bot score',
  `OBSERVE Output(botScore = Model.Bot(${session}).Score) WHEN Model.Bot(${session}).Score > 700`,
  `// RETURN Challenge("SMS", "May be a program") WHEN Model.Bot(${session}).Score > 900`,
)
const common = createClause(
  'Device',
  `LET $device = Device.GetAttributes(${session})`,
  'OBSERVE Output(proxyType = $device.proxyType, country = $device.deviceCountryCode) WHEN $device.proxyType.AsString() != ""',
  '// RETURN Review("Behind a proxy") WHEN $device.proxyType.AsString() != ""',
)
const full = createClause(
  'Device',
  `LET $device = Device.GetFullAttributes(${session})`,
  'OBSERVE Output(platform = $device.platform, country = $device.deviceCountryCode, sessions = $device.sessionCount)',
  '// RETURN Review("Many sessions") WHEN $device.sessionCount > 100',
)

/**
 * Examples on scores and device attributes, according to the sections of the template; none decides until it is edited.
 */
const samples: Record<WizardTemplate, readonly RuleClause[]> = {
  CardPayment: [risk, bot, common],
  LoyaltyProgram: [risk, bot, common],
  MoneyTransfer: [risk, bot, common],
  SoftwarePiracy: [risk, bot, common],
  DeviceFingerprinting: [bot, full],
  Custom: [],
}

/** Creates the initial rules of a wizard assessment, in run order. */
function createAssessmentRules(template: WizardTemplate, payload: Record<string, unknown>): RuleBody[] {
  const instrument = template === 'CardPayment' ? 'card.id' : null
  const support = supportListRule(
    supportRuleName,
    ['user.email', 'user.id', instrument, 'deviceFingerprinting.ipAddress', 'deviceAttributes.cookieDeviceId'],
    payload,
    true,
  )
  const sample: RuleBody = {
    name: sampleRuleName,
    description: 'Shows how scores and device attributes are used. It observes; edit it to let it decide.',
    condition: '',
    clauses: [...samples[template]],
    sample: { payload, riskScore: 500 },
  }
  return [...(template === 'DeviceFingerprinting' ? [] : [support]), ...(template === 'Custom' ? [] : [sample])]
}

interface RuledAssessment {
  apiName: string
  template: WizardTemplate
  sample: Record<string, unknown>
}

/** Publishes them, active, ahead of the existing rules; idempotent. */
export async function insertAssessmentRules(
  db: Db,
  ports: Pick<Ports, 'clock' | 'newId'>,
  author: RuleAuthor,
  environmentId: string,
  { apiName, template, sample }: RuledAssessment,
): Promise<void> {
  for (const body of createAssessmentRules(template, sample).toReversed())
    await insertDefaultRule(db, ports, author, environmentId, apiName, body)
}

/** Publishes them in the transaction that creates the assessment. */
export async function insertAssessmentRulesIn(
  trx: Transaction<Database>,
  ports: Pick<Ports, 'clock' | 'newId'>,
  author: RuleAuthor,
  environmentId: string,
  { apiName, template, sample }: RuledAssessment,
): Promise<void> {
  for (const body of createAssessmentRules(template, sample).toReversed())
    await insertDefaultRuleIn(trx, ports, author, { environmentId, eventType: apiName, body })
}
