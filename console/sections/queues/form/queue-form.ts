import {
  caseLimits,
  type Queue,
  type QueueDecision,
  type QueueSettings,
  type QuickDecision,
} from '@assay/risk-service/contract'
import type { Resolver } from 'react-hook-form'
import { conflictErrorOf, isNameTaken, validationErrorOf } from '../../../platform/api/api-error.ts'
import { contractResolver, type MessagesByField } from '../../../platform/forms/contract-resolver.ts'
import { queueSettingsSchema } from '../../../platform/forms/contract-schemas.ts'
import type { FormErrors } from '../../../platform/forms/form-errors.ts'
import { minutesToMs } from '../queue-facts.tsx'
import { settingsOf } from '../queue-settings.ts'
import { quickDecisionErrors } from './quick-decision-errors.ts'

/** A queue as the fields show it. Times in minutes, amounts in US cents; null: an empty field. */
export interface QueueForm
  extends Omit<
    QueueSettings,
    'timeoutMinutes' | 'allowedDecisions' | 'sla' | 'fourEyes' | 'sampling' | 'qualityPercent' | 'quickDecisions'
  > {
  assessment: string
  timeoutMinutes: number | null
  /** Empty: all decisions. */
  allowedDecisions: string[]
  sla: { firstTouchMinutes: number | null; resolutionMinutes: number | null }
  fourEyes: {
    on: boolean
    amountUsd: number | null
    decisions: string[]
    randomPercent: number | null
    blind: boolean
  }
  sampling: number | null
  qualityPercent: number | null
  quickDecisions: QuickDecisionForm[]
}
/** A quick decision as the fields show it; without a tag its field is empty. */
type QuickDecisionForm = Omit<QuickDecision, 'tag'> & { tag: string }

/** What is sent: the settings, and the assessment of a new queue. */
export type QueueBody = QueueSettings & { assessment: string }

const noSecondPerson: QueueForm['fourEyes'] = {
  on: false,
  amountUsd: null,
  decisions: [],
  randomPercent: null,
  blind: false,
}

/** The fields of a stored queue. */
export function queueFormOf(queue: Queue): QueueForm {
  const settings = settingsOf(queue)
  return {
    ...settings,
    assessment: queue.assessment ?? '',
    allowedDecisions: settings.allowedDecisions ?? [],
    sla: settings.sla ?? { firstTouchMinutes: null, resolutionMinutes: null },
    quickDecisions: settings.quickDecisions.map(quick => ({ ...quick, tag: quick.tag ?? '' })),
    fourEyes: settings.fourEyes ? { on: true, ...settings.fourEyes } : noSecondPerson,
  }
}

/** The assessment that the form of a new queue begins with. */
export const firstAssessment = 'purchase'

/** The fields of a new queue; the default action follows from its assessment. */
export const newQueueForm = (): QueueForm => ({
  assessment: firstAssessment,
  name: '',
  description: '',
  sequence: 'Unrestricted',
  orderBy: 'eventTimestamp',
  direction: 'ascending',
  timeoutMinutes: caseLimits.defaultTimeoutMs / minutesToMs(1),
  defaultAction: '',
  assignedUsers: [],
  assignedGroups: [],
  supervisors: [],
  restrictToAssignees: false,
  allowedDecisions: [],
  escalation: false,
  escalationQueueId: null,
  hold: false,
  transfer: true,
  challenge: false,
  challengeDecides: false,
  sla: { firstTouchMinutes: null, resolutionMinutes: null },
  fourEyes: noSecondPerson,
  checklist: [],
  quickDecisions: [],
  sampling: 100,
  qualityPercent: 0,
  closeOnStatus: false,
  summary: true,
  onlyManagersDecideInBulk: false,
  draining: false,
  assignment: 'Pull',
  assignmentPaused: false,
})

/** What is sent of the fields. An empty number fails the schema. */
export function queueBodyOf({ allowedDecisions, sla, fourEyes, quickDecisions, ...form }: QueueForm): QueueBody {
  const { on, ...conditions } = fourEyes
  return {
    ...form,
    name: form.name.trim(),
    description: form.description.trim(),
    // Its field is there only while cases can be escalated.
    escalationQueueId: form.escalation ? form.escalationQueueId : null,
    timeoutMinutes: form.timeoutMinutes ?? Number.NaN,
    allowedDecisions: allowedDecisions.length === 0 ? null : allowedDecisions,
    sla: sla.firstTouchMinutes === null && sla.resolutionMinutes === null ? null : sla,
    fourEyes: on ? { ...conditions, randomPercent: conditions.randomPercent ?? 0 } : null,
    sampling: form.sampling ?? Number.NaN,
    qualityPercent: form.qualityPercent ?? 0,
    quickDecisions: quickDecisions.map(quick => ({ ...quick, tag: quick.tag.trim() === '' ? null : quick.tag.trim() })),
  }
}

