import { Button, Callout, SidePanel } from '@assay/design-system'
import type { CustomList } from '@assay/risk-service/contract'
import { useEffect, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useOffline } from '../../../platform/offline/connection.ts'
import { OutgoingFormContext, TextField, TimeoutField } from '../../../platform/outgoing-requests/form-fields.tsx'
import { SecretInput } from '../../../platform/outgoing-requests/secret-input.tsx'
import { PanelFooter } from '../panel-footer.tsx'
import { SourceChoice } from '../source-choice.tsx'
import { type ListLeaveGuard, useRegisterLeaveGuard } from '../use-register-leave-guard.ts'
import { DatabaseFailure } from './database-failure.tsx'
import type { StoredDatabaseList } from './database-list-form.ts'
import { DatabaseRowsFields } from './database-rows-fields.tsx'
import { useDatabaseList } from './use-database-list.ts'

interface DatabaseListFormPanelProps {
  /** Null: a new list. */
  stored: StoredDatabaseList | null
  onGuard: (guard: ListLeaveGuard | null) => void
  onClose: () => void
  onSaved: (list: CustomList) => void
  /** The user chose a file for the new list instead. */
  onFile?: () => void
  /** It was another form a moment ago. */
  switched?: boolean
}

/** A list whose rows stay in a database: the access to it, its container, and the columns for rules. */
export function DatabaseListFormPanel({
  stored,
  onGuard,
  onClose,
  onSaved,
  onFile,
  switched = false,
}: DatabaseListFormPanelProps) {
  const intl = useIntl()
  const offline = useOffline()
  const element = useRef<HTMLFormElement>(null)
  const outcome = useRef<HTMLDivElement>(null)
  const source = useDatabaseList(stored, {
    element,
    onSaved: list => {
      onGuard(null)
      onSaved(list)
    },
  })
  const { form, change, running, dirty, guard } = source
  useRegisterLeaveGuard(onGuard, guard, dirty)
  const obstacle = offline
    ? 'Offline.Writes'
    : !dirty && stored
      ? 'Lists.Edit.Nothing'
      : !source.tested
        ? 'Lists.Source.Untested'
        : form.container === ''
          ? 'Lists.Source.Container.Choose'
          : null
  // The result is below the fields, where the footer may hide it.
  useEffect(() => {
    if (source.containers !== null || source.problem !== null) outcome.current?.scrollIntoView({ block: 'center' })
  }, [source.containers, source.problem])
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
      <OutgoingFormContext value={{ canEdit: true, issueAt: source.issueAt }}>
        <form
          ref={element}
          noValidate
          className="relative flex min-h-full flex-col"
          onSubmit={event => {
            event.preventDefault()
            if (running === null && obstacle === null) void source.save()
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
                label={<FormattedMessage id="Common.Name" />}
                description={<FormattedMessage id="Lists.Name.Help" />}
                value={form.name}
                onValue={name => change({ name })}
              />
            )}
            <TextField
              path="description"
              rows={2}
              label={<FormattedMessage id="Common.Description" />}
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
                onClick={() => void source.test()}
              >
                <FormattedMessage id="OutgoingRequests.Test" />
              </Button>
            </div>
            <div ref={outcome} className="flex flex-col gap-4 empty:hidden">
              {source.containers === null ? null : (
                <Callout tone={source.containers.length > 0 ? 'success' : 'warning'} live>
                  <FormattedMessage id="Lists.Source.Works" values={{ count: source.containers.length }} />
                </Callout>
              )}
              <DatabaseFailure problem={source.problem} />
            </div>
            <DatabaseRowsFields source={source} />
          </div>
          <PanelFooter notice reason={obstacle === null ? null : <FormattedMessage id={obstacle} />}>
            <Button onClick={() => guard(onClose)}>
              <FormattedMessage id="Common.Cancel" />
            </Button>
            <Button
              type="submit"
              variant="primary"
              loading={running === 'save'}
              disabled={obstacle !== null || (running !== null && running !== 'save')}
            >
              <FormattedMessage id={stored ? 'Common.Update' : 'Lists.New.Create'} />
            </Button>
          </PanelFooter>
        </form>
      </OutgoingFormContext>
      {source.question}
    </SidePanel>
  )
}
