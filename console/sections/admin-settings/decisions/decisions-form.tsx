import { Callout, lazyPart, SegmentedControl, Skeleton, useToast } from '@assay/design-system'
import type { CaseConfiguration } from '@assay/risk-service/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { type FieldErrors, get, type UseFormReturn } from 'react-hook-form'
import { FormattedMessage, useIntl } from 'react-intl'
import { conflictErrorOf } from '../../../platform/api/api-error.ts'
import { api, client } from '../../../platform/api/client.ts'
import { differencesOf, type VersionTexts } from '../../../platform/authoring/conflict/differences.ts'
import { useGuardedRecordForm } from '../../../platform/authoring/form/use-guarded-record-form.tsx'
import type { FormRecord } from '../../../platform/authoring/form/use-record-form.ts'
import type { MessageError } from '../../../platform/forms/form-errors.ts'
import { useOffline } from '../../../platform/offline/connection.ts'
import { AdminFrame } from '../frame/admin-frame.tsx'
import { LockedNotices } from '../frame/locked-notices.tsx'
import type { AdminRoot } from '../frame/use-admin-root.ts'
import { CaseSwitchField } from './case-switch.tsx'
import {
  type DecisionForm,
  decisionBody,
  decisionFormOf,
  decisionResolver,
  statementErrorsOf,
} from './decision-form.ts'
import { decisionJson, readDecisionJson } from './decision-json.ts'
import { DecisionList } from './decision-list.tsx'
import { DecisionPreview } from './decision-preview.tsx'

const DecisionJsonEditor = lazyPart(() =>
  import('./decision-json-editor.tsx').then(module => ({ default: module.DecisionJsonEditor })),
)

export interface StoredDecisions {
  version: number
  configuration: CaseConfiguration
}

const recordOf = ({ version, configuration }: StoredDecisions): FormRecord<DecisionForm> => ({
  values: decisionFormOf(configuration),
  version,
})

/** Each decision and the default as texts, for two people who changed them. */
const textsOf = (
  { queueDecisions, defaultDecisionName, challengeAction }: CaseConfiguration,
  labels: { initial: string; challenge: string },
): VersionTexts => [
  ...queueDecisions.map(({ name, caseAction, labelAction, buttonSentiment, reasons, fqlAction }) => ({
    id: name,
    label: name,
    text: [caseAction, labelAction, buttonSentiment ?? '', ...reasons, fqlAction ?? ''].filter(Boolean).join('\n'),
  })),
  { id: 'default', label: labels.initial, text: defaultDecisionName },
  { id: 'challenge', label: labels.challenge, text: challengeAction ?? '' },
]

const decisionViews = ['form', 'json'] as const
type DecisionView = (typeof decisionViews)[number]
type DecisionsApi = UseFormReturn<DecisionForm, unknown, CaseConfiguration>

/** Takes JSON text over as it was typed; the fields repeat it where it is valid. */
function writeText(form: DecisionsApi, text: string): void {
  const { configuration } = readDecisionJson(text)
  form.clearErrors()
  // Text that the fields would write in the same way is no change of its own.
  const same = configuration !== null && decisionJson(configuration) === text
  form.setValue('text', same ? null : text, { shouldDirty: true })
  if (configuration === null) return
  const { queueDecisions, defaultIndex, challengeAction } = decisionFormOf(configuration)
  form.setValue('queueDecisions', queueDecisions, { shouldDirty: true })
  form.setValue('defaultIndex', defaultIndex, { shouldDirty: true })
  form.setValue('challengeAction', challengeAction, { shouldDirty: true })
}

/** What the service found wrong in statements, by their paths in the JSON text. */
function statementsOf(errors: FieldErrors<DecisionForm>, { queueDecisions }: DecisionForm) {
  const paths = [...queueDecisions.map((_, index) => ['queueDecisions', index, 'fqlAction']), ['challengeAction']]
  return paths.flatMap(path => {
    const error = get(errors, path.join('.')) as MessageError | undefined
    const message = error?.values?.['problem']
    return message === undefined ? [] : [{ path, message: String(message) }]
  })
}

interface DecisionsFormProps extends AdminRoot {
  eventType: string
  stored: StoredDecisions
  choice: (dirty: boolean) => ReactNode
}

