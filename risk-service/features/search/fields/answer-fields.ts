import type { SearchFieldGroup, SearchFieldType } from '../../../contract/index.ts'
import type { CatalogueField } from './field-types.ts'

const answerField = (
  id: string,
  group: SearchFieldGroup,
  path: string,
  type: SearchFieldType = 'text',
  many = false,
): CatalogueField => ({
  id,
  group,
  type,
  many,
  indexed: false,
  source: { kind: 'answer', path },
  offered: true,
})

const environmentFields: readonly CatalogueField[] = (['eventId', 'environmentId', 'environmentName'] as const).map(
  id => ({
    id,
    group: 'event',
    type: 'text',
    many: false,
    indexed: id === 'eventId',
    source: { kind: id },
    offered: true,
  }),
)

const score = (kind: 'Bot' | 'Risk', value: 'scoreValue' | 'reason') =>
  `$.resultDetails.scores ? (@.scoreType == "${kind}").${value}`
const result = '$.resultDetails'

const purchaseFields: readonly CatalogueField[] = [
  answerField('reasonCodes', 'scores', `${result}.ReasonCodes`),
  answerField('bankName', 'order', `${result}.BankName`),
  answerField('observingClause', 'rules', `${result}.MerchantRuleOutput.keyvalue().key`, 'text', true),
]
const accountFields: readonly CatalogueField[] = [
  answerField('botScore', 'scores', score('Bot', 'scoreValue'), 'number'),
  answerField('reasonCodes', 'scores', score('Risk', 'reason')),
  answerField('botReasonCodes', 'scores', score('Bot', 'reason')),
]
/** Answers of everything but purchases. */
const ruleFields: readonly CatalogueField[] = [
  answerField('supportMessage', 'rules', `${result}.supportMessages[*]`, 'text', true),
  answerField('challengeType', 'rules', `${result}.challengeType`),
  answerField('observingClause', 'rules', `${result}.other.keyvalue().key`, 'text', true),
]

/** Returns the fields of the answer to events of a type, and those of its id and environment. */
export function answerFields(eventType: string): CatalogueField[] {
  if (eventType === 'purchase') return [...environmentFields, ...purchaseFields]
  const isAccount = eventType === 'accountcreation' || eventType === 'accountlogin'
  return [...environmentFields, ...(isAccount ? accountFields : []), ...ruleFields]
}
