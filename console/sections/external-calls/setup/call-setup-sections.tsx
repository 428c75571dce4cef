import { Button, Field, Icon, Select, Skeleton, Switch } from '@assay/design-system'
import { callMethods, type ExternalCall, externalCallLimits } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { LockKeyhole } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { Dependents } from '../../../platform/authoring/usage/dependents.tsx'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { FormSection, TextField, useOutgoingFormContext } from '../../../platform/outgoing-requests/form-fields.tsx'
import { newSecret, secretFieldOf } from '../../../platform/outgoing-requests/secret-field.ts'
import { SecretInput } from '../../../platform/outgoing-requests/secret-input.tsx'
import { NamedRows, ValidatedInput } from './named-rows.tsx'
import type { CallSetup } from './use-call-setup.ts'

/** Name and description, and why the name stays as it is. */
export function NameSection({ setup: { form, change, base } }: { setup: CallSetup }) {
  return (
    <FormSection id="call-name" title={<FormattedMessage id="Common.Name" />}>
      <TextField
        path="name"
        mono
        required
        locked={base?.used === true}
        maxLength={60}
        label={<FormattedMessage id="Common.Name" />}
        value={form.name}
        onValue={name => change({ name })}
      />
      {base?.used ? <LockedCallNotice call={base} /> : null}
      <TextField
        path="description"
        rows={2}
        limit={externalCallLimits.description}
        label={<FormattedMessage id="Common.Description" />}
        value={form.description}
        onValue={description => change({ description })}
      />
    </FormSection>
  )
}

/** The rules because of which name and parameters are locked. */
function LockedCallNotice({ call }: { call: ExternalCall }) {
  const environmentId = useEnvironment().id
  const query = useQuery(
    api.externalCalls.dependents.queryOptions({ input: { environmentId, callId: call.id }, staleTime: 5_000 }),
  )
  return (
    <div className="rounded-card border border-line-subtle bg-surface-sunken px-3 py-2">
      <p className="flex items-center gap-2 text-fg-secondary">
        <Icon icon={LockKeyhole} size={12} />
        <FormattedMessage id="Calls.Locked" />
      </p>
      {query.isError ? (
        <QueryError error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data === undefined ? (
        <Skeleton className="my-2 h-2 w-1/2" />
      ) : (
        <Dependents users={query.data} />
      )}
    </div>
  )
}

/** What rules hand in, and what is always the same. */
export function ValueSections({ setup: { form, change, base } }: { setup: CallSetup }) {
  const intl = useIntl()
  const { canEdit } = useOutgoingFormContext()
  const [parameters, configurations, sample, value] = [
    'Calls.Parameters',
    'Calls.Configurations',
    'Calls.Sample',
    'OutgoingRequests.Secret.Value',
  ].map(id => intl.formatMessage({ id })) as [string, string, string, string]
  const row = (section: string, index: number, column: string) =>
    intl.formatMessage({ id: 'Calls.Row' }, { section, number: index + 1, column })
  return (
    <>
      <FormSection id="call-parameters" title={parameters} help={<FormattedMessage id="Calls.Parameters.Help" />}>
        <NamedRows
          label={parameters}
          column={sample}
          path="parameters"
          rows={form.parameters}
          onRows={rows => change({ parameters: rows })}
          start={{ name: '', sample: '' }}
          most={externalCallLimits.parameters}
          locked={base?.used === true}
          add={<FormattedMessage id="Calls.Parameters.Add" />}
        >
          {(each, set, index) => (
            <ValidatedInput
              path={`parameters.${index}.sample`}
              label={row(parameters, index, sample)}
              value={each.sample}
              placeholder={sample}
              onValue={next => set({ sample: next })}
            />
          )}
        </NamedRows>
      </FormSection>
      <FormSection
        id="call-configurations"
        title={configurations}
        help={<FormattedMessage id="Calls.Configurations.Help" />}
      >
        <NamedRows
          label={configurations}
          column={value}
          path="configurations"
          rows={form.configurations}
          onRows={rows => change({ configurations: rows })}
          start={{ name: '', value: '', secret: null }}
          most={externalCallLimits.configurations}
          add={<FormattedMessage id="Calls.Configurations.Add" />}
        >
          {(each, set, index) => {
            const label = row(configurations, index, value)
            const stored = base?.body.configurations.find(
              ({ name }) => name.toLowerCase() === each.name.trim().toLowerCase(),
            )?.value
            // After the secret was switched off and on again, the stored one can still be used.
            const before = typeof stored === 'object' ? secretFieldOf(stored) : newSecret
            return (
              <div className="flex flex-col gap-2">
                {each.secret ? (
                  <SecretInput
                    path={`configurations.${index}.value`}
                    label={label}
                    secret={each.secret}
                    onSecret={secret => set({ secret })}
                  />
                ) : (
                  <ValidatedInput
                    path={`configurations.${index}.value`}
                    label={label}
                    value={each.value}
                    placeholder={value}
                    onValue={next => set({ value: next })}
                  />
                )}
                <Switch
                  label={<FormattedMessage id="OutgoingRequests.Secret" />}
                  disabled={!canEdit}
                  checked={each.secret !== null}
                  onCheckedChange={on =>
                    set(
                      on
                        ? {
                            secret: each.value === '' ? before : { ...before, kind: 'value', text: each.value },
                            value: '',
                          }
                        : { secret: null, value: '' },
                    )
                  }
                />
              </div>
            )
          }}
        </NamedRows>
      </FormSection>
    </>
  )
}

/** The address of the request, and the calls that keep its connection alive. */
export function RequestSections({ setup: { form, change, running, tryIt } }: { setup: CallSetup }) {
  const { canEdit } = useOutgoingFormContext()
  return (
    <>
      <FormSection
        id="call-request"
        title={<FormattedMessage id="Calls.Request" />}
        help={<FormattedMessage id="Calls.Url.Help" />}
      >
        <div className="grid gap-3 sm:grid-cols-[7.5rem_minmax(0,1fr)]">
          <Field label={<FormattedMessage id="Calls.Method" />}>
            <Select
              value={form.method}
              disabled={!canEdit}
              onValueChange={method => change({ method })}
              options={callMethods.map(each => ({ value: each, label: each }))}
            />
          </Field>
          <TextField
            path="url"
            mono
            required
            maxLength={2000}
            label={<FormattedMessage id="Calls.Url" />}
            value={form.url}
            onValue={url => change({ url })}
          />
        </div>
      </FormSection>
      <FormSection
        id="call-warm-up"
        title={<FormattedMessage id="Calls.WarmUp" />}
        help={<FormattedMessage id="Calls.WarmUp.Help" />}
      >
        <Switch
          label={<FormattedMessage id="Calls.WarmUp" />}
          disabled={!canEdit}
          checked={form.warmUp}
          onCheckedChange={warmUp => change({ warmUp })}
        />
        {form.warmUp ? (
          <>
            <TextField
              path="keepAliveUrl"
              mono
              required
              maxLength={2000}
              label={<FormattedMessage id="Calls.KeepAlive" />}
              value={form.keepAliveUrl}
              onValue={keepAliveUrl => change({ keepAliveUrl })}
            />
            {canEdit ? (
              <div>
                <Button
                  size="sm"
                  loading={running === 'keepAlive'}
                  disabled={running !== null}
                  onClick={() => void tryIt('keepAlive')}
                >
                  <FormattedMessage id="Calls.KeepAlive.Test" />
                </Button>
              </div>
            ) : null}
          </>
        ) : null}
      </FormSection>
    </>
  )
}
