import {
  Button,
  ConfirmDanger,
  Radio,
  RadioGroup,
  SidePanel,
  SidePanelSection,
  Skeleton,
  useFormat,
  useToast,
} from '@assay/design-system'
import { CodeEditor, jsonLanguage } from '@assay/design-system/editor'
import type { RuleSettings } from '@assay/risk-service/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Resolver, useController } from 'react-hook-form'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { differencesOf, type VersionTexts } from '../../../platform/authoring/conflict/differences.ts'
import { type FormRecord, useRecordForm } from '../../../platform/authoring/form/use-record-form.ts'
import { serialiseJsonObject } from '../../../platform/authoring/sample/json-object.ts'
import { parsePayload } from '../../../platform/authoring/sample/payload.ts'
import { useCan, useEnvironment } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { FormField } from '../../../platform/forms/form-field.tsx'
import { useOffline } from '../../../platform/offline/connection.ts'
import { RuleChain } from './rule-chain.tsx'
import { useRevert } from './use-revert.ts'

const json = jsonLanguage()

interface SettingsPanelProps {
  eventType: string
  /** Of the assessment. */
  name: string
  onClose: () => void
}

/** How the rules of an assessment are evaluated, and what the sample of a new rule starts as. */
export function SettingsPanel({ eventType, name, onClose }: SettingsPanelProps) {
  const environment = useEnvironment()
  const [dirty, setDirty] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const input = { environmentId: environment.id, eventType }
  const query = useQuery(api.rules.settings.queryOptions({ input, staleTime: 0, refetchOnWindowFocus: false }))
  return (
    <SidePanel
      title={<FormattedMessage id="Rules.Settings.Of" values={{ name: <bdi key="name">{name}</bdi> }} />}
      onClose={() => (dirty ? setLeaving(true) : onClose())}
      resizable
    >
      {query.isError && !query.data ? (
        <QueryError error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data ? (
        <SettingsForm
          key={`${environment.id} ${eventType}`}
          eventType={eventType}
          settings={query.data}
          onDirty={setDirty}
          onCancel={onClose}
        />
      ) : (
        <div className="flex flex-col gap-3 p-4" aria-busy="true">
          <Skeleton className="h-2 w-1/2" />
          <Skeleton className="h-2 w-1/3" />
        </div>
      )}
      <ConfirmDanger
        open={leaving}
        onOpenChange={setLeaving}
        onConfirm={onClose}
        title={<FormattedMessage id="LeaveGuard.Title" />}
        description={<FormattedMessage id="Rules.Settings.Unsaved" />}
        cancelLabel={<FormattedMessage id="LeaveGuard.Stay" />}
        confirmLabel={<FormattedMessage id="LeaveGuard.Confirm" />}
      />
    </SidePanel>
  )
}

interface SettingsValues {
  evaluation: RuleSettings['evaluation']
  /** The sample as text. */
  text: string
}
interface SettingsBody extends SettingsValues {
  payload: Record<string, unknown>
}

const recordOf = ({ evaluation, payload, version }: RuleSettings): FormRecord<SettingsValues> => ({
  values: { evaluation, text: serialiseJsonObject(payload) },
  version,
})

/** A text that is no sample cannot be saved; its issue is shown while it is typed. */
const resolver: Resolver<SettingsValues, unknown, SettingsBody> = values => {
  const { payload, fault } = parsePayload(values.text)
  return payload === null
    ? { values: {}, errors: { text: { type: fault.kind } } }
    : { values: { ...values, payload }, errors: {} }
}

interface SettingsFormProps {
  eventType: string
  settings: RuleSettings
  onDirty: (dirty: boolean) => void
  onCancel: () => void
}

function SettingsForm({ eventType, settings, onDirty, onCancel }: SettingsFormProps) {
  const intl = useIntl()
  const format = useFormat()
  const { toast } = useToast()
  const offline = useOffline()
  const queryClient = useQueryClient()
  const environment = useEnvironment()
  const write = useCan()('rules', 'write')
  const address = { environmentId: environment.id, eventType }
  const textsOf = ({ evaluation, text }: SettingsValues): VersionTexts => [
    {
      id: 'evaluation',
      label: intl.formatMessage({ id: 'Rules.Settings.Evaluation' }),
      text: intl.formatMessage({ id: `Rules.Behaviour.${evaluation}` }),
    },
    { id: 'payload', label: intl.formatMessage({ id: 'Rules.Settings.Payload' }), text, code: true },
  ]
  const load = () => client.rules.settings(address)
  const storeInCache = (stored: RuleSettings) =>
    queryClient.setQueryData(api.rules.settings.queryKey({ input: address }), stored)
  const showStored = (stored: RuleSettings, title: string, accept: (record: FormRecord<SettingsValues>) => void) => {
    toast({ title: intl.formatMessage({ id: title }), tone: 'success' })
    storeInCache(stored)
    accept(recordOf(stored))
    void queryClient.invalidateQueries({ queryKey: api.rules.overview.key() })
  }
  const { form, values, dirty, saving, version, submit, accept, question } = useRecordForm({
    record: recordOf(settings),
    resolver,
    recovery: { id: `rule-settings/form/${environment.id}/${eventType}` },
    save: async ({ evaluation, text, payload }, { version: base, theirs }) => {
      let stored: RuleSettings = theirs ?? { ...settings, version: base }
      const before = recordOf(stored).values
      if (evaluation !== before.evaluation)
        stored = await client.rules.saveEvaluation({ ...address, evaluation, baseVersion: stored.version })
      if (text !== before.text)
        stored = await client.rules.savePayload({ ...address, payload, baseVersion: stored.version })
      return stored
    },
    onSaved: (stored, acceptSaved) => showStored(stored, 'Rules.Settings.Saved', acceptSaved),
    conflict: {
      load,
      differences: (mine, theirs: RuleSettings) => differencesOf(textsOf(mine), textsOf(recordOf(theirs).values)),
      takeTheirs: (theirs, acceptTheirs) => {
        storeInCache(theirs)
        acceptTheirs(recordOf(theirs))
      },
    },
  })
  const { revert, reverting, revertQuestion } = useRevert({
    version,
    send: baseVersion => client.rules.revertPayload({ ...address, baseVersion }),
    load,
    differences: theirs => {
      const stored = recordOf(theirs).values
      return differencesOf(
        textsOf({ ...stored, text: intl.formatMessage({ id: 'Rules.Settings.Default' }) }),
        textsOf(stored),
      )
    },
    // The sample is the system's again; a way of evaluation that is not saved yet stays.
    onReverted: stored =>
      showStored(stored, 'Rules.Settings.Reverted', record =>
        accept(record, { text: form.getValues('text'), evaluation: settings.evaluation }),
      ),
    onTheirs: theirs => {
      storeInCache(theirs)
      accept(recordOf(theirs))
    },
  })
  useEffect(() => onDirty(dirty), [onDirty, dirty])
  const sample = useController({ control: form.control, name: 'text' })
  const { fault } = parsePayload(values.text)
  return (
    <div className="flex min-h-full flex-col">
      {question}
      {revertQuestion}
      <SidePanelSection>
        <FormField form={form} name="evaluation" label={<FormattedMessage id="Rules.Settings.Evaluation" />}>
          {({ value, onChange }) => (
            <RadioGroup value={value} onValueChange={onChange} disabled={!write}>
              <Radio
                value="all"
                label={<FormattedMessage id="Rules.Behaviour.all" />}
                description={<FormattedMessage id="Rules.Settings.AllHelp" />}
              />
              <Radio
                value="first"
                label={<FormattedMessage id="Rules.Behaviour.first" />}
                description={<FormattedMessage id="Rules.Settings.FirstHelp" />}
              />
            </RadioGroup>
          )}
        </FormField>
      </SidePanelSection>
      <SidePanelSection heading={<FormattedMessage id="Rules.Settings.Payload" />}>
        <p className="pbe-2 text-xs text-fg-muted">
          <FormattedMessage id="Rules.Settings.PayloadHelp" />
        </p>
        <CodeEditor
          className="h-[22rem] rounded-control border border-line"
          label={intl.formatMessage({ id: 'Rules.Settings.Payload' })}
          value={sample.field.value}
          language={json}
          readOnly={!write}
          {...(write
            ? {
                onValueChange: (next: string) => {
                  if (next !== sample.field.value) sample.field.onChange(next)
                },
              }
            : {})}
        />
        {fault ? (
          <p role="alert" className="pbs-1 text-xs text-danger-text">
            <FormattedMessage
              id={`Rules.Settings.Issue.${fault.kind}`}
              values={{ line: fault.kind === 'syntax' ? fault.line : 0 }}
            />
          </p>
        ) : null}
        <p className="flex min-h-control-sm flex-wrap items-center gap-2 pbs-1 text-xs text-fg-muted">
          {settings.payloadEdited ? (
            <FormattedMessage id="Rules.Settings.Edited" />
          ) : (
            <FormattedMessage id="Rules.Settings.Default" />
          )}
          {settings.updatedAt ? (
            <span>
              <FormattedMessage
                id="Common.UserAndTime"
                values={{ user: <bdi key="user">{settings.updatedBy}</bdi>, time: format.dateTime(settings.updatedAt) }}
              />
            </span>
          ) : null}
        </p>
      </SidePanelSection>
      {settings.chain.length > 1 ? (
        <SidePanelSection heading={<FormattedMessage id="Rules.Chain.Title" />}>
          <RuleChain chain={settings.chain} />
        </SidePanelSection>
      ) : null}
      {write ? (
        <div
          data-page-foot
          className="sticky inset-be-0 mbs-auto flex flex-wrap justify-end gap-2 border-bs border-line-subtle bg-surface px-4 py-2"
        >
          <Button
            variant="ghost"
            className="me-auto"
            disabled={offline || !settings.payloadEdited || saving || reverting}
            loading={reverting}
            onClick={() => revert()}
          >
            <FormattedMessage id="Rules.Settings.Revert" />
          </Button>
          <Button onClick={onCancel}>
            <FormattedMessage id="Common.Cancel" />
          </Button>
          <Button
            variant="primary"
            disabled={offline || !dirty || fault !== null || saving || reverting}
            loading={saving}
            onClick={() => void submit()}
          >
            <FormattedMessage id="Rules.Settings.Save" />
          </Button>
        </div>
      ) : null}
    </div>
  )
}
