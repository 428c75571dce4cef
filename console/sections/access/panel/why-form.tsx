import { Combobox, Field, Radio, RadioGroup, SkeletonRows } from '@assay/design-system'
import { type AccessExplanation, type Capability, capabilityIds } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { Explanation } from '../../../platform/permissions/access-explanation.tsx'
import { capabilityTitleOf } from '../../../platform/permissions/capability-titles.tsx'

/** Answers why a person or group may or may not do something here: the choice of a permission is the question. */
export function WhyForm({ principalId }: { principalId: string }) {
  const intl = useIntl()
  const environment = useEnvironment()
  const [capability, setCapability] = useState<Capability | null>(null)
  const [required, setRequired] = useState<'read' | 'write'>('read')
  const options = useMemo(
    () =>
      capabilityIds
        .map(value => {
          const id = capabilityTitleOf(value)
          return { value, label: id === undefined ? value : intl.formatMessage({ id }) }
        })
        .toSorted((a, b) => a.label.localeCompare(b.label, intl.locale)),
    [intl],
  )
  const query = useQuery(
    api.access.why.queryOptions({
      input: { environmentId: environment.id, principalId, capability: capability ?? 'dashboard', required },
      enabled: capability !== null,
      staleTime: 5_000,
    }),
  )
  return (
    <section aria-labelledby="access-why" className="flex flex-col gap-3 border-bs border-line-subtle pbs-3">
      <h3 id="access-why" className="text-sm font-semibold">
        <FormattedMessage id="Access.Why.Title" />
      </h3>
      <Field label={<FormattedMessage id="Access.Why.Capability" />}>
        <Combobox
          options={options}
          value={capability ?? ''}
          onValueChange={value => setCapability(value === '' ? null : (value as Capability))}
        />
      </Field>
      <Field label={<FormattedMessage id="Access.Why.Required" />}>
        <RadioGroup value={required} onValueChange={value => setRequired(value === 'write' ? 'write' : 'read')}>
          <Radio value="read" label={<FormattedMessage id="Access.Level.read" />} />
          <Radio value="write" label={<FormattedMessage id="Access.Level.write" />} />
        </RadioGroup>
      </Field>
      {capability === null ? null : query.data !== undefined ? (
        <Explanation explanation={query.data as AccessExplanation} environment={environment} />
      ) : query.isError ? (
        <QueryError error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonRows rows={3} />
      )}
    </section>
  )
}
