import { Button, Callout, Field, Input, NumberInput, NumberText, Select } from '@assay/design-system'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { dequal } from 'dequal/lite'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { useRecoverableState } from '../../../platform/recovery/use-recovery.ts'
import { VelocityEventsPanel } from '../../../platform/velocities/velocity-events-panel.tsx'
import {
  maxWindow,
  serialiseWindow,
  type WindowUnit,
  windowUnits,
} from '../../../platform/velocities/velocity-window.ts'

interface Form {
  velocity: string
  key: string
  count: number | null
  unit: WindowUnit
}
interface Read {
  velocity: string
  key: string
  window: string
}

/**
 * Reads a velocity of the set as a rule would now. `names`: those that are published, as nothing is counted for a
 * draft.
 */
export function VelocityTester({ setId, names }: { setId: string; names: readonly string[] }) {
  const intl = useIntl()
  const environmentId = useEnvironment().id
  const [form, setForm] = useRecoverableState<Form>(`velocities/try/${setId}`, {
    velocity: names[0] ?? '',
    key: '',
    count: 7,
    unit: 'd',
  })
  const { velocity, key, count, unit } = form
  const change = (part: Partial<Form>) => setForm({ ...form, ...part })
  const [request, setRequest] = useState<Read | null>(null)
  const [behind, setBehind] = useState<Read | null>(null)
  const window = serialiseWindow(count, unit)
  const query = useQuery(
    api.velocities.read.queryOptions({
      input: { environmentId, reads: request ? [request] : [{ velocity, key, window: '1d' }] },
      enabled: request !== null,
      staleTime: 0,
      gcTime: 0,
      placeholderData: keepPreviousData,
    }),
  )
  const ready = names.includes(velocity) && key.trim() !== '' && window !== null
  const read = () => {
    if (!ready) return
    const next = { velocity, key: key.trim(), window }
    if (dequal(next, request)) void query.refetch()
    else setRequest(next)
  }
  const value = query.data?.values[0]
  return (
    <section aria-labelledby="velocity-try" className="flex flex-col gap-3 px-4 pbe-4">
      <div className="flex min-h-bar items-center">
        <h2 id="velocity-try" className="font-semibold">
          <FormattedMessage id="Velocities.Tester.Title" />
        </h2>
      </div>
      {names.length === 0 ? (
        <p className="text-fg-secondary">
          <FormattedMessage id="Velocities.Tester.NotPublished" />
        </p>
      ) : (
        <form
          noValidate
          className="flex flex-col gap-3"
          onSubmit={event => {
            event.preventDefault()
            read()
          }}
        >
          <Field label={<FormattedMessage id="Velocities.Tester.Velocity" />}>
            <Select
              size="sm"
              value={velocity}
              onValueChange={next => change({ velocity: next })}
              options={names.map(name => ({ value: name, label: name }))}
            />
          </Field>
          <Field label={<FormattedMessage id="Velocities.Tester.Key" />}>
            <Input
              size="sm"
              mono
              dir="ltr"
              value={key}
              maxLength={1000}
              spellCheck={false}
              autoComplete="off"
              onChange={event => change({ key: event.target.value })}
            />
          </Field>
          <div className="flex items-end gap-2">
            <Field
              className="min-w-0 flex-1"
              label={<FormattedMessage id="Velocities.Tester.Window" />}
              {...(window === null
                ? { error: <FormattedMessage id="Velocities.Tester.WindowIssue" values={{ most: maxWindow[unit] }} /> }
                : {})}
            >
              <NumberInput
                size="sm"
                min={1}
                max={maxWindow[unit]}
                maximumFractionDigits={0}
                value={count}
                onValueChange={next => change({ count: next })}
              />
            </Field>
            <Field className="min-w-0 flex-1" label={<FormattedMessage id="Velocities.Tester.Unit" />}>
              <Select
                size="sm"
                value={unit}
                onValueChange={next => change({ unit: next })}
                options={windowUnits.map(each => ({
                  value: each,
                  label: intl.formatMessage({ id: `Velocities.Unit.${each}` }),
                }))}
              />
            </Field>
          </div>
          <Button type="submit" size="sm" className="self-start" disabled={!ready} loading={query.isFetching}>
            <FormattedMessage id="Velocities.Tester.Read" />
          </Button>
        </form>
      )}
      {request === null ? null : query.isError ? (
        <QueryError error={query.error} onRetry={() => void query.refetch()} />
      ) : value === undefined ? null : value.value === null ? (
        <Callout tone="danger" live>
          <FormattedMessage id="Velocities.Failed" />
        </Callout>
      ) : (
        <div className="flex flex-wrap items-baseline gap-3" role="status">
          <span className="text-xl font-semibold tabular-nums">
            <NumberText value={value.value} />
          </span>
          <button
            type="button"
            className="focus-ring min-h-6 min-w-6 rounded-mark text-link underline"
            onClick={() => setBehind(request)}
          >
            <FormattedMessage id="Velocities.Tester.Events" />
          </button>
        </div>
      )}
      {behind ? (
        <VelocityEventsPanel
          environmentId={environmentId}
          velocity={behind.velocity}
          group={behind.key}
          window={behind.window}
          onClose={() => setBehind(null)}
        />
      ) : null}
    </section>
  )
}
