import { Badge, Button, Callout, Card, CardBody, CardHeader, Field, Input, Textarea } from '@assay/design-system'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useCan } from '../../../platform/environments/environments.tsx'
import { CopyableCode } from '../../../platform/files/copyable-code.tsx'
import { useOffline } from '../../../platform/offline/connection.ts'
import type { ApiCall } from '../snippets/api-call.ts'
import type { ApiDescription } from './api-description.ts'
import { freshSample, pathOf } from './fresh-sample.ts'
import { parseBody, type TriedCall, tryCall } from './try-call.ts'

interface TryCardProps {
  api: string
  description: ApiDescription
  call: Pick<ApiCall, 'endpoint' | 'tenantId' | 'environmentId'>
  sample: ApiCall['body']
}

/**
 * Sends the example, or what it was changed to, as an application does. The secret stays in the memory of the page, and
 * goes to the token endpoint alone.
 */
export function TryCard({ api, description, call, sample }: TryCardProps) {
  const offline = useOffline()
  const mayTry = useCan()('integration.apps', 'write')
  const [clientId, setClientId] = useState('')
  const [clientSecret, setClientSecret] = useState('')
  const [text, setText] = useState(() => JSON.stringify(sample, null, 2))
  const [isWrong, setIsWrong] = useState(false)
  const trial = useMutation({
    mutationFn: (body: ApiCall['body']) =>
      tryCall({
        ...call,
        clientId: clientId.trim(),
        clientSecret: clientSecret.trim(),
        path: pathOf(description.path, body),
        body,
      }),
  })
  const send = () => {
    const body = parseBody(text)
    setIsWrong(body === null)
    if (body !== null) trial.mutate(body)
  }
  if (!mayTry) return null
  return (
    <Card className="min-w-0">
      <CardHeader title={<FormattedMessage id="Integration.Try" />} />
      <CardBody>
        <form
          noValidate
          className="flex flex-col gap-3"
          onSubmit={event => {
            event.preventDefault()
            if (clientId.trim() !== '' && clientSecret.trim() !== '' && !offline && !trial.isPending) send()
          }}
        >
          <p className="max-w-prose text-sm text-fg-secondary">
            <FormattedMessage id={'isTest' in sample ? 'Integration.Try.Text' : 'Integration.Try.RealText'} />
          </p>
          <div className="grid gap-3 sm:grid-cols-2">
            <Field label={<FormattedMessage id="Applications.Id" />} required>
              <Input
                value={clientId}
                dir="ltr"
                autoComplete="off"
                onChange={event => setClientId(event.target.value)}
              />
            </Field>
            <Field label={<FormattedMessage id="Applications.Secret" />} required>
              <Input
                type="password"
                value={clientSecret}
                dir="ltr"
                autoComplete="off"
                onChange={event => setClientSecret(event.target.value)}
              />
            </Field>
          </div>
          <Field
            label={<FormattedMessage id="Integration.Try.Body" />}
            {...(isWrong ? { error: <FormattedMessage id="Integration.Try.NoJson" /> } : {})}
          >
            <Textarea
              rows={12}
              dir="ltr"
              className="font-mono text-xs"
              spellCheck={false}
              value={text}
              onChange={event => {
                setText(event.target.value)
                setIsWrong(false)
              }}
            />
          </Field>
          <div className="flex flex-wrap gap-2">
            <Button
              type="submit"
              variant="primary"
              loading={trial.isPending}
              disabled={offline || clientId.trim() === '' || clientSecret.trim() === ''}
            >
              <FormattedMessage id="Integration.Try.Send" />
            </Button>
            <Button
              variant="ghost"
              onClick={() => {
                const fresh = freshSample(api, description.sample, {
                  id: crypto.randomUUID(),
                  at: new Date().toISOString(),
                })
                setText(JSON.stringify(fresh, null, 2))
                setIsWrong(false)
              }}
            >
              <FormattedMessage id="Integration.Try.Reset" />
            </Button>
          </div>
          {trial.isError ? (
            <Callout tone="danger" live>
              <FormattedMessage id="Integration.Try.Unreachable" />
            </Callout>
          ) : null}
          {trial.data === undefined ? null : <TriedAnswer tried={trial.data} />}
        </form>
      </CardBody>
    </Card>
  )
}

function TriedAnswer({ tried: { outcome, status, milliseconds, headers, body } }: { tried: TriedCall }) {
  const intl = useIntl()
  const lines = headers.map(([name, value]) => `${name}: ${value}`)
  return (
    <section className="flex flex-col gap-2" aria-live="polite">
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <Badge tone={status < 300 ? 'success' : 'danger'}>{status}</Badge>
        <FormattedMessage
          id={outcome === 'token' ? 'Integration.Try.TokenRefused' : 'Integration.Try.Answered'}
          values={{ milliseconds: Math.round(milliseconds) }}
        />
      </p>
      <CopyableCode
        label={intl.formatMessage({ id: 'Integration.Api.Answer' })}
        code={`${lines.join('\n')}\n\n${pretty(body)}`}
      />
    </section>
  )
}

function pretty(body: string): string {
  const value = parseBody(body)
  return value === null ? body : JSON.stringify(value, null, 2)
}