/** The decisions of one assessment: their buttons, and the form or the JSON text that changes them. */
export function DecisionsForm({ root, mayChange, eventType, stored, choice }: DecisionsFormProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const queries = useQueryClient()
  const offline = useOffline()
  const element = useRef<HTMLDivElement>(null)
  const place = { environmentId: root.id, eventType }
  const labels = {
    initial: intl.formatMessage({ id: 'Admin.Decisions.Default' }),
    challenge: intl.formatMessage({ id: 'Admin.Decisions.Challenge' }),
  }
  const { form, values, dirty, saving, submit, question, problem } = useGuardedRecordForm<
    DecisionForm,
    CaseConfiguration,
    StoredDecisions,
    StoredDecisions
  >({
    record: recordOf(stored),
    resolver: decisionResolver,
    recovery: { id: `case-decisions/${root.id}/${eventType}` },
    save: async (configuration, { version }) =>
      (await client.cases.saveConfiguration({ ...place, baseVersion: version, configuration })) as StoredDecisions,
    onSaved: async (saved, accept) => {
      accept(recordOf(saved))
      toast({ tone: 'success', title: intl.formatMessage({ id: 'Admin.Saved' }) })
      await queries.invalidateQueries({ queryKey: api.cases.key() })
    },
    errorsOf: statementErrorsOf,
    problemOf: error => (conflictErrorOf(error)?.reason === 'decision.used' ? 'Admin.Decisions.Problem.Used' : null),
    conflict: {
      load: async () => (await client.cases.configuration(place)) as StoredDecisions,
      differences: (mine, theirs) => differencesOf(textsOf(mine, labels), textsOf(theirs.configuration, labels)),
      takeTheirs: (theirs, accept) => accept(recordOf(theirs)),
    },
    element,
  })
  const [view, setView] = useState<DecisionView>('form')
  const locked = !mayChange || offline
  // A text that was recovered is shown, whatever is wrong with it.
  const shownView = values.text === null ? view : 'json'
  const text = values.text ?? decisionJson(decisionBody(values))
  const problems = shownView === 'json' ? readDecisionJson(text).problems : []
  const show = (chosen: DecisionView) => {
    setView(chosen)
    form.setValue('text', null, { shouldDirty: true })
  }
  return (
    <AdminFrame
      tab="configuration"
      dirty={dirty}
      saving={saving}
      onSave={() => void submit()}
      onReset={() => form.reset()}
    >
      <div ref={element} className="flex flex-col gap-4">
        <LockedNotices mayChange={mayChange} />
        {choice(dirty)}
        <CaseSwitchField environmentId={root.id} eventType={eventType} locked={locked} />
        {form.formState.errors.queueDecisions?.message === undefined &&
        form.formState.errors.queueDecisions?.root === undefined ? null : (
          <Callout tone="danger" live>
            <FormattedMessage id="Admin.Decisions.Problem.Few" />
          </Callout>
        )}
        {problem === null ? null : (
          <Callout tone="danger" live>
            <FormattedMessage id={problem} />
          </Callout>
        )}
        <DecisionPreview decisions={values.queueDecisions} />
        <SegmentedControl
          label={intl.formatMessage({ id: 'Admin.Decisions.View' })}
          segments={decisionViews.map(value => ({
            value,
            label: <FormattedMessage id={`Admin.Decisions.View.${value}`} />,
            // The fields do not have what is wrong in a text that was typed.
            disabled: value === 'form' && values.text !== null && problems.length > 0,
          }))}
          value={shownView}
          onValueChange={show}
        />
        {shownView === 'form' ? (
          <DecisionList form={form} values={values} locked={locked} />
        ) : (
          <>
            {problems.length === 0 ? null : (
              <Callout tone="danger" live>
                <FormattedMessage id="Admin.Decisions.Json.Problems" values={{ count: problems.length }} />
              </Callout>
            )}
            <Suspense fallback={<Skeleton className="h-[32rem] max-h-[70dvh]" />}>
              <DecisionJsonEditor
                text={text}
                problems={problems}
                statements={statementsOf(form.formState.errors, values)}
                locked={locked}
                onChange={typed => writeText(form, typed)}
              />
            </Suspense>
          </>
        )}
      </div>
      {question}
    </AdminFrame>
  )
}