const messages: MessagesByField = {
  name: { required: 'Queues.Form.Name.Missing', invalid: 'Queues.Form.Name.Rule' },
  timeoutMinutes: 'Queues.Form.Timeout.Rule',
  defaultAction: { required: 'Queues.Form.DefaultAction.Missing' },
  'sla.firstTouchMinutes': 'Queues.Form.Sla.Rule',
  'sla.resolutionMinutes': 'Queues.Form.Sla.Rule',
  'fourEyes.amountUsd': 'Queues.Form.Amount.Rule',
  'fourEyes.randomPercent': 'Queues.Form.Percent.Rule',
  'checklist.*.label': { required: 'Queues.Form.Checklist.Missing' },
  'quickDecisions.*.label': { required: 'Queues.Form.Quick.Label.Missing' },
  'quickDecisions.*.decision': { required: 'Queues.Form.Quick.Decision.Missing' },
  'quickDecisions.*.reason': { required: 'Queues.Form.Quick.Reason.Missing' },
  'quickDecisions.*.note': {},
  'quickDecisions.*.tag': {},
  'quickDecisions.*.lists.*.days': 'Queues.Form.Quick.Days.Rule',
  sampling: 'Queues.Form.Percent.Rule',
  qualityPercent: 'Queues.Form.Percent.Rule',
}

/** What the form has to know of a decision. */
export type FormDecision = Pick<QueueDecision, 'name' | 'caseAction' | 'reasons'>

/** Rules between fields, and those that need the decisions of the assessment. */
function crossFieldErrors(form: QueueForm, decisions: readonly FormDecision[]) {
  const errors: FormErrors<QueueForm> = {}
  const offered = decisions.filter(
    ({ name }) => form.allowedDecisions.length === 0 || form.allowedDecisions.includes(name),
  )
  const offers = (action: QueueDecision['caseAction']) => offered.some(({ caseAction }) => caseAction === action)
  if (form.allowedDecisions.length > 0 && !(offers('Approve') && offers('Reject')))
    errors.allowedDecisions = { id: 'Queues.Form.Decisions.Rule' }
  if (form.supervisors.some(id => form.assignedUsers.includes(id)))
    errors.supervisors = { id: 'Queues.Form.Supervisors.Both' }
  else if (form.escalation && form.supervisors.length === 0)
    errors.supervisors = { id: 'Queues.Form.Supervisors.Missing' }
  const chosen = decisions.find(({ name }) => name === form.defaultAction)
  if (form.orderBy === 'expectedSaving' && chosen?.caseAction === 'None')
    errors.defaultAction = { id: 'Queues.Form.Saving.Rule' }
  const { on, amountUsd, decisions: deciding, randomPercent } = form.fourEyes
  if (on && amountUsd === null && deciding.length === 0 && !randomPercent)
    errors['fourEyes.amountUsd'] = { id: 'Queues.Form.FourEyes.Empty' }
  return { ...errors, ...quickDecisionErrors(form.quickDecisions, offered) }
}

/** Validates the fields by the contract, and by the decisions of the assessment. */
export const queueResolver = (decisions: readonly FormDecision[]): Resolver<QueueForm, unknown, QueueBody> =>
  contractResolver({
    schema: queueSettingsSchema,
    toBody: queueBodyOf,
    messages,
    rules: form => crossFieldErrors(form, decisions),
  })

/** Fields that can show an error of their own. */
const refusableFields: ReadonlySet<string> = new Set([
  'name',
  'description',
  'timeoutMinutes',
  'defaultAction',
  'assignedUsers',
  'assignedGroups',
  'supervisors',
  'allowedDecisions',
  'escalationQueueId',
  'sampling',
  'qualityPercent',
])

/** What the service refuses, at the field that it is about; null when it is about none. */
export function queueFieldErrors(error: unknown): FormErrors<QueueForm> | null {
  const reason = conflictErrorOf(error)?.reason
  if (isNameTaken(error) || reason === 'queue.nameTaken') return { name: { id: 'Queues.Form.Name.Taken' } }
  if (reason === 'queue.referenced') return { name: { id: 'Queues.Form.Name.Referenced' } }
  const found: FormErrors<QueueForm> = {}
  for (const { path } of validationErrorOf(error)?.issues ?? []) {
    const [field, ...inside] = path.filter(step => step !== 'settings')
    if (field === 'quickDecisions' && inside.length > 1) {
      found[`quickDecisions.${inside.map(String).join('.')}` as keyof QueueForm] ??= { id: 'Queues.Form.Refused' }
      continue
    }
    if (field !== undefined && refusableFields.has(String(field)))
      found[field as keyof QueueForm] ??= { id: 'Queues.Form.Refused' }
  }
  return Object.keys(found).length > 0 ? found : null
}
