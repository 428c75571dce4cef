import { Button, Callout, Field, Icon, Select, Textarea, useToast } from '@assay/design-system'
import { type CaseConfiguration, caseLimits } from '@assay/risk-service/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useFieldArray } from 'react-hook-form'
import { FormattedMessage, useIntl } from 'react-intl'
import { conflictErrorOf } from '../../../platform/api/api-error.ts'
import { api, client } from '../../../platform/api/client.ts'
import { differencesOf, type VersionTexts } from '../../../platform/authoring/conflict/differences.ts'
import { useGuardedRecordForm } from '../../../platform/authoring/form/use-guarded-record-form.tsx'
import type { FormRecord } from '../../../platform/authoring/form/use-record-form.ts'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { useAssessmentName } from '../../../platform/events/use-assessment-name.ts'
import { FormField } from '../../../platform/forms/form-field.tsx'
import { useOffline } from '../../../platform/offline/connection.ts'
import { NoAccess } from '../../../platform/permissions/no-access.tsx'
import { AdminFrame } from '../frame/admin-frame.tsx'
import { type AdminRoot, useAdminRoot } from '../frame/use-admin-root.ts'
import { DecisionFieldset } from './decision-fields.tsx'
import { type DecisionForm, decisionFormOf, decisionResolver, newDecision, statementErrorsOf } from './decision-form.ts'

interface StoredDecisions {
  version: number
  configuration: CaseConfiguration
}

/** The decisions of each assessment of the root environment: the buttons of the review page. */
export function DecisionsTab() {
  const admin = useAdminRoot()
  return admin === null ? (
    <AdminFrame tab="configuration">
      <NoAccess capability="admin.configuration" />
    </AdminFrame>
  ) : (
    <Decisions key={admin.root.id} {...admin} />
  )
}

function Decisions(admin: AdminRoot) {
  const environmentId = admin.root.id
  const nameOf = useAssessmentName()
  const types = useQuery(api.search.eventTypes.queryOptions({ input: { environmentId }, staleTime: 60_000 }))
  const [chosen, setChosen] = useState('purchase')
  const query = useQuery(
    api.cases.configuration.queryOptions({ input: { environmentId, eventType: chosen }, staleTime: 0 }),
  )
  const failed = types.isError ? types : query.isError && !query.data ? query : null
  if (failed)
    return (
      <AdminFrame tab="configuration">
        <QueryError error={failed.error} onRetry={() => void failed.refetch()} />
      </AdminFrame>
    )
  if (!types.data || !query.data) return <AdminFrame tab="configuration" state="loading" />
  return (
    <DecisionsForm
      key={chosen}
      {...admin}
      eventType={chosen}
      stored={query.data as StoredDecisions}
      choice={dirty => (
        <Field
          label={<FormattedMessage id="Admin.Decisions.Assessment" />}
          description={<FormattedMessage id="Admin.Decisions.Assessment.Text" />}
        >
          <Select
            value={chosen}
            // Changes are saved or discarded first.
            disabled={dirty}
            options={types.data.map(({ key, name }) => ({ value: key, label: nameOf(key, name) }))}
            onValueChange={setChosen}
          />
        </Field>
      )}
    />
  )
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

interface DecisionsFormProps extends AdminRoot {
  eventType: string
  stored: StoredDecisions
  choice: (dirty: boolean) => ReactNode
}

function DecisionsForm({ root, mayChange, eventType, stored, choice }: DecisionsFormProps) {
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
  const { fields, append, move, remove } = useFieldArray({
    control: form.control,
    name: 'queueDecisions',
    keyName: 'key',
  })
  const locked = !mayChange || offline
  const setDefault = (index: number) => form.setValue('defaultIndex', index, { shouldDirty: true })
  const { defaultIndex } = values
  return (
    <AdminFrame
      tab="configuration"
      dirty={dirty}
      saving={saving}
      onSave={() => void submit()}
      onReset={() => form.reset()}
    >
      <div ref={element} className="flex flex-col gap-4">
        {mayChange ? null : (
          <Callout tone="info">
            <FormattedMessage id="Environments.ReadOnly" />
          </Callout>
        )}
        {choice(dirty)}
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
        {fields.map(({ key }, index) => (
          <DecisionFieldset
            key={key}
            form={form}
            index={index}
            last={index === fields.length - 1}
            locked={locked}
            onMove={to => {
              move(index, to)
              // The default stays the same decision.
              setDefault(defaultIndex === index ? to : defaultIndex === to ? index : defaultIndex)
            }}
            onRemove={() => {
              remove(index)
              setDefault(defaultIndex > index ? defaultIndex - 1 : defaultIndex === index ? 0 : defaultIndex)
            }}
          />
        ))}
        {locked ? null : (
          <div>
            <Button
              start={<Icon icon={Plus} />}
              disabled={fields.length >= caseLimits.decisions}
              onClick={() => append(newDecision())}
            >
              <FormattedMessage id="Admin.Decisions.Add" />
            </Button>
          </div>
        )}
        <Field label={labels.initial} description={<FormattedMessage id="Admin.Decisions.Default.Text" />}>
          <Select
            value={String(defaultIndex)}
            disabled={locked}
            options={values.queueDecisions.map(({ name }, index) => ({
              value: String(index),
              label: name.trim() || intl.formatMessage({ id: 'Admin.Decisions.Number' }, { number: index + 1 }),
            }))}
            onValueChange={value => setDefault(Number(value))}
          />
        </Field>
        <FormField
          form={form}
          name="challengeAction"
          label={labels.challenge}
          description={<FormattedMessage id="Admin.Decisions.Challenge.Text" />}
        >
          {({ value, onChange }) => (
            <Textarea dir="ltr" className="font-mono" rows={2} disabled={locked} value={value} onChange={onChange} />
          )}
        </FormField>
      </div>
      {question}
    </AdminFrame>
  )
}
