import {
  Button,
  ConfirmDanger,
  Field,
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
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { differencesOf, type VersionTexts } from '../../../platform/authoring/conflict/differences.ts'
import { useConflict } from '../../../platform/authoring/conflict/use-conflict.tsx'
import { serialiseJsonObject } from '../../../platform/authoring/sample/json-object.ts'
import { useCan, useEnvironment } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { useErrorToast } from '../../../platform/errors/use-error-toast.ts'
import { useOffline } from '../../../platform/offline/connection.ts'
import { useRecovery } from '../../../platform/recovery/use-recovery.ts'
import { parsePayload } from './payload.ts'
import { RuleChain } from './rule-chain.tsx'

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
          key={`${eventType} ${query.data.version}`}
          eventType={eventType}
          settings={query.data}
          onDirty={setDirty}
          onCancel={onClose}
          onReload={() => void query.refetch()}
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

interface SettingsFormProps {
  eventType: string
  settings: RuleSettings
  onDirty: (dirty: boolean) => void
  onCancel: () => void
  onReload: () => void
}

function SettingsForm({ eventType, settings, onDirty, onCancel, onReload }: SettingsFormProps) {
  const intl = useIntl()
  const format = useFormat()
  const { toast } = useToast()
  const failed = useErrorToast()
  const offline = useOffline()
  const queryClient = useQueryClient()
  const environment = useEnvironment()
  const write = useCan()('rules', 'write')
  const stored = serialiseJsonObject(settings.payload)
  const [evaluation, setEvaluation] = useState(settings.evaluation)
  const [text, setText] = useState(stored)
  const [running, setRunning] = useState<'save' | 'revert' | null>(null)
  // What somebody else saved meanwhile is told when this is saved, also when a way to the sign-in page lay between.
  const [seen, setSeen] = useState(settings.version)
  const conflict = useConflict()
  const address = { environmentId: environment.id, eventType }
  const read = parsePayload(text)
  const change = (next: { evaluation?: RuleSettings['evaluation']; text?: string }) => {
    if (next.evaluation !== undefined) setEvaluation(next.evaluation)
    if (next.text !== undefined) setText(next.text)
    onDirty((next.evaluation ?? evaluation) !== settings.evaluation || (next.text ?? text) !== stored)
  }
  const textsOf = (next: RuleSettings['evaluation'], payload: string): VersionTexts => [
    {
      id: 'evaluation',
      label: intl.formatMessage({ id: 'Rules.Settings.Evaluation' }),
      text: intl.formatMessage({ id: `Rules.Behaviour.${next}` }),
    },
    { id: 'payload', label: intl.formatMessage({ id: 'Rules.Settings.Payload' }), text: payload, code: true },
  ]
  const attempt = async (
    kind: 'save' | 'revert',
    base: RuleSettings,
    work: (base: RuleSettings) => Promise<RuleSettings>,
  ) => {
    setRunning(kind)
    try {
      const saved = await work(base)
      onDirty(false)
      toast({
        title: intl.formatMessage({ id: kind === 'save' ? 'Rules.Settings.Saved' : 'Rules.Settings.Reverted' }),
        tone: 'success',
      })
      queryClient.setQueryData(api.rules.settings.queryKey({ input: address }), saved)
      void queryClient.invalidateQueries({ queryKey: api.rules.overview.key() })
    } catch (error) {
      if (
        !(await conflict.ask(error, {
          load: () => client.rules.settings(address),
          keepMine: theirs => attempt(kind, theirs, work),
          differences: theirs =>
            differencesOf(
              kind === 'save'
                ? textsOf(evaluation, text)
                : textsOf(theirs.evaluation, intl.formatMessage({ id: 'Rules.Settings.Default' })),
              textsOf(theirs.evaluation, serialiseJsonObject(theirs.payload)),
            ),
          takeTheirs: () => {
            onDirty(false)
            onReload()
          },
        }))
      )
        failed(error)
    }
    setRunning(null)
  }
  const save = () =>
    attempt('save', { ...settings, version: seen }, async base => {
      let now = base
      if (evaluation !== base.evaluation)
        now = await client.rules.saveEvaluation({ ...address, evaluation, baseVersion: now.version })
      if (text !== serialiseJsonObject(base.payload) && read.payload)
        now = await client.rules.savePayload({ ...address, payload: read.payload, baseVersion: now.version })
      return now
    })
  const changed = evaluation !== settings.evaluation || text !== stored
  useRecovery(
    `rule-settings/form/${environment.id}/${eventType}`,
    changed ? { evaluation, text, seen } : null,
    kept => {
      change(kept)
      setSeen(kept.seen)
    },
  )
  return (
    <div className="flex min-h-full flex-col">
      {conflict.question}
      <SidePanelSection>
        <Field label={<FormattedMessage id="Rules.Settings.Evaluation" />}>
          <RadioGroup
            value={evaluation}
            onValueChange={value => change({ evaluation: value === 'first' ? 'first' : 'all' })}
            disabled={!write}
          >
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
        </Field>
      </SidePanelSection>
      <SidePanelSection heading={<FormattedMessage id="Rules.Settings.Payload" />}>
        <p className="pbe-2 text-xs text-fg-muted">
          <FormattedMessage id="Rules.Settings.PayloadHelp" />
        </p>
        <CodeEditor
          className="h-[22rem] rounded-control border border-line"
          label={intl.formatMessage({ id: 'Rules.Settings.Payload' })}
          value={text}
          language={json}
          readOnly={!write}
          {...(write
            ? {
                onValueChange: (next: string) => {
                  if (next !== text) change({ text: next })
                },
              }
            : {})}
        />
        {read.fault ? (
          <p role="alert" className="pbs-1 text-xs text-danger-text">
            <FormattedMessage
              id={`Rules.Settings.Issue.${read.fault.kind}`}
              values={{ line: read.fault.kind === 'syntax' ? read.fault.line : 0 }}
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
        <div className="sticky inset-be-0 mbs-auto flex flex-wrap justify-end gap-2 border-bs border-line-subtle bg-surface px-4 py-2">
          <Button
            variant="ghost"
            className="me-auto"
            disabled={offline || !settings.payloadEdited || running !== null}
            loading={running === 'revert'}
            onClick={() =>
              void attempt('revert', { ...settings, version: seen }, base =>
                client.rules.revertPayload({ ...address, baseVersion: base.version }),
              )
            }
          >
            <FormattedMessage id="Rules.Settings.Revert" />
          </Button>
          <Button onClick={onCancel}>
            <FormattedMessage id="Common.Cancel" />
          </Button>
          <Button
            variant="primary"
            disabled={offline || !changed || read.fault !== null || running !== null}
            loading={running === 'save'}
            onClick={() => void save()}
          >
            <FormattedMessage id="Rules.Settings.Save" />
          </Button>
        </div>
      ) : null}
    </div>
  )
}
