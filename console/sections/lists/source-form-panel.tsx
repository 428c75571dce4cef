import { Button, Callout, focusFault, SidePanel } from '@assay/design-system'
import { type CustomList, externalCallLimits, listLimits } from '@assay/risk-service/contract'
import { useEffect, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { FormContext, TextField, TimeoutField } from '../../platform/calls/form-fields.tsx'
import { SecretInput } from '../../platform/calls/secret-input.tsx'
import { useOffline } from '../../platform/offline/connection.ts'
import { PanelFoot } from './panel-foot.tsx'
import { SourceChoice } from './source-choice.tsx'
import { SourceFailure } from './source-failure.tsx'
import type { SourceForm } from './source-form.ts'
import { SourceRowsFields } from './source-rows-fields.tsx'
import { type Guard, useGuard, useLeaving } from './use-leaving.tsx'
import { type StoredSourceList, useSource } from './use-source.ts'

interface SourceFormPanelProps {
  /** Null: a new list. */
  stored: StoredSourceList | null
  onGuard: (guard: Guard | null) => void
  onClose: () => void
  onSaved: (list: CustomList) => void
  /** A new list is to come as a file instead. */
  onFile?: () => void
  /** It was another form a moment ago. */
  switched?: boolean
}

/** A list whose rows stay in a database: how it is reached, its container, and the columns that rules may ask. */
export function SourceFormPanel({ stored, onGuard, onClose, onSaved, onFile, switched = false }: SourceFormPanelProps) {
  const intl = useIntl()
  const offline = useOffline()
  const element = useRef<HTMLFormElement>(null)
  const outcome = useRef<HTMLDivElement>(null)
  const source = useSource(stored, list => {
    onGuard(null)
    onSaved(list)
  })
  const { form, change, running, dirty } = source
  const { guard, question } = useLeaving(dirty)
  useGuard(onGuard, guard, dirty)
  const obstacle = offline
    ? 'Offline.Writes'
    : !dirty && stored
      ? 'Lists.Edit.Nothing'
      : !source.tested
        ? 'Lists.Source.Untested'
        : form.container === ''
          ? 'Lists.Source.Container.Choose'
          : null
  const limits: Partial<Record<keyof SourceForm, number>> = {
    name: listLimits.name,
    description: listLimits.description,
  }
  const faultAt = (path: string) => {
    const field = path as keyof SourceForm
    const id = source.faults[field]
    return id === undefined
      ? undefined
      : intl.formatMessage(
          { id },
          { limit: limits[field] ?? listLimits.sourceColumns, most: externalCallLimits.timeoutMs },
        )
  }
  // What came of it stands below the fields, where the foot may hide it.
  useEffect(() => {
    if (source.containers !== null || source.problem !== null) outcome.current?.scrollIntoView({ block: 'center' })
  }, [source.containers, source.problem])
  const settled = (done: boolean) => {
    if (!done) focusFault(element.current)
  }
  return (
    <SidePanel
      title={
        stored ? (
          <FormattedMessage id="Lists.Edit.Title" values={{ name: <bdi key="name">{stored.list.name}</bdi> }} />
        ) : (
          <FormattedMessage id="Lists.New.Title" />
        )
      }
      width={560}
      resizable
      onClose={() => guard(onClose)}
    >
      <FormContext value={{ canEdit: true, faultAt }}>
        <form
          ref={element}
          noValidate
          className="relative flex min-h-full flex-col"
          onSubmit={event => {
            event.preventDefault()
            if (running === null && obstacle === null) void source.save().then(settled)
          }}
        >
          <div className="flex flex-1 flex-col gap-4 p-4">
            {onFile ? (
              <SourceChoice
                value="cosmos"
                focus={switched}
                disabled={running !== null}
                onValue={kind => {
                  if (kind === 'csv') guard(onFile)
                }}
              />
            ) : null}
            {stored ? null : (
              <TextField
                path="name"
                required
                maxLength={200}
                label={<FormattedMessage id="Environments.Column.Name" />}
                description={<FormattedMessage id="Lists.Name.Help" />}
                value={form.name}
                onValue={name => change({ name })}
              />
            )}
            <TextField
              path="description"
              rows={2}
              label={<FormattedMessage id="Environments.Column.Description" />}
              value={form.description}
              onValue={description => change({ description })}
            />
            <div className="grid gap-4 sm:grid-cols-2">
              <TextField
                path="account"
                mono
                required
                maxLength={50}
                label={<FormattedMessage id="Lists.Source.Account" />}
                value={form.account}
                onValue={account => change({ account })}
                description={
                  <FormattedMessage
                    id="Lists.Source.Account.Help"
                    values={{
                      code: chunks => (
                        <code key="code" dir="ltr" className="font-mono wrap-anywhere">
                          {chunks}
                        </code>
                      ),
                    }}
                  />
                }
              />
              <TextField
                path="database"
                mono
                required
                maxLength={255}
                label={<FormattedMessage id="Lists.Source.Database" />}
                value={form.database}
                onValue={database => change({ database })}
              />
            </div>
            <div className="flex flex-col gap-1">
              <SecretInput
                path="secret"
                labelled
                required
                label={intl.formatMessage({ id: 'Lists.Source.Secret' })}
                secret={form.secret}
                onSecret={secret => change({ secret })}
              />
              <p className="text-xs text-fg-secondary">
                <FormattedMessage id="Lists.Source.Secret.Help" />
              </p>
            </div>
            <TimeoutField
              path="timeoutMs"
              label={<FormattedMessage id="Calls.Timeout" />}
              value={form.timeoutMs}
              onValue={timeoutMs => change({ timeoutMs })}
            />
            <div>
              <Button
                loading={running === 'test'}
                disabled={offline || running !== null}
                onClick={() => void source.test().then(settled)}
              >
                <FormattedMessage id="Calls.Test" />
              </Button>
            </div>
            <div ref={outcome} className="flex flex-col gap-4 empty:hidden">
              {source.containers === null ? null : (
                <Callout tone={source.containers.length > 0 ? 'success' : 'warning'} live>
                  <FormattedMessage id="Lists.Source.Works" values={{ count: source.containers.length }} />
                </Callout>
              )}
              <SourceFailure problem={source.problem} />
            </div>
            <SourceRowsFields source={source} faultAt={faultAt} />
          </div>
          <PanelFoot notice reason={obstacle === null ? null : <FormattedMessage id={obstacle} />}>
            <Button onClick={() => guard(onClose)}>
              <FormattedMessage id="Rules.Cancel" />
            </Button>
            <Button
              type="submit"
              variant="primary"
              loading={running === 'save'}
              disabled={obstacle !== null || (running !== null && running !== 'save')}
            >
              <FormattedMessage id={stored ? 'Lists.Edit.Save' : 'Lists.New.Create'} />
            </Button>
          </PanelFoot>
        </form>
      </FormContext>
      {question}
      {source.question}
    </SidePanel>
  )
}
