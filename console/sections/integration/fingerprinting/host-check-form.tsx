import { Button, Callout, Field, Input } from '@assay/design-system'
import { type HostCheck, type HostOutcome, isPublicHostName } from '@assay/risk-service/contract'
import { type ReactNode, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { conflictErrorOf } from '../../../platform/api/api-error.ts'
import { client } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { useOffline } from '../../../platform/offline/connection.ts'
import { Code } from '../shared/code.tsx'

const exampleHost = 'fpt.contoso.com'

const tones = {
  ready: 'success',
  notFound: 'danger',
  elsewhere: 'warning',
  private: 'danger',
  timeout: 'warning',
  failed: 'warning',
  unavailable: 'info',
} as const satisfies Record<HostOutcome, string>

interface HostCheckFormProps {
  /** Host that is offered first; may be empty. */
  initial: string
  /** Setting that lists the hosts of the service. */
  setting: string
}

/** Resolves a host name that the user enters, and shows where it leads. */
export function HostCheckForm({ initial, setting }: HostCheckFormProps) {
  const offline = useOffline()
  const { id: environmentId } = useEnvironment()
  const [text, setText] = useState(initial)
  const [error, setError] = useState<string | null>(null)
  const host = text.trim().toLowerCase()
  const checking = useApiMutation({
    mutationFn: () => client.fingerprinting.checkHost({ environmentId, host }),
    onSuccess: () => setError(null),
    onError: failure => {
      const isLimited = conflictErrorOf(failure)?.reason === 'externalCalls.tooManyTests'
      if (isLimited) setError('Fingerprint.Host.Limited')
      return isLimited
    },
  })
  const check = checking.data as HostCheck | undefined
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        if (checking.isPending || offline) return
        const isValid = isPublicHostName(host)
        setError(isValid ? null : 'Fingerprint.Host.Invalid')
        if (isValid) checking.mutate()
        else checking.reset()
      }}
    >
      <div className="flex flex-wrap items-start gap-2">
        <Field
          label={<FormattedMessage id="Fingerprint.Host.Name" />}
          className="max-w-md min-w-[12rem] flex-1"
          {...(error === null ? {} : { error: <FormattedMessage id={error} /> })}
        >
          <Input
            dir="ltr"
            value={text}
            placeholder={exampleHost}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={event => {
              setText(event.target.value)
              setError(null)
            }}
          />
        </Field>
        {/* Beside the field, under its label; an error is below both. */}
        <Button
          type="submit"
          className="mbs-5 max-sm:mbs-0"
          loading={checking.isPending}
          disabled={offline || host === ''}
        >
          <FormattedMessage id="Fingerprint.Host.Check" />
        </Button>
      </div>
      <div aria-live="polite" className="not-empty:pbs-3">
        {check === undefined ? null : <Result check={check} setting={setting} />}
      </div>
    </form>
  )
}

function Result({ check, setting }: { check: HostCheck; setting: string }) {
  const { host, target, outcome, aliases, addresses, configured } = check
  return (
    <Callout tone={tones[outcome]}>
      <div className="flex flex-col gap-2">
        <p>
          <FormattedMessage
            id={`Fingerprint.Host.Outcome.${outcome}`}
            values={{ host: <Code key="host" text={host} />, target: <Code key="target" text={target} /> }}
          />
        </p>
        {aliases.length === 0 ? null : (
          <Lines label={<FormattedMessage id="Fingerprint.Host.Chain" />} values={[host, ...aliases]} />
        )}
        {addresses.length === 0 ? null : (
          <Lines label={<FormattedMessage id="Fingerprint.Host.Addresses" />} values={addresses} />
        )}
        {outcome === 'ready' && !configured ? (
          <p>
            <FormattedMessage
              id="Fingerprint.Host.NotConfigured"
              values={{ host: <Code key="host" text={host} />, setting: <Code key="setting" text={setting} /> }}
            />
          </p>
        ) : null}
      </div>
    </Callout>
  )
}

/** Names or addresses, one below another. */
function Lines({ label, values }: { label: ReactNode; values: readonly string[] }) {
  return (
    <div className="flex flex-col gap-0.5">
      <p className="text-xs text-fg-secondary">{label}</p>
      <ol>
        {values.map(value => (
          <li key={value}>
            <Code text={value} />
          </li>
        ))}
      </ol>
    </div>
  )
}
